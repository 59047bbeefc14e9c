import { expect, test } from "vitest";
import { amountWord } from "./amounts.rules.ts";

test("An amount is encoded as letters in an order's search words", () => {
  expect(amountWord(1_234_567_890)).toBe("=bcdefghija=");
});
