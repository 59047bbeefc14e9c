import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const src = path.resolve(import.meta.dirname, "..");
const css = globSync("**/*.css", { cwd: src })
  .map((file) => readFileSync(path.join(src, file), "utf8"))
  .join("\n");

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
