import { expect, test } from "vitest";
import { creditsText } from "./vintages.rules.ts";

test.each([
  [0, "no credits yet"],
  [1, "1 t"],
  [-1, "1 t"],
  [1200, "1,200 t"],
  [-1_234_567, "1,234,567 t"],
])("%d credits are “%s”", (credits, text) => {
  expect(creditsText(credits)).toBe(text);
});
