import { expect, test } from "vitest";
import { keyring } from "./keyring.ts";

test("a retry has the key of the first try; other content and other dialogs have their own", () => {
  const keyOf = keyring();
  const first = keyOf({ id: 7, reason: "late" });
  expect(keyOf({ id: 7, reason: "late" })).toBe(first);
  expect(keyOf({ id: 8, reason: "late" })).not.toBe(first);
  expect(keyOf({ id: 7, reason: "never paid" })).not.toBe(first);
  expect(keyring()({ id: 7, reason: "late" })).not.toBe(first);
});
