import { performance } from "node:perf_hooks";

const pollEveryMs = 250;
// At 0.5 every second request already has to wait for another.
const overloadedFrom = 0.4;
let share = 0;

/** Returns whether this process was overloaded in the last quarter of a second; only while that is being watched. */
export const isOverloaded = (): boolean => share >= overloadedFrom;

/** Measures the share of time that this process is busy, until `stop`. */
export function watchLoad(): { stop(): void } {
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
