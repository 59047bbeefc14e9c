import { MantineThemeProvider, type MantineThemeOverride } from "@mantine/core";
import type { ReactNode } from "react";

// The layer of dialogs in the theme: lists that drop down inside one would else open behind it.
const inDialog: MantineThemeOverride = {
  components: {
    Combobox: { defaultProps: { zIndex: 1100 } },
    Popover: { defaultProps: { zIndex: 1100 } },
    Menu: { defaultProps: { zIndex: 1100 } },
  },
};

/** Around the content of a dialog: what drops down in it opens over it. */
export function DialogLayers({ children }: { children: ReactNode }) {
  return <MantineThemeProvider theme={inDialog}>{children}</MantineThemeProvider>;
}
