/**
 * The result of `work`, or the error that `late` makes once that has taken longer than `limitMs` milliseconds: it goes on all
 * the same, and nobody hears whether it fails then. To wait for it keeps no process alive.
 */
export async function withTimeout<T>(
  work: Promise<T>,
  limitMs: number,
  late: () => Error,
): Promise<T> {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => over.reject(late()), limitMs).unref();
  return await Promise.race([work, over.promise]).finally(() => clearTimeout(timer));
}
