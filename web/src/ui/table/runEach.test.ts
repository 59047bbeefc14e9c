import { expect, test } from "vitest";
import { runEach } from "./runEach.ts";

test("a failing row does not stop the others, and each has its result", async () => {
  const counted: number[] = [];
  const refused = new Error("no");
  const results = await runEach(
    [1, 2, 3],
    async (row) => {
      if (row === 2) throw refused;
    },
    (count) => counted.push(count),
  );
  expect(results).toEqual([
    { row: 1, error: undefined },
    { row: 2, error: refused },
    { row: 3, error: undefined },
  ]);
  expect(counted).toEqual([1, 2, 3]);
});
