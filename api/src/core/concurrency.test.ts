import { expect, test } from "vitest";
import { limitConcurrency, limitConcurrencyOf } from "./concurrency.ts";

test("Tasks run in order, never more than the limit at once, even if some fail", async () => {
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

test("The tasks of one owner do not delay those of another", async () => {
  const turn = limitConcurrencyOf<string>(1);
  const { promise: held, resolve: release } = Promise.withResolvers<string>();
  const first = turn("one", () => held);
  const second = turn("one", async () => "second");
  expect(await turn("another", async () => "another's")).toBe("another's");
  expect(await Promise.race([second, Promise.resolve("waits")])).toBe("waits");
  release("first");
  expect(await Promise.all([first, second])).toEqual(["first", "second"]);
});
