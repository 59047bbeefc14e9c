import { expect, test } from "vitest";
import { amountWord } from "./amounts.rules.ts";

test("an amount stands among an order's words in letters", () => {
  expect(amountWord(1_234_567_890)).toBe("=bcdefghija=");
});
