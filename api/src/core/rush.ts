import { performance } from "node:perf_hooks";

const pollEveryMs = 250;
// At half of it a request already waits for another one as often as not.
const rushedFrom = 0.4;
let share = 0;

/** Whether this process has its hands full: what it did in the last quarter of a second, while that is watched. */
export const isRushed = (): boolean => share >= rushedFrom;

/** Watches how much of its time this process is at work, until `stop`. */
export function watchRush(): { stop(): void } {
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    share = performance.eventLoopUtilization(now, before).utilization;
    before = now;
  }, pollEveryMs).unref();
  return {
    stop() {
      clearInterval(timer);
      share = 0;
    },
  };
}
