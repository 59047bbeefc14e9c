import { setTimeout as sleep } from "node:timers/promises";
import { chanceOf } from "../chance.ts";
import { signal } from "../processes.ts";
import { runScene, seconds, type Result, type Run } from "../scene.ts";

const stopLimitMs = 10_000;

/** The product is stopped while people work, and started again: nothing in flight may be lost. */
export function stopsScene(run: Run): Promise<Result> {
  return runScene(run, "stops", {}, async (scene) => {
    const { product, journal, facts } = scene;
    const chance = chanceOf(run.seed, "stops");
    for (let round = 1; round <= 6; round++) {
      await scene.untilServed();
      await sleep(chance.between(500, 2500));
      const { unanswered } = journal.counts;
      const startedAt = performance.now();
      const [server, starts] = [product.server(), product.starts.count];
      signal(product.launcher(), chance.pick(["SIGTERM", "SIGINT"] as const));
      while (product.starts.count === starts) await sleep(10);
      const tookMs = performance.now() - startedAt;
      if (server === product.server()) journal.differences.push("The server outlived its launcher");
      if (tookMs > stopLimitMs) journal.differences.push(`A stop took ${seconds(tookMs)}`);
      const recoveryMs = await scene.untilServed();
      facts.push(
        `stop ${round}: over after ${seconds(tookMs)}, ${journal.counts.unanswered - unanswered} requests cut, served again ${seconds(recoveryMs)} later`,
      );
      await scene.check(`After stop ${round}`);
    }
    if (product.exitCodes.some((code) => code !== 0)) {
      journal.differences.push(`Stops ended with ${product.exitCodes.join(", ")}`);
    }
  });
}
