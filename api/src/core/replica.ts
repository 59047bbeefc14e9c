import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { openDb, type Db, type Executor } from "./db.ts";
import type { OwnGauge } from "./http/metrics.ts";
import { isAway, wordsOf } from "./outage.ts";

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
const pollEveryMs = 2;
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
  let reads = openDb(openReads());
  const underWay = new Set<(silence: Error) => void>();
  let isNear = false;
  let hadAllAt = performance.now();
  let answered = 0;

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
  let looking: Promise<void> | undefined;
  /** One look is enough for all who asked before it began. */
  async function isReady(): Promise<boolean> {
    const askedAt = performance.now();
    while (isNear && hadAllAt < askedAt) {
      looking ??= look(patienceMs).finally(() => (looking = undefined));
      await looking.catch(() => {});
    }
    return isNear;
  }

  /** What `work` says, unless the replica becomes silent meanwhile. */
  async function unlessSilent<T>(work: (reads: Db) => Promise<T>): Promise<T> {
    const silence = Promise.withResolvers<never>();
    underWay.add(silence.reject);
    try {
      return await Promise.race([work(reads), silence.promise]);
    } finally {
      underWay.delete(silence.reject);
    }
  }
  /** Nothing comes back on these connections before their limits, if ever: who waits asks the database, others get new ones. */
  function leaveSilent(silence: Error): void {
    const left = reads;
    reads = openDb(openReads());
    void left.destroy().catch(() => {});
    for (const reject of underWay) reject(silence);
  }

  replicas.set(db, async (work) => {
    if (!(await isReady())) return work(db);
    try {
      const answer = await unlessSilent(work);
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
      const why = await look(watchPatienceMs).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof Silence) leaveSilent(error);
          return wordsOf(error);
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

  const behindMs = () => Math.round(performance.now() - hadAllAt);
  const gauge = (name: string, help: string, value: () => number) => ({ name, help, value });
  return {
    state: () => ({ read: isNear, behindMs: behindMs() }),
    gauges: [
      gauge("replica_read", "Whether the replica is read: 1 or 0", () => Number(isNear)),
      gauge("replica_behind_seconds", "Since when the replica may lack something", () => {
        return behindMs() / 1000;
      }),
      gauge("replica_answers", "What the replica has answered since the start", () => answered),
    ],
    async stop() {
      stopping.abort();
      replicas.delete(db);
      await watching;
      await Promise.all([reads.destroy(), looks.end()]);
    },
  };
}

/** The replica was asked, and said nothing at all. */
class Silence extends Error {}

/** When the replica was asked, and whether it said anything. */
interface Asked {
  at?: number;
  isHeard: boolean;
}

/** Waits until the replica has what was committed in the database at the call; throws when it never will. */
async function hasEverything(
  primary: pg.Pool,
  looks: pg.Pool,
  asked: Asked,
  over: AbortSignal,
): Promise<void> {
  // Every copy of a cluster keeps its identifier, and no other has it.
  const { rows } = await primary.query<{ place: string; cluster: string; name: string }>(
    `select pg_current_wal_flush_lsn()::text as place, current_database() as name,
       (select system_identifier from pg_control_system())::text as cluster`,
  );
  const { place, cluster, name } = rows[0]!;
  asked.at = performance.now();
  const client = await looks.connect();
  let isOurs = true;
  const giveBack = (isSilent: boolean) => {
    if (isOurs) client.release(isSilent);
    isOurs = false;
  };
  // It may never answer: nobody else shall get this connection.
  over.addEventListener("abort", () => giveBack(true));
  try {
    while (!over.aborted) {
      const { rows: told } = await client.query<{ isReplica: boolean; hasAll: boolean }>(
        `select pg_last_wal_replay_lsn() >= $1::pg_lsn as "hasAll",
           pg_is_in_recovery() and current_database() = $2
             and (select system_identifier from pg_control_system())::text = $3 as "isReplica"`,
        [place, name, cluster],
      );
      asked.isHeard = true;
      if (!told[0]!.isReplica) throw new Error("its address names no replica of this database");
      if (told[0]!.hasAll) return;
      await sleep(pollEveryMs);
    }
  } finally {
    giveBack(false);
  }
}

/** Waits for a look, or throws. The database may be what is slow: then it is not said that the replica is silent. */
async function within(
  limitMs: number,
  work: (asked: Asked, over: AbortSignal) => Promise<void>,
): Promise<void> {
  const over = AbortSignal.timeout(limitMs);
  const asked: Asked = { isHeard: false };
  const { promise: late, reject } = Promise.withResolvers<never>();
  over.addEventListener("abort", () => {
    const hadTime = asked.at !== undefined && performance.now() - asked.at > limitMs / 2;
    if (hadTime && !asked.isHeard) reject(new Silence(`it has been silent for ${limitMs} ms`));
    else reject(new Error(`it lacks something for more than ${limitMs} ms`));
  });
  const worked = work(asked, over);
  // Either may still fail, with nobody listening.
  for (const each of [worked, late]) each.catch(() => {});
  await Promise.race([worked, late]);
}

/** Not what took too long, which would take as long there, and not what writes, which has no place here. */
function mayAskTheDatabase(error: unknown): boolean {
  if (error instanceof Silence) return true;
  return isAway(error) && !["57014", "25006"].includes((error as { code?: string }).code ?? "");
}
