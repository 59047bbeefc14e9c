import { expect, test } from "vitest";
import { issueYears } from "./evidence.rules.ts";

test.each([
  [
    "Verra",
    [
      [2022, 5],
      [2024, 1],
      [2025, 0],
    ],
    "2022",
    "2024",
  ],
  [
    "Verra",
    [
      [2022, -5],
      [2023, 0],
    ],
    null,
    null,
  ],
  ["Gold Standard", [[2022, 5]], null, null],
  ["Verra", [], null, null],
] as const)(
  "The issues of %s by %j were first in %s, last in %s",
  (registry, years, first, last) => {
    const rows = years.map(([year, issued]) => ({ year, issued }));
    expect(issueYears(registry, rows)).toEqual({ first, last });
  },
);
