import { expect, test } from "vitest";
import { shadeOf, shadeRanges } from "./shades.ts";

test.each([
  ["projects", 0, 0],
  ["projects", 1, 1],
  ["projects", 4, 1],
  ["projects", 5, 2],
  ["projects", 219, 4],
  ["projects", 220, 5],
  ["credits", 9_999, 1],
  ["credits", 10_000, 2],
  ["credits", 99_000_000, 5],
] as const)("By %s, %i has shade %i", (measure, figure, shade) => {
  expect(shadeOf(measure, figure)).toBe(shade);
});

test("Every figure is in the range that the legend shows for its shade", () => {
  for (const { shade, from, to } of shadeRanges("projects")) {
    expect(shadeOf("projects", from)).toBe(shade);
    if (to !== null) expect(shadeOf("projects", to)).toBe(shade);
  }
  expect(shadeRanges("projects").at(-1)).toEqual({ shade: 5, from: 220, to: null });
});
