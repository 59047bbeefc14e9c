import { describe, expect, test } from "vitest";
import { edges, imageAddress, isOrderOf } from "./images.rules.ts";

const key = "01234567-89ab-cdef-0123-456789abcdef";

describe("An image's address", () => {
  test.each(["small", "medium", "large", "original"])("ends in its key and %s", (size) => {
    expect(imageAddress(`${key}-${size}`)).toEqual({ key, size });
  });

  test.each([
    ["a size that there is not", `${key}-huge`],
    ["no size", key],
    ["capitals in its key", `${key.toUpperCase()}-small`],
    ["a key that is too short", `${key.slice(1)}-small`],
    ["a way out of the folder", `../${key}-small`],
    ["nothing", ""],
  ])("is not parsed with %s", (_what, text) => {
    expect(imageAddress(text)).toBeUndefined();
  });
});

test("Each size is larger than the one before, and the original is not touched", () => {
  expect(edges).toEqual([
    ["small", 400],
    ["medium", 960],
    ["large", 1920],
    ["original", null],
  ]);
});

test.each([
  ["the same one", [1, 2, 3], [1, 2, 3], true],
  ["another one", [1, 2, 3], [3, 1, 2], true],
  ["of none", [], [], true],
  ["with one missing", [1, 2, 3], [1, 2], false],
  ["with one too many", [1, 2], [1, 2, 3], false],
  ["with one twice", [1, 2, 3], [1, 2, 2], false],
  ["with a stranger", [1, 2, 3], [1, 2, 4], false],
])("An order of images, %s", (_which, present, wanted, is) => {
  expect(isOrderOf(present, wanted)).toBe(is);
});
