import { expect, test } from "vitest";
import { choicesOf } from "./choices.ts";

const found = [
  { id: 3, name: "Ada Ltd" },
  { id: 7, name: "Byron AG" },
];
const rows = [
  { value: "3", label: "Ada Ltd" },
  { value: "7", label: "Byron AG" },
];

test("The chosen one remains an option if the search does not find it, and appears only once", () => {
  const clara = { name: "Clara SA" };
  const own = { value: "9", label: "Clara SA" };
  expect(choicesOf(found, clara, "9")).toEqual({ choices: [own, ...rows], chosen: "Clara SA" });
  expect(choicesOf(found, { name: "Byron AG" }, "7").choices).toEqual(rows);
});

test("There are no options before anything is loaded", () => {
  expect(choicesOf(undefined, undefined, "9")).toEqual({ choices: [], chosen: undefined });
  expect(choicesOf(found, undefined, undefined).choices).toEqual(rows);
});
