import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

const pollEveryMs = 2;

/** The replica did not respond at all. */
export class Silence extends Error {}

/** When the replica was queried, and whether it responded. */
interface Asked {
  at?: number;
  isHeard: boolean;
}

/** Waits until the replica has everything committed in the database before the call; throws if it never will. */
export async function hasEverything(
  primary: pg.Pool,
  looks: pg.Pool,
  asked: Asked,
  over: AbortSignal,
): Promise<void> {
  // All copies of a cluster share its identifier, which is unique to them.
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
  // The query may never return: the connection must not be used again.
  over.addEventListener("abort", () => giveBack(true));
  try {
    while (!over.aborted) {
      const { rows: states } = await client.query<{ isReplica: boolean; hasAll: boolean }>(
        `select pg_last_wal_replay_lsn() >= $1::pg_lsn as "hasAll",
           pg_is_in_recovery() and current_database() = $2
             and (select system_identifier from pg_control_system())::text = $3 as "isReplica"`,
        [place, name, cluster],
      );
      asked.isHeard = true;
      if (!states[0]!.isReplica) throw new Error("its address names no replica of this database");
      if (states[0]!.hasAll) return;
      await sleep(pollEveryMs);
    }
  } finally {
    giveBack(false);
  }
}

/** Waits for a check, or throws. If the database may be the slow one, the replica is not reported as silent. */
export async function within(
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
  await Promise.race([work(asked, over), late]);
}
