import { expect, test } from "vitest";
import { groupInFours } from "./fours.ts";

test.each([
  ["RF7720260001", "RF77 2026 0001"],
  ["RF4510482", "RF45 1048 2"],
])("%s is written as %s", (code, inGroups) => {
  expect(groupInFours(code)).toBe(inGroups);
});
