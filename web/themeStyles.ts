import {
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
  type MantineTheme,
} from "@mantine/core";
import type { Plugin } from "vite";
import { lightVariables, theme } from "./src/app/theme.ts";

const name = "virtual:theme.css";

/** The module by which the library computes the variables, partly on import. */
const workedOut = /\/MantineCssVariables\.mjs$/;

/**
 * Emits the theme's variables as a stylesheet, with only the theme's own colours and the light scheme, as no other is
 * shown. The library would compute them again on each page load, and make the browser recalculate all styles.
 */
export const themeStyles: Plugin = {
  name: "theme-styles",
  resolveId: (id) => (id === name ? `\0${name}` : null),
  load(id) {
    if (id === `\0${name}`) return stylesheet();
    return workedOut.test(id) ? "export const MantineCssVariables = () => null;" : null;
  },
};

/** Returns a `:root` rule in one line. */
export function stylesheet(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const { colors } = theme;
  const { variables, light } = defaultCssVariablesResolver({ ...merged, colors } as MantineTheme);
  const all = Object.entries({ ...variables, ...light, ...lightVariables });
  return `:root{${all.map(([variable, value]) => `${variable}:${value}`).join(";")}}`;
}
