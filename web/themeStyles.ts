import {
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
  type MantineTheme,
} from "@mantine/core";
import type { Plugin } from "vite";
import { lightVariables, theme } from "./src/app/theme.ts";

const name = "virtual:theme.css";

/** What the library works them out with, part of which it does as soon as it is there. */
const workedOut = /\/MantineCssVariables\.mjs$/;

/**
 * The variables of the theme as a stylesheet, of the colours that it names and of the light scheme, which alone is shown.
 * The library would work them out again at each start of a page, and let the browser style all of it a second time.
 */
export const themeStyles: Plugin = {
  name: "theme-styles",
  resolveId: (id) => (id === name ? `\0${name}` : null),
  load(id) {
    if (id === `\0${name}`) return stylesheet();
    return workedOut.test(id) ? "export const MantineCssVariables = () => null;" : null;
  },
};

/** A rule for the root, in one line. */
export function stylesheet(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const { colors } = theme;
  const { variables, light } = defaultCssVariablesResolver({ ...merged, colors } as MantineTheme);
  const all = Object.entries({ ...variables, ...light, ...lightVariables });
  return `:root{${all.map(([variable, value]) => `${variable}:${value}`).join(";")}}`;
}
