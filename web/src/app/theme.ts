import { createTheme, type MantineColorsTuple } from "@mantine/core";
import type { KeyboardEvent } from "react";

// The steps are anchored on contrast: 5 is 3:1 on white, 6 carries white text, 7 is text on white.
const blue: MantineColorsTuple = [
  "#F5F9FF",
  "#E7F1FE",
  "#CCE1FE",
  "#A5CAFE",
  "#75ACFE",
  "#3C85FF",
  "#0C61F7",
  "#014CD5",
  "#0039A6",
  "#0A2A72",
];
const mint: MantineColorsTuple = [
  "#EFFEF7",
  "#D8FCED",
  "#AFF9DB",
  "#74EEC0",
  "#40DDA9",
  "#05A579",
  "#067E5E",
  "#03674E",
  "#01503D",
  "#00392C",
];
const cyan: MantineColorsTuple = [
  "#F1FCFE",
  "#D8F7FF",
  "#B1F0FF",
  "#74E0F8",
  "#37CAE7",
  "#039EBB",
  "#027994",
  "#07637B",
  "#024C62",
  "#003649",
];
const navy: MantineColorsTuple = [
  "#F6F9FD",
  "#EFF3FA",
  "#DEE5F0",
  "#C7D0DE",
  "#9CA8BB",
  "#78859C",
  "#5A6883",
  "#404F6C",
  "#263656",
  "#0F1E3D",
];
const amber: MantineColorsTuple = [
  "#FFFAF0",
  "#FFF4DD",
  "#FEE8BA",
  "#FFD280",
  "#FEB62E",
  "#CA8109",
  "#A45E02",
  "#8A4A0A",
  "#6D380F",
  "#4E2812",
];
const red: MantineColorsTuple = [
  "#FFF5F5",
  "#FFEAEA",
  "#FED4D3",
  "#FEB3B1",
  "#FF8583",
  "#F24E50",
  "#D1262B",
  "#AE1D1E",
  "#851814",
  "#5B1813",
];

/** The layers of the specification, with toasts above all of them. `DialogLayers` is for what opens inside a dialog. */
export const layer = {
  overlay: 1000,
  menu: 1000,
  modal: 1100,
  tooltip: 1100,
  toast: 1200,
} as const;

const buttonHeights: Record<string, string> = { sm: "32px", md: "40px", lg: "48px" };
const inputHeights: Record<string, string> = { sm: "32px", md: "40px", lg: "46px" };
const buttonFonts: Record<string, string> = { sm: "13px", md: "14px", lg: "15px" };

/** Enter on an open dropdown picks from it: with nothing to pick yet, it would submit the form half filled in. */
function keepFromSending(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === "Enter" && event.currentTarget.ariaExpanded === "true") event.preventDefault();
}

// Browsers make a scrollable list a tab stop; this one closes when the field loses focus, and the focus would be lost
// with it.
const menuOfField = {
  onKeyDown: keepFromSending,
  // Its selected option is scrolled into view: in a short window, a higher menu would push the field out of it.
  maxDropdownHeight: "clamp(76px, 100dvh - 230px, 220px)",
  scrollAreaProps: { viewportProps: { tabIndex: -1 } },
};

export const theme = createTheme({
  // The library uses gray for its neutrals, so it is the navy scale.
  colors: {
    blue,
    mint,
    cyan,
    navy,
    amber,
    red,
    gray: navy,
    yellow: amber,
    green: mint,
    teal: mint,
  },
  primaryColor: "blue",
  primaryShade: 6,
  black: navy[9],
  white: "#FFFFFF",
  autoContrast: true, // mint.4, cyan.4 and amber.4 fills get navy text
  fontFamily:
    "'Hanken Grotesk Variable', 'Hanken Grotesk', 'Hanken Grotesk Stand-in', 'Hanken Grotesk Stand-in 2', 'Hanken Grotesk Stand-in 3', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontFamilyMonospace:
    "'Red Hat Mono Variable', 'Red Hat Mono', ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
  fontSizes: {
    xs: "0.78125rem",
    sm: "0.8125rem",
    md: "0.875rem",
    lg: "0.9375rem",
    xl: "1.0625rem",
  },
  lineHeights: { xs: "1.44", sm: "1.38", md: "1.43", lg: "1.6", xl: "1.41" },
  headings: {
    fontFamily: "inherit",
    fontWeight: "600",
    textWrap: "balance",
    sizes: {
      h1: { fontSize: "1.875rem", lineHeight: "2.375rem" },
      h2: { fontSize: "1.375rem", lineHeight: "1.875rem" },
      h3: { fontSize: "1.0625rem", lineHeight: "1.5rem" },
      h4: { fontSize: "0.9375rem", lineHeight: "1.375rem" },
      h5: { fontSize: "0.875rem", lineHeight: "1.25rem" },
      h6: { fontSize: "0.8125rem", lineHeight: "1.125rem" },
    },
  },
  radius: { xs: "2px", sm: "4px", md: "6px", lg: "8px", xl: "8px" },
  defaultRadius: "md",
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  shadows: {
    xs: "0 1px 2px rgb(15 30 61 / .06)",
    sm: "0 1px 2px rgb(15 30 61 / .06)",
    md: "0 1px 3px rgb(15 30 61 / .08), 0 8px 24px rgb(15 30 61 / .12)",
    lg: "0 1px 3px rgb(15 30 61 / .08), 0 8px 24px rgb(15 30 61 / .12)",
    xl: "0 2px 6px rgb(15 30 61 / .10), 0 24px 64px rgb(15 30 61 / .22)",
  },
  breakpoints: { xs: "0em", sm: "37.5em", md: "60em", lg: "80em", xl: "120em", xxl: "160em" },
  respectReducedMotion: true,
  cursorType: "pointer",
  components: {
    Modal: { defaultProps: { zIndex: layer.modal, radius: "lg" } },
    // Compound components do not inherit the above, and every drawer is one.
    ModalRoot: {
      defaultProps: {
        zIndex: layer.modal,
        centered: true,
        // 50vw, within what a line of text and a field need
        size: "clamp(min(600px, 100vw - 32px), 50vw, 720px)",
      },
    },
    ModalOverlay: { defaultProps: { color: navy[9], backgroundOpacity: 0.48 } },
    DrawerRoot: { defaultProps: { zIndex: layer.overlay, position: "right", size: "26.25rem" } },
    DrawerOverlay: { defaultProps: { color: navy[9], backgroundOpacity: 0.32 } },
    Button: {
      defaultProps: { size: "md" },
      vars: (_theme: unknown, props: { size?: string; variant?: string; color?: string }) => ({
        root: {
          "--button-height": buttonHeights[props.size ?? "md"],
          "--button-fz": buttonFonts[props.size ?? "md"],
          "--button-padding-x": props.size === "lg" ? "20px" : "16px",
          // Inputs have the stronger border, buttons next to them a softer one.
          "--button-bd":
            props.variant === "default"
              ? "1px solid var(--line-2)"
              : props.color === "red.7"
                ? "1px solid var(--red-3)"
                : undefined,
        },
      }),
    },
    Select: { defaultProps: menuOfField },
    MultiSelect: { defaultProps: menuOfField },
    Menu: { defaultProps: { zIndex: layer.menu, shadow: "md" } },
    Popover: { defaultProps: { zIndex: layer.menu, shadow: "md" } },
    Combobox: { defaultProps: { zIndex: layer.menu, shadow: "md" } },
    Tooltip: {
      defaultProps: {
        zIndex: layer.tooltip,
        multiline: true,
        maw: "12.5rem",
        color: "navy.9",
        withArrow: false,
      },
    },
    Input: {
      defaultProps: { size: "md" },
      classNames: { input: "field-input" },
      vars: (_theme: unknown, props: { size?: string }) => ({
        wrapper: {
          "--input-height": inputHeights[props.size ?? "md"],
          "--input-fz": props.size === "sm" ? "13px" : "14px",
          // The library's grey has too little contrast against white.
          "--input-bd": "var(--line-control)",
        },
      }),
    },
    PasswordInput: { defaultProps: { size: "md" } },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ["label", "input", "error", "description"] },
      classNames: {
        label: "field-label",
        description: "field-help",
        error: "field-error",
      },
    },
    Badge: { defaultProps: { radius: "sm", tt: "none" } },
    Loader: { defaultProps: { type: "oval", size: "sm" } },
  },
});

/** Overrides of the library's own variables. */
export const lightVariables = {
  "--mantine-color-text": navy[9],
  "--mantine-color-dimmed": navy[6],
  "--mantine-color-placeholder": navy[6],
  "--mantine-color-anchor": blue[7],
  "--mantine-color-error": red[7],
  "--mantine-color-default-border": navy[5], // borders of inputs, 3:1; hairlines use navy.2
  "--mantine-color-default-hover": navy[1],
};
