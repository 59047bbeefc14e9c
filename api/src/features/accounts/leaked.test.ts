import { expect, test } from "vitest";
import { guessingScore } from "./guessing.ts";
import { hasLeaked } from "./leaked.ts";
import { minGuessingScore } from "./password.rules.ts";

test.each(["1q2w3e4r5t", "4815162342", "LS.mp3xxicd3c4e", "baseball1234", "BASEBALL1234"])(
  "%s has leaked",
  async (password) => {
    expect(await hasLeaked(password)).toBe(true);
  },
);

test("the list has passwords that would otherwise pass as hard to guess", async () => {
  expect(await guessingScore("LS.mp3xxicd3c4e", [])).toBeGreaterThanOrEqual(minGuessingScore);
});

test.each(["harbour lights at dusk", "carbon-demo-2026", "kF8#mQ2xLp", ""])(
  "%j has not leaked",
  async (password) => {
    expect(await hasLeaked(password)).toBe(false);
  },
);
