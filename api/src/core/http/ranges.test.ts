import { expect, test } from "vitest";
import { rangeOf } from "./ranges.ts";

test.each([
  ["bytes=0-0", { first: 0, last: 0 }],
  ["bytes=2-5", { first: 2, last: 5 }],
  ["bytes=4-", { first: 4, last: 9 }],
  ["bytes=4-99", { first: 4, last: 9 }],
  ["bytes=-3", { first: 7, last: 9 }],
  ["bytes=-99", { first: 0, last: 9 }],
  ["bytes=10-", "beyond"],
  ["bytes=99-100", "beyond"],
  ["bytes=-0", "beyond"],
  ["bytes= 2 - 5 ", { first: 2, last: 5 }],
  ["bytes= - 3", { first: 7, last: 9 }],
  // Not understood: the whole file, as without the header.
  [undefined, undefined],
  ["", undefined],
  ["bytes=-", undefined],
  ["bytes=5-2", undefined],
  ["bytes=0-1,4-5", undefined],
  ["lines=1-2", undefined],
  ["bytes=a-b", undefined],
])("of 10 bytes %j is %j", (header, expected) => {
  expect(rangeOf(header, 10)).toEqual(expected);
});

test("a header full of blanks is parsed in linear time", () => {
  const blanks = " ".repeat(100_000);
  expect(rangeOf(`bytes=${blanks}x`, 10)).toBeUndefined();
  expect(rangeOf(`bytes=1${blanks}-${blanks}x`, 10)).toBeUndefined();
});

test("an empty file has no range", () => {
  expect(rangeOf("bytes=0-", 0)).toBe("beyond");
  expect(rangeOf("bytes=-5", 0)).toBe("beyond");
});
