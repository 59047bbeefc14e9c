import { setTimeout as sleep } from "node:timers/promises";

/** Waits for `work`, but not longer than `limitMs` and no longer once `hurry` is given. Throws what it throws in time. */
export async function atMost(
  limitMs: number,
  work: Promise<unknown>,
  hurry: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const limit = sleep(limitMs, undefined, { signal: AbortSignal.any([over.signal, hurry]) });
  try {
    await Promise.race([work, limit.catch(() => {})]);
  } finally {
    over.abort();
  }
}
