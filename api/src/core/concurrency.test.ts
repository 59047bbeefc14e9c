import { expect, test } from "vitest";
import { limitConcurrency } from "./concurrency.ts";

test("No more works than agreed are under way at once, whatever becomes of them, and all are done in order", async () => {
  const turn = limitConcurrency(2);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const done = await Promise.allSettled(
    Array.from({ length: 7 }, (_, n) =>
      turn(async () => {
        begun.push(n);
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        if (n % 3 === 0) throw new Error(`${n} fails`);
        return n;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(done.map((each) => (each.status === "fulfilled" ? each.value : "failed"))).toEqual([
    "failed",
    1,
    2,
    "failed",
    4,
    5,
    "failed",
  ]);
});
