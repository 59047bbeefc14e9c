import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const src = path.resolve(import.meta.dirname, "..");
const sheets = globSync("**/*.css", { cwd: src }).map((file) =>
  readFileSync(path.join(src, file), "utf8").replaceAll(/\/\*.*?\*\//gs, ""),
);
const css = sheets.join("\n");

/** Properties that can be animated without repainting a layer. */
const unpainted = new Set(["transform", "opacity"]);

it("has endless animations only of properties that need no repaint", () => {
  const endless = [...css.matchAll(/animation:\s*([\w-]+)[^;]*\binfinite\b/g)];
  expect(endless.length).toBeGreaterThan(0);
  const painted = endless.flatMap(([, name]) => {
    const frames = new RegExp(`@keyframes ${name} \\{(.*?)\\n\\}`, "s").exec(css)?.[1] ?? "";
    const changed = [...frames.matchAll(/([\w-]+):/g)].map(([, property]) => property!);
    expect(changed, name).not.toEqual([]);
    return changed.filter((property) => !unpainted.has(property)).map((each) => [name, each]);
  });
  expect(painted).toEqual([]);
});

const whereReduced = /@media \(prefers-reduced-motion: reduce\) \{((?:[^{}]*\{[^{}]*\})*)\s*\}/g;

/** Returns the selectors of the rules with such an animation. */
function selectorsOf(sheet: string, animation: RegExp): string[] {
  const rules = [...sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)];
  return rules
    .filter(([, , body]) => animation.test(body!))
    .map(([, selector]) => selector!.trim());
}

it("stops every animation where motion is reduced, by the same selector: a shorter one may count less", () => {
  const moving = sheets.flatMap((sheet) => {
    const stopped = [...sheet.matchAll(whereReduced)].flatMap(([, rules]) =>
      selectorsOf(rules!, /animation: none/),
    );
    // One of 1 ms only delays.
    const started = selectorsOf(sheet.replaceAll(whereReduced, ""), /animation: [\w-]+ (?!1ms)/);
    return started.map((selector) => [selector, stopped.includes(selector)] as const);
  });
  expect(moving.length).toBeGreaterThan(2);
  expect(moving.filter(([, isStopped]) => !isStopped)).toEqual([]);
});
