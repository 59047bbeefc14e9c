import { useSyncExternalStore } from "react";

const tickEveryMs = 10_000;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  if (listeners.size === 1) {
    timer = setInterval(tick, tickEveryMs);
    // A tab that slept has a stale clock until its next tick.
    document.addEventListener("visibilitychange", tick);
    tick();
  }
  return () => {
    listeners.delete(tell);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", tick);
  };
}

/** The time in milliseconds, the same for all rows, renewed every ten seconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
