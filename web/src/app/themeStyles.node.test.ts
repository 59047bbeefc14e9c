import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, it } from "vitest";
import { stylesheet, themeStyles } from "../../themeStyles.ts";
import { lightVariables } from "./theme.ts";

const src = path.resolve(import.meta.dirname, "..");
const { resolve } = createRequire(import.meta.url);
const defined = new Map(
  [...stylesheet().matchAll(/[{;](--[\w-]+):([^;}]*)/g)].map(([, name, value]) => [name!, value]),
);

it("defines every library variable that its styles or ours use", () => {
  const ours = globSync("**/*.{css,ts,tsx}", { cwd: src }).map((file) => path.join(src, file));
  const imports = ours.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/^import "(@mantine\/.*\.css)";/gm)].map(([, each]) =>
      resolve(each!),
    ),
  );
  expect(imports.length).toBeGreaterThan(10);
  const variables = [...ours, ...imports].flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/var\((--mantine-[\w-]+)\)/g)].map(([, name]) => name!),
  );
  const missing = new Set(variables.filter((name) => !defined.has(name)));
  // Those of the dark scheme, which is never shown, and one that texts set themselves.
  const definedElsewhere = /^--mantine-(color-dark-|text-wrap$)/;
  expect([...missing].filter((name) => !definedElsewhere.test(name))).toEqual([]);
});

it("has our overrides for the light scheme, and the theme's own values", () => {
  expect(Object.fromEntries(defined)).toMatchObject({
    ...lightVariables,
    "--mantine-color-scheme": "light",
    "--mantine-radius-default": "6px",
    "--mantine-color-teal-6": "#067E5E",
    "--mantine-primary-color-filled": "var(--mantine-color-blue-filled)",
  });
});

it("replaces the component that would compute them on each start, and does not render it", () => {
  const library = path.join(path.dirname(resolve("@mantine/core")), "../esm/core/MantineProvider");
  const provider = readFileSync(path.join(library, "MantineProvider.mjs"), "utf8");
  const [, file] = /import \{ MantineCssVariables \} from "([^"]+)"/.exec(provider)!;
  const load = themeStyles.load as (id: string) => string | null;
  expect(load(path.join(library, file!))).toBe("export const MantineCssVariables = () => null;");
  expect(load(path.join(library, "MantineProvider.mjs"))).toBeNull();
  expect(readFileSync(path.join(src, "app/App.tsx"), "utf8")).toContain("withCssVariables={false}");
});
