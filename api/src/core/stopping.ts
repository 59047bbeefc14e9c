import { setTimeout as sleep } from "node:timers/promises";

/** Waits for `work`, at most `limitMs` and only until `hurry` aborts. Rethrows its error if it fails in that time. */
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
