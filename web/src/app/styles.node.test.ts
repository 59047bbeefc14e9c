import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { theme } from "./theme.ts";

const src = path.resolve(import.meta.dirname, "..");
const textOf = (file: string) => readFileSync(path.join(src, file), "utf8");
const textsOf = (pattern: string) =>
  new Map(
    globSync(pattern, { cwd: src })
      .filter((file) => !/\.test\.|^test\//.test(file))
      .map((file) => [file, textOf(file)]),
  );
const sheets = new Map(
  [...textsOf("**/*.css")].map(([file, text]) => [file, text.replaceAll(/\/\*.*?\*\//gs, "")]),
);
const code = textsOf("**/*.{ts,tsx}");
const everything = [...sheets.values(), ...code.values(), textOf("../index.html")].join("\n");

const found = (text: string, pattern: RegExp) =>
  new Set([...text.matchAll(pattern)].map(([, name]) => name!));

/** Returns the classes that a sheet defines; `:global` ones belong to the library. */
function classesOf(sheet: string): Set<string> {
  const selectors = [...sheet.replaceAll(/:global\([^)]*\)/g, "").matchAll(/[^{};]*(?=\{)/g)];
  return found(selectors.join("\n"), /\.([a-z]\w*)/gi);
}

const imports = [...code].flatMap(([file, text]) =>
  [...text.matchAll(/^import (\w+) from "(\..*\.module\.css)";/gm)].map(([, binding, from]) => ({
    file,
    text,
    binding: binding!,
    module: path.join(path.dirname(file), from!),
  })),
);

/**
 * Returns the names by which the code uses a module's classes: `styles.name`, or a pattern of what `styles[…]` may
 * evaluate to.
 */
function composedFrom(module: string): { file: string; name: string | RegExp }[] {
  const here = imports.filter((each) => each.module === module);
  return here.flatMap(({ file, text, binding }) => {
    // Not within strings: `"cart.title"` is a key, `"./cart.css"` a file.
    const named = found(text, new RegExp(`(?<![\\w./"'\`])${binding}\\.(\\w+)`, "g"));
    const computed = found(text, new RegExp(`\\b${binding}\\[([^\\]]+)\\]`, "g"));
    return [...named, ...[...computed].map(comesTo)].map((name) => ({ file, name }));
  });
}

/** Returns the pattern of a computed name: in a template, any word for each placeholder. */
function comesTo(computed: string): RegExp {
  const [, template = "${}"] = /^`([^`]*)`$/.exec(computed) ?? [];
  return new RegExp(`^${template.replaceAll(/\$\{[^}]*\}/g, "\\w+")}$`);
}

const composed = new Set(
  [...sheets].flatMap(([file, sheet]) =>
    [...sheet.matchAll(/composes: ([\w\s]+?)(?: from "(.*)")?;/g)].flatMap(([, names, from]) => {
      const module = from ? path.join(path.dirname(file), from) : file;
      return names!.split(" ").map((name) => `${module} .${name}`);
    }),
  ),
);

const modules = [...sheets].filter(([file]) => file.endsWith(".module.css"));

it("defines in each module exactly the classes that are used", () => {
  expect(modules.length).toBeGreaterThan(100);
  const wrong = modules.flatMap(([module, sheet]) => {
    const taken = composedFrom(module);
    const classes = classesOf(sheet);
    const missing = taken.filter(({ name }) => typeof name === "string" && !classes.has(name));
    const isComposed = (each: string) =>
      composed.has(`${module} .${each}`) ||
      taken.some(({ name }) => (typeof name === "string" ? name === each : name.test(each)));
    return [
      ...missing.map(({ file, name }) => `${file} takes .${String(name)}, not in ${module}`),
      ...[...classes].filter((each) => !isComposed(each)).map((each) => `${module} .${each}`),
    ];
  });
  expect(wrong).toEqual([]);
});

const tokens = new Map(
  [...sheets.get("app/tokens.css")!.matchAll(/(--[\w-]+):\s*([^;]*);/g)].map(([, name, value]) => [
    name!,
    value!,
  ]),
);
const isOfScale = (token: string) =>
  /^--[a-z]+-\d$/.test(token) && token.slice(2, -2) in theme.colors!;

it("defines every variable in use, and uses every token", () => {
  const read = found(everything, /var\((--[\w-]+(?:\$\{\w+\}[\w-]*)?)/g);
  // The library's own variables are covered by another test.
  const unknown = [...read].filter(
    (name) =>
      !/^--mantine-|\$/.test(name) &&
      !new RegExp(`${name}(:|["'\`]\\]?:)|setProperty\\("${name}"`).test(everything),
  );
  expect(unknown).toEqual([]);
  const isRead = (token: string) =>
    [...read].some((name) => new RegExp(`^${name.replace(/\$\{\w+\}/, "\\w+")}$`).test(token));
  // A scale counts as a whole.
  const unread = [...tokens.keys()].filter((token) => !isOfScale(token) && !isRead(token));
  expect(unread).toEqual([]);
});

it("has the same colours in tokens and theme", () => {
  const scales = ["blue", "mint", "cyan", "navy", "amber", "red"];
  const ofTheme = scales.flatMap((scale) =>
    theme.colors![scale]!.map((colour, step) => [`--${scale}-${step}`, colour.toLowerCase()]),
  );
  expect([...tokens].filter(([token]) => isOfScale(token))).toEqual(ofTheme);
});

it("hides the headers of folded tables in one way, and shows them on keyboard focus", () => {
  const hiding = [...sheets].filter(([, sheet]) => /thead[^{}]*\{[^}]*clip-path/.test(sheet));
  expect(hiding.map(([file]) => file)).toEqual(["ui/folded.module.css"]);
  expect(sheets.get("ui/folded.module.css")).toContain("thead:not(:focus-within)");
});

it("has one style for headers of dialogs, except for pictures and the palette", () => {
  const own = [...code].filter(([, text]) => /<Modal\b|<DialogFrame\b[^>]*classNames/.test(text));
  expect(own.map(([file]) => file).toSorted()).toEqual([
    "app/palette/Palette.tsx",
    "features/catalogue/Lightbox.tsx",
    "ui/DialogFrame.tsx",
  ]);
});

it("has coloured borders only on destructive buttons and on dark backgrounds", () => {
  const wrong = [...code].flatMap(([file, text]) =>
    [...text.matchAll(/<(?:Busy)?Button\b[^>]*?variant="outline"[^>]*>/g)]
      .filter(([button]) => !/color="(red\.7|white)"/.test(button))
      .map(() => file),
  );
  expect(wrong).toEqual([]);
});

it("chooses layouts by pixels, as texts are sized: a larger font of the browser must not select half of each", () => {
  const relative = [...sheets, ...code].filter(([, text]) =>
    /\((?:min-|max-)?width[^)]*\dr?em\)/.test(text),
  );
  expect(relative.map(([file]) => file)).toEqual([]);
});

it("keeps codes and account numbers out of the browser's translation", () => {
  const exact = /<(?:code\b|(?:span|small) className=\{\w+\.(?:mono|code)\})[^>]*>/g;
  const tags = [...code].flatMap(([file, text]) =>
    (text.match(exact) ?? []).map((tag) => [file, tag]),
  );
  expect(tags.length).toBeGreaterThan(15);
  expect(tags.filter(([, tag]) => !tag!.includes('translate="no"'))).toEqual([]);
});

it("prints the columns of a certificate as blocks: a grid does not grow where a sheet ends", () => {
  const sheet = sheets.get("features/retirements/certificate.module.css");
  expect(sheet).toMatch(/@media print \{[^@]*\.pair \{\s*display: block;/);
});

it.each([
  ["keys", ".hint"],
  ["table", ".table .box"],
])("prints a list without what only the screen needs: in %s.module.css, %s", (file, selector) => {
  const print = sheets.get(`ui/table/${file}.module.css`)!.split("@media print {")[1];
  expect(print).toContain(`${selector} {\n    display: none;`);
});

it("prints the head of a table, and the title of a group, with the first row below it", () => {
  const print = sheets.get("app/global.css")!.split("@media print {")[1];
  expect(print).toMatch(
    /\bthead \+ tbody > tr:first-child,\s*tr:has\(> \[colspan\]\) \+ tr \{\s*break-before: avoid;/,
  );
});

it("prints all figures of a portfolio: only narrow screens leave some out", () => {
  const sheet = sheets.get("features/portfolio/portfolio.module.css")!;
  const blocks = sheet
    .split("@media ")
    .filter((block) => /^[^{]*\bmax-width: \d{3,4}px/.test(block));
  const hiding = blocks.filter(
    (block) =>
      !block.startsWith("(max-width: 599px)") && /data-column[^}]*display: none/.test(block),
  );
  expect(hiding.map((block) => block.split(":")[0])).toEqual(
    Array(3).fill("screen and (max-width"),
  );
});

it("keeps the labels and group titles of a comparison in view, with the mark of what differs", () => {
  const sheet = sheets.get("features/compare/compare.module.css")!;
  const wide = sheet.split("@media screen and (width > 767px) {")[1]!.split("@media")[0];
  expect(wide).toMatch(/\.groupName \{\s*position: sticky;\s*left: /);
  expect(wide).toMatch(/\.differs > th \{\s*box-shadow:\s*inset 3px 0 var\(--blue-5\)/);
});

it("folds a comparison into pairs on screens only: paper, which is narrower, shows all columns", () => {
  const sheet = sheets.get("features/compare/compare.module.css");
  expect(found(sheet!, /@media ([^{]*max-width[^{]*?) \{/g)).toEqual(
    new Set(["screen and (max-width: 767px)"]),
  );
});

it("has no button below the 24 px of WCAG's target size", () => {
  const low = [...code].filter(([, text]) => /size="compact-xs"/.test(text));
  expect(low.map(([file]) => file)).toEqual([]);
});

it("sets the maximum width of texts by its token", () => {
  const own = [...sheets].filter(([file, text]) => file !== "app/tokens.css" && /68ch/.test(text));
  expect(own.map(([file]) => file)).toEqual([]);
});

it("has one weight for bold text, not the browser's", () => {
  expect(sheets.get("app/global.css")).toMatch(/^b \{\s*font-weight: 600;\s*\}/m);
  const again = [...sheets].filter(([, text]) => /[^{}]* b \{\s*font-weight: 600;\s*\}/.test(text));
  expect(again.map(([file]) => file)).toEqual([]);
});
