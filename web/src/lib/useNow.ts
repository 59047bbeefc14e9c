import { useSyncExternalStore } from "react";
import { serverNow } from "./session.ts";

const tickEveryMs = 10_000;
let now = serverNow();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = serverNow();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    timer = setInterval(tick, tickEveryMs);
    // A sleeping tab has a stale clock until its next tick.
    document.addEventListener("visibilitychange", tick);
    tick();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", tick);
  };
}

/** The server's time in milliseconds, the same for all rows, updated every ten seconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
