import { MantineThemeProvider, type MantineThemeOverride } from "@mantine/core";
import type { ReactNode } from "react";

// The theme's layer for dialogs: without it, dropdowns inside a dialog would open behind it.
const inDialog: MantineThemeOverride = {
  components: {
    Combobox: { defaultProps: { zIndex: 1100 } },
    Popover: { defaultProps: { zIndex: 1100 } },
    Menu: { defaultProps: { zIndex: 1100 } },
  },
};

/** Wraps the content of a dialog, so that dropdowns inside it open above it. */
export function DialogLayers({ children }: { children: ReactNode }) {
  return <MantineThemeProvider theme={inDialog}>{children}</MantineThemeProvider>;
}
