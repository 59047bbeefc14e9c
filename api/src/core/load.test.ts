import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { patience } from "../../test/patience.ts";
import { isOverloaded, watchLoad } from "./load.ts";

/** Is busy for `ms` of every twenty milliseconds, for one and a half polls. */
async function work(ms: number): Promise<void> {
  const end = performance.now() + 600;
  while (performance.now() < end) {
    const begun = performance.now();
    while (performance.now() - begun < ms);
    await sleep(20 - ms);
  }
}

test("A process that is mostly idle is not overloaded, one that is nearly always busy is, until it is done", async () => {
  const { stop } = watchLoad();
  // On a busy machine a moment's work may take long: another stretch decides.
  const after = (ms: number) => expect.poll(() => work(ms).then(isOverloaded), patience);
  expect(isOverloaded()).toBe(false);
  await after(18).toBe(true);
  await after(1).toBe(false);
  await after(18).toBe(true);
  stop();
  expect(isOverloaded()).toBe(false);
  await work(18);
  expect(isOverloaded()).toBe(false);
});
