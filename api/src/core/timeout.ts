/**
 * Returns the result of `work`, or throws the error of `late` after `limitMs` milliseconds: the work then continues, and its
 * errors are ignored. Waiting for it does not keep the process alive.
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
