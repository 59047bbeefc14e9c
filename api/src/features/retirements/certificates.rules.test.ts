import { expect, test } from "vitest";
import { certificateNumberOf } from "./certificates.rules.ts";

const number = "0123456789abcdef0123456789abcdef";

test.each([
  ["as it is printed", "0123-4567-89ab-cdef-0123-4567-89ab-cdef", number],
  ["in capitals with blanks", " 01234567 89ABCDEF 01234567 89ABCDEF\t", number],
  ["one sign short", number.slice(1), undefined],
  ["one sign too long", `${number}0`, undefined],
  ["with a letter that is none of its signs", `${number.slice(1)}g`, undefined],
  ["empty", "", undefined],
])("A certificate's number, %s", (_how, typed, read) => {
  expect(certificateNumberOf(typed)).toBe(read);
});
