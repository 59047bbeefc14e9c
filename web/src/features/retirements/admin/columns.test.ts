import { expect, test } from "vitest";
import { usuallyHidden } from "./columns.tsx";

test.each([
  ["RETIREMENT_IN_PROGRESS", ["registry", "retired"]],
  ["RETIRED", ["registry", "age"]],
  ["DECLINED", ["registry", "age", "retired"]],
  ["all", ["registry"]],
])("Under the tab %s, the columns %s are usually hidden", (tab, hidden) => {
  expect(usuallyHidden(tab)).toEqual(hidden);
});
