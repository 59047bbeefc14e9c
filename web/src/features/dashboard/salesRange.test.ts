import { expect, test } from "vitest";
import { daysOf, rangeOf, topOf } from "./salesRange.ts";

test.each([
  ["30d", "2026-03-01", "2026-01-31"],
  ["90d", "2026-03-31", "2026-01-01"],
  ["12m", "2026-01-12", "2025-02-01"],
  ["12m", "2026-12-31", "2026-01-01"],
  ["year", "2026-03-31", "2026-01-01"],
] as const)("%s until %s starts on %s", (name, on, from) => {
  expect(daysOf(name, on)).toEqual({ from, to: on });
});

const now = new Date("2026-01-12T10:00:00Z");
test.each([
  ["", "12m", "2025-02-01", "2026-01-12", "year"],
  ["range=year&compare=none", "year", "2026-01-01", "2026-01-12", "none"],
  ["from=2025-03-01&to=2025-03-31", "own", "2025-03-01", "2025-03-31", "year"],
  ["from=2025-03-31&to=2025-03-01&range=ever&compare=x", "12m", "2025-02-01", "2026-01-12", "year"],
  // A day that does not exist, and a range of more than ten years.
  ["from=2025-02-30&to=2025-03-31", "12m", "2025-02-01", "2026-01-12", "year"],
  ["from=2005-01-01&to=2025-03-31", "12m", "2025-02-01", "2026-01-12", "year"],
])("The URL %j means %s from %s to %s", (text, name, from, to, compare) => {
  expect(rangeOf(new URLSearchParams(text), now)).toEqual({ name, from, to, compare });
});

test.each([
  [0, 1],
  [1, 1],
  [101, 200],
  [201, 250],
  [342_000, 500_000],
  [500_000, 500_000],
  [500_001, 1_000_000],
])("An axis up to %d ends at %d", (largest, top) => {
  expect(topOf(largest)).toBe(top);
});
