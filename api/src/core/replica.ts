import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { openDb, type Db, type Executor } from "./db.ts";
import type { OwnGauge } from "./http/metrics.ts";
import { isUnavailable, errorMessage } from "./outage.ts";
import { hasEverything, ReplicaSilentError, within } from "./replicaCheck.ts";

/** A streaming replica that serves reads instead of its database. */
export interface Replica {
  /** For the health check: whether the replica is read, and for how long it may have lagged behind. */
  state(): { read: boolean; behindMs: number };
  gauges: readonly OwnGauge[];
  stop(): Promise<void>;
}

type Read = <T>(work: (reads: Db) => Promise<T>) => Promise<T>;
const replicas = new WeakMap<Executor, Read>();

/**
 * Runs `work`, which only reads, on the database's replica if that has everything committed before the call. Otherwise, and
 * again if the replica fails, runs it on the database. Work in a transaction stays on the database.
 */
export function reading<E extends Executor, T>(
  executor: E,
  work: (reads: E) => Promise<T>,
): Promise<T> {
  const read = replicas.get(executor);
  return read ? read((reads) => work(reads as Executor as E)) : work(executor);
}

// How long a read waits for the replica to catch up; that takes milliseconds.
const patienceMs = 100;
// While it is away or behind, reads do not wait for it; only the periodic check does.
const watchEveryMs = 500;
const watchPatienceMs = 2000;

interface Followed {
  primary: pg.Pool;
  /** Connections for checking the replica, separate from reads: waiting for those would make it seem silent. */
  checkPool: pg.Pool;
  /** Opens connections for reads: a new pool when the connections of the old one have become silent. */
  openReads: () => pg.Pool;
  log: (line: string) => void;
}

/** Makes `reading` use a replica from the moment that it has caught up, and for as long as it keeps up. */
export function followReplica(db: Db, { primary, checkPool, openReads, log }: Followed): Replica {
  const freshness = trackFreshness(primary, checkPool);
  const connections = openConnections(openReads);
  let answered = 0;

  replicas.set(db, async (work) => {
    if (!(await freshness.isReady())) return work(db);
    try {
      const answer = await connections.unlessSilent(work);
      answered++;
      return answer;
    } catch (error) {
      if (!canFallBack(error)) throw error;
      return await work(db);
    }
  });

  const stopping = new AbortController();
  const { signal } = stopping;
  async function watch(): Promise<void> {
    for (let before: string | undefined; !signal.aborted;) {
      const why = await freshness.check(watchPatienceMs).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof ReplicaSilentError) connections.replaceSilent(error);
          return errorMessage(error);
        },
      );
      if (why !== before && !signal.aborted) {
        log(why ? `The replica is not read: ${why}` : "The replica is read again.");
      }
      before = why;
      await sleep(watchEveryMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }
  const watching = watch();

  const gauge = (name: string, help: string, value: () => number) => ({ name, help, value });
  return {
    state: freshness.state,
    gauges: [
      gauge("replica_read", "Whether the replica is read: 1 or 0", () =>
        Number(freshness.state().read),
      ),
      gauge(
        "replica_behind_seconds",
        "Since when the replica may lack something",
        () => freshness.state().behindMs / 1000,
      ),
      gauge("replica_answers", "What the replica has answered since the start", () => answered),
    ],
    async stop() {
      stopping.abort();
      replicas.delete(db);
      await watching;
      await Promise.all([connections.end(), checkPool.end()]);
    },
  };
}

/** Tracks whether the replica is up to date, by checking it. */
function trackFreshness(primary: pg.Pool, checkPool: pg.Pool) {
  let isFresh = false;
  let freshAt = performance.now();
  let checking: Promise<void> | undefined;

  async function check(limitMs: number): Promise<void> {
    const begun = performance.now();
    try {
      await within(limitMs, (checkState, signal) =>
        hasEverything(primary, checkPool, checkState, signal),
      );
      isFresh = true;
      freshAt = Math.max(freshAt, begun);
    } catch (error) {
      isFresh = false;
      throw error;
    }
  }

  return {
    /** Throws the reason why the replica cannot be read. */
    check,
    /** One check serves all callers who asked before it began. */
    async isReady(): Promise<boolean> {
      const askedAt = performance.now();
      while (isFresh && freshAt < askedAt) {
        checking ??= check(patienceMs).finally(() => (checking = undefined));
        await checking.catch(() => {});
      }
      return isFresh;
    },
    state: () => ({ read: isFresh, behindMs: Math.round(performance.now() - freshAt) }),
  };
}

/** The connections for reads, replaced when the replica becomes silent on them. */
function openConnections(openReads: () => pg.Pool) {
  let reads = openDb(openReads());
  const pendingReads = new Set<(silence: Error) => void>();
  return {
    /** Returns the result of `work`, or throws if the replica becomes silent meanwhile. */
    async unlessSilent<T>(work: (reads: Db) => Promise<T>): Promise<T> {
      const silence = Promise.withResolvers<never>();
      pendingReads.add(silence.reject);
      try {
        return await Promise.race([work(reads), silence.promise]);
      } finally {
        pendingReads.delete(silence.reject);
      }
    },
    /** These may not return before their limits, if ever: pending reads move to the database, later ones reconnect. */
    replaceSilent(silence: Error): void {
      const left = reads;
      reads = openDb(openReads());
      void left.destroy().catch(() => {});
      for (const reject of pendingReads) reject(silence);
    },
    end: () => reads.destroy(),
  };
}

/** Excludes timeouts, which would take as long on the database, and writes, which must not come here. */
function canFallBack(error: unknown): boolean {
  if (error instanceof ReplicaSilentError) return true;
  return (
    isUnavailable(error) && !["57014", "25006"].includes((error as { code?: string }).code ?? "")
  );
}
