import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { openDb, type Db, type Executor } from "./db.ts";
import type { OwnGauge } from "./http/metrics.ts";
import { isUnavailable, errorMessage } from "./outage.ts";
import { hasEverything, Silence, within } from "./replicaLook.ts";

/** A streaming replica that is read in place of its database. */
export interface Replica {
  /** What is told to whoever asks for the health: whether it is read, and since when it may lack something. */
  state(): { read: boolean; behindMs: number };
  gauges: readonly OwnGauge[];
  stop(): Promise<void>;
}

type Read = <T>(work: (reads: Db) => Promise<T>) => Promise<T>;
const replicas = new WeakMap<Executor, Read>();

/**
 * Does `work`, which only reads, on the replica of a database as long as that has everything that was committed when it was
 * asked; else, and again when the replica fails at it, on the database. What runs in a transaction stays there.
 */
export function reading<E extends Executor, T>(
  executor: E,
  work: (reads: E) => Promise<T>,
): Promise<T> {
  const read = replicas.get(executor);
  return read ? read((reads) => work(reads as Executor as E)) : work(executor);
}

// Who reads waits this long for the replica to have what the database has; it takes milliseconds.
const patienceMs = 100;
// While it is away or behind nobody waits for it, but for the one who looks whether it is back.
const watchEveryMs = 500;
const watchPatienceMs = 2000;

interface Followed {
  primary: pg.Pool;
  /** Connections by which the replica is looked at: reads shall not keep them waiting, or it would seem to be silent. */
  looks: pg.Pool;
  /** Opens connections by which it is read: others when those that there were have become silent. */
  openReads: () => pg.Pool;
  tell: (line: string) => void;
}

/** Has `reading` read a replica from the moment at which it has everything, and as long as it has. */
export function followReplica(db: Db, { primary, looks, openReads, tell }: Followed): Replica {
  const nearness = watchNearness(primary, looks);
  const connections = openConnections(openReads);
  let answered = 0;

  replicas.set(db, async (work) => {
    if (!(await nearness.isReady())) return work(db);
    try {
      const answer = await connections.unlessSilent(work);
      answered++;
      return answer;
    } catch (error) {
      if (!mayAskTheDatabase(error)) throw error;
      return await work(db);
    }
  });

  const stopping = new AbortController();
  const { signal } = stopping;
  async function watch(): Promise<void> {
    for (let before: string | undefined; !signal.aborted;) {
      const why = await nearness.look(watchPatienceMs).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof Silence) connections.leaveSilent(error);
          return errorMessage(error);
        },
      );
      if (why !== before && !signal.aborted) {
        tell(why ? `The replica is not read: ${why}` : "The replica is read again.");
      }
      before = why;
      await sleep(watchEveryMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }
  const watching = watch();

  const gauge = (name: string, help: string, value: () => number) => ({ name, help, value });
  return {
    state: nearness.state,
    gauges: [
      gauge("replica_read", "Whether the replica is read: 1 or 0", () =>
        Number(nearness.state().read),
      ),
      gauge(
        "replica_behind_seconds",
        "Since when the replica may lack something",
        () => nearness.state().behindMs / 1000,
      ),
      gauge("replica_answers", "What the replica has answered since the start", () => answered),
    ],
    async stop() {
      stopping.abort();
      replicas.delete(db);
      await watching;
      await Promise.all([connections.end(), looks.end()]);
    },
  };
}

/** Whether the replica has everything, by the looks that were taken at it. */
function watchNearness(primary: pg.Pool, looks: pg.Pool) {
  let isNear = false;
  let hadAllAt = performance.now();
  let looking: Promise<void> | undefined;

  async function look(limitMs: number): Promise<void> {
    const begun = performance.now();
    try {
      await within(limitMs, (asked, over) => hasEverything(primary, looks, asked, over));
      isNear = true;
      hadAllAt = Math.max(hadAllAt, begun);
    } catch (error) {
      isNear = false;
      throw error;
    }
  }

  return {
    /** Throws what keeps the replica from being read. */
    look,
    /** One look is enough for all who asked before it began. */
    async isReady(): Promise<boolean> {
      const askedAt = performance.now();
      while (isNear && hadAllAt < askedAt) {
        looking ??= look(patienceMs).finally(() => (looking = undefined));
        await looking.catch(() => {});
      }
      return isNear;
    },
    state: () => ({ read: isNear, behindMs: Math.round(performance.now() - hadAllAt) }),
  };
}

/** The connections by which the replica is read, for as long as it says anything on them. */
function openConnections(openReads: () => pg.Pool) {
  let reads = openDb(openReads());
  const underWay = new Set<(silence: Error) => void>();
  return {
    /** What `work` says, unless the replica becomes silent meanwhile. */
    async unlessSilent<T>(work: (reads: Db) => Promise<T>): Promise<T> {
      const silence = Promise.withResolvers<never>();
      underWay.add(silence.reject);
      try {
        return await Promise.race([work(reads), silence.promise]);
      } finally {
        underWay.delete(silence.reject);
      }
    },
    /** Nothing comes back on these before their limits, if ever: who waits asks the database, others get new ones. */
    leaveSilent(silence: Error): void {
      const left = reads;
      reads = openDb(openReads());
      void left.destroy().catch(() => {});
      for (const reject of underWay) reject(silence);
    },
    end: () => reads.destroy(),
  };
}

/** Not what took too long, which would take as long there, and not what writes, which has no place here. */
function mayAskTheDatabase(error: unknown): boolean {
  if (error instanceof Silence) return true;
  return (
    isUnavailable(error) && !["57014", "25006"].includes((error as { code?: string }).code ?? "")
  );
}
