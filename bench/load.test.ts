import { expect, test } from "vitest";
import { figuresOf } from "./load.ts";

test("p99 is the slowest of a hundred, not their average", () => {
  const times = [900, ...Array.from({ length: 99 }, () => 10)];
  expect(figuresOf(times, 2000, 1)).toEqual({
    perSecond: 50,
    p50: 10,
    p99: 900,
    count: 100,
    failures: 1,
  });
});

test("no operations are zero per second", () => {
  expect(figuresOf([], 1000, 3)).toMatchObject({ perSecond: 0, p50: 0, p99: 0, failures: 3 });
});
