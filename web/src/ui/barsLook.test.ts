import { expect, it } from "vitest";
import { axisWidth } from "./barsLook.ts";

it("fits the axis to its widest tick label", () => {
  expect(axisWidth(55)).toBe(64);
  expect(axisWidth(799_999)).toBe(64);
  // The tick above it has one more digit: 1,000,000.
  expect(axisWidth(800_001)).toBe(73);
  expect(axisWidth(9_085_923)).toBe(80);
});
