import { expect, test } from "vitest";
import { sources, textOf } from "./imports.ts";

// `export function x(` and `export const x = (…) =>` with or without types; the sources are formatted, so this is enough.
const begins =
  /^export (?:default )?(?:(?:async )?function\*? ?(?<declared>\w+)|const (?<arrow>\w+)(?:: [^=]+)? =)/;
const arrow = /^(?:\s*(?:async )?(?:<[^>]*>)?(?:\w+|\([^]*?\)(?:: [^=]*?)?) =>)/;

/** The exported functions of a source text without a docstring; overloads need it on the first one. */
function undocumentedIn(text: string): string[] {
  const lines = text.split("\n");
  const documented = new Map<string, boolean>();
  for (const [nth, line] of lines.entries()) {
    const groups = begins.exec(line)?.groups;
    const name = groups?.declared ?? groups?.arrow;
    if (!name || documented.has(name)) continue;
    const value = lines.slice(nth, nth + 12).join("\n");
    const isFunction = groups?.declared || arrow.test(value.slice(value.indexOf(" =") + 2));
    if (isFunction) documented.set(name, /\*\/\s*$/.test(lines[nth - 1] ?? ""));
  }
  return [...documented].filter(([, isDocumented]) => !isDocumented).map(([name]) => name);
}

test("the scanner finds functions and their docstrings", () => {
  const text = `
export function declared() {}
export async function late() {}
export const short = (value: string): number => value.length;
export const plain = 5;
export const called = memo(() => 5);
/** Told. */
export const told = <T>(value: T) => value;
/**
 * Told, too.
 */
export function both(value: string): string;
export function both(value: number): number;
// A remark is none.
export default function App() {}
function own() {}
`;
  expect(undocumentedIn(text)).toEqual(["declared", "late", "short", "App"]);
});

test("every exported function has a docstring", () => {
  const code = sources.filter(
    (file) =>
      /\.(tsx?|mjs)$/.test(file) &&
      !/\.(test|harness|fixtures)\.tsx?$|\/test\/|^e2e\/|\.d\.ts$/.test(file),
  );
  expect(code.length).toBeGreaterThan(1000);
  const undocumented = code.flatMap((file) =>
    undocumentedIn(textOf(file)).map((name) => `${file}: ${name}`),
  );
  expect(undocumented).toEqual([]);
});
