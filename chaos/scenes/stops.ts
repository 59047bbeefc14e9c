import { setTimeout as sleep } from "node:timers/promises";
import { chanceOf } from "../chance.ts";
import { signal } from "../processes.ts";
import { onStage, seconds, type Result, type Run } from "../stage.ts";

const stopLimitMs = 10_000;

/** The product is stopped while people work, and started again: nothing in flight may be lost. */
export function playStops(run: Run): Promise<Result> {
  return onStage(run, "stops", {}, async (stage) => {
    const { product, journal, facts } = stage;
    const chance = chanceOf(run.seed, "stops");
    for (let round = 1; round <= 6; round++) {
      await stage.untilSomebodyIsServed();
      await sleep(chance.between(500, 2500));
      const { cut } = journal.counts;
      const begun = performance.now();
      const [server, starts] = [product.server(), product.starts.count];
      signal(product.launcher(), chance.pick(["SIGTERM", "SIGINT"] as const));
      while (product.starts.count === starts) await sleep(10);
      const tookMs = performance.now() - begun;
      if (server === product.server()) journal.differences.push("The server outlived its launcher");
      if (tookMs > stopLimitMs) journal.differences.push(`A stop took ${seconds(tookMs)}`);
      const backAfter = await stage.untilSomebodyIsServed();
      facts.push(
        `stop ${round}: over after ${seconds(tookMs)}, ${journal.counts.cut - cut} requests cut, served again ${seconds(backAfter)} later`,
      );
      await stage.check(`After stop ${round}`);
    }
    if (product.codes.some((code) => code !== 0)) {
      journal.differences.push(`Stops ended with ${product.codes.join(", ")}`);
    }
  });
}
