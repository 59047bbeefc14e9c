import { expect, test } from "vitest";
import { gapOf } from "./gaps.rules.ts";

const none = { openingCents: 100, closingBefore: 100, number: 6, numberBefore: 5 };

test.each([
  ["goes on where the one before ended", {}, null],
  ["is the first of its account", { closingBefore: null, numberBefore: null }, null],
  ["begins with another balance", { openingCents: 101 }, { otherBalance: true, numbers: null }],
  ["begins with less", { openingCents: 99 }, { otherBalance: true, numbers: null }],
  ["begins with nothing", { openingCents: 0 }, { otherBalance: true, numbers: null }],
  ["has no balances", { openingCents: null }, null],
  ["has no number", { number: null }, null],
  [
    "leaves one number out",
    { numberBefore: 4 },
    { otherBalance: false, numbers: { first: 5, last: 5 } },
  ],
  [
    "leaves several out, and the balance jumps",
    { numberBefore: 2, closingBefore: 1 },
    { otherBalance: true, numbers: { first: 3, last: 5 } },
  ],
])("A statement that %s", (_, given, gap) => {
  expect(gapOf({ ...none, ...given })).toEqual(gap);
});
