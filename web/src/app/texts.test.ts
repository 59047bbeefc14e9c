import { expect, it } from "vitest";
import { en } from "../locales/en.ts";

const sources = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.*", "!../test/**"], {
      query: "?raw",
      import: "default",
      eager: true,
    }),
  ).map(([file, source]) => [placeOf(file, "app/here"), source]),
);

/** Resolves an imported file to its path below src. */
function placeOf(name: string, from: string): string {
  return new URL(name, `https://src/${from}`).pathname.slice(1);
}

const statement =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^;"']*?\sfrom\s+)?"(\.[^"]+)"|\bimport\(\s*"(\.[^"]+)"/g;

function importsOf(file: string) {
  const found = [...(sources[file] ?? "").matchAll(statement)].filter(([, type]) => !type);
  const files = (group: number) =>
    found.flatMap((match) => (match[group] ? [placeOf(match[group], file)] : []));
  return { atOnce: files(2), later: files(3) };
}

/** Returns a file and all its static imports, recursively. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const each of importsOf(file).atOnce) loadedWith(each, seen);
  return seen;
}

/** Returns the features whose texts a file uses: `"cart.title"`, but no other dotted name. */
function featuresSaidIn(file: string): string[] {
  return [...(sources[file] ?? "").matchAll(/["'`](\w+)\.(\w+|\$\{)/g)].flatMap(
    ([, feature = "", text = ""]) => {
      const texts = (en as Record<string, object | undefined>)[feature];
      const isThere = (name: string) => name === text || name.startsWith(`${text}_`);
      return texts && (text === "${" || Object.keys(texts).some(isThere)) ? [feature] : [];
    },
  );
}

const textsOf = Object.fromEntries(
  Object.entries(sources).flatMap(([file, source]) => {
    const feature = /addTexts\("(\w+)", \{/.exec(source)?.[1];
    return feature && file.startsWith("locales/") ? [[feature, file]] : [];
  }),
);

it("loads with each part of the app the texts that it shows", () => {
  expect(Object.keys(textsOf).sort()).toEqual(Object.keys(en).sort());
  const first = loadedWith("app/main.tsx");
  const parts = new Set(Object.keys(sources).flatMap((file) => importsOf(file).later));
  expect(parts.size).toBeGreaterThan(30);
  const missing = ["app/main.tsx", ...parts].flatMap((part) => {
    const loaded = [...loadedWith(part)];
    const features = new Set(loaded.flatMap(featuresSaidIn));
    return [...features]
      .filter((feature) => !loaded.includes(textsOf[feature]!) && !first.has(textsOf[feature]!))
      .map((feature) => `${part} shows texts of ${feature} and does not import them`);
  });
  expect(missing).toEqual([]);
});

it("loads no operators' texts with the first page", () => {
  const operators = ["audit", "editor", "imports", "management", "people", "settings"];
  const first = loadedWith("app/main.tsx");
  expect(operators.filter((feature) => first.has(textsOf[feature]!))).toEqual([]);
});

/** Returns texts by key, such as "cart.row.noneLeft". */
function textsIn(texts: object, place: string): [string, string][] {
  return Object.entries(texts).flatMap(([name, text]: [string, string | object]) => {
    const inside = place ? `${place}.${name}` : name;
    return typeof text === "string" ? [[inside, text]] : textsIn(text, inside);
  });
}

it("uses plural verbs and nouns only in plural texts", () => {
  const of = "amount|available|chosen|count|credits|days|done|held|hours|left|number|pages|tonnes";
  const many = new RegExp(
    `\\{\\{(${of})\\}\\}( of \\{\\{\\w+\\}\\}| \\w+){0,3}? (are|were|have|go|get|stay|return|wait)\\b|\\{\\{(days|pages)\\}\\} (days|pages)\\b`,
  );
  const wrong = textsIn(en, "").filter(
    ([place, text]) => many.test(text) && !place.endsWith("_other"),
  );
  expect(wrong.filter(([place]) => !alwaysSeveral.includes(place))).toEqual([]);
});

/** Only shown for two or more. */
const alwaysSeveral = ["managedRetirements.dialog.declineManyText", "portfolio.holdings.most"];

/** Keys that the code uses. */
const used = new Set<string>();
/** Patterns of keys in templates, and of those that a list's screen reads from its texts. */
const patterns: RegExp[] = [];
for (const [file, source] of Object.entries(sources)) {
  if (file.startsWith("locales/")) continue;
  for (const [, key = ""] of source.matchAll(/["'`](\w+\.(?:[\w.,-]|\$\{[^}]*\})+)["'`]/g)) {
    if (!key.includes("$")) used.add(key);
    else patterns.push(new RegExp(`^${key.replaceAll(/\$\{[^}]*\}/g, "[\\w.,-]+")}$`));
  }
  for (const [, part = ""] of source.matchAll(/["'`]([^"'`]+)["'`], \{ returnObjects/g)) {
    const of = part.replaceAll(/\$\{[^}]*\}/g, "\\w+");
    patterns.push(
      new RegExp(
        `^${of}\\.(title|caption|tabs|open|search|loading|failed|(none|empty|allDone)\\.\\w+)$`,
      ),
    );
  }
}

it("says status, not state, of what a record has reached", () => {
  const states = textsIn(en, "").filter(([, text]) => /^State$|\bby state\b/.test(text));
  // Of a switch, which is on or off.
  expect(states).toEqual([["flags.dialog.state", "State"]]);
});

it("has no unused texts", () => {
  const idle = textsIn(en, "")
    .map(([place]) => place.replace(/_(zero|one|other)$/, ""))
    .filter((place) => !used.has(place) && !patterns.some((pattern) => pattern.test(place)));
  expect(idle).toEqual([]);
});
