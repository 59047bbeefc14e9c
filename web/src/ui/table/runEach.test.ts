import { expect, test } from "vitest";
import { runEach, runTogether } from "./runEach.ts";

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

test("of rows that were acted on together, each has its own result; none is done if the call failed", async () => {
  const refused = new Error("no");
  const idOf = (row: number) => row;
  const some = await runTogether([1, 2], idOf, async () => new Map([[2, refused]]));
  expect(some).toEqual([
    { row: 1, error: undefined },
    { row: 2, error: refused },
  ]);
  const none = await runTogether([1, 2], idOf, () => Promise.reject(refused));
  expect(none).toEqual([1, 2].map((row) => ({ row, error: refused })));
});
