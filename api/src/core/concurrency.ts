/** Runs up to `atOnce` tasks at once, and the others in order of arrival. */
export function limitConcurrency(atOnce: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // Its slot goes directly to the next in the queue: later callers cannot get ahead.
      if (next) next();
      else running--;
    }
  };
}

/** Like `limitConcurrency`, but separately for each owner's tasks. */
export function limitConcurrencyOf<Owner>(atOnce: number) {
  const turns = new Map<Owner, { turn: ReturnType<typeof limitConcurrency>; works: number }>();

  return async <T>(owner: Owner, work: () => Promise<T>): Promise<T> => {
    const own = turns.get(owner) ?? { turn: limitConcurrency(atOnce), works: 0 };
    turns.set(owner, own);
    own.works++;
    try {
      return await own.turn(work);
    } finally {
      own.works--;
      if (own.works === 0) turns.delete(owner);
    }
  };
}
