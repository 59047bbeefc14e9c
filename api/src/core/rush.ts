import { performance } from "node:perf_hooks";

const lookEveryMs = 250;
// At half of it a request already waits for another one as often as not.
const rushedFrom = 0.4;

/** Sees whether this process has its hands full: what it did in the last quarter of a second, in parts of that time. */
export function watchRush(): { isRushed(): boolean; stop(): void } {
  let before = performance.eventLoopUtilization();
  let share = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    share = performance.eventLoopUtilization(now, before).utilization;
    before = now;
  }, lookEveryMs).unref();
  return { isRushed: () => share >= rushedFrom, stop: () => clearInterval(timer) };
}
