import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

const pollEveryMs = 2;

/** The replica did not respond at all. */
export class ReplicaSilentError extends Error {}

/** When the replica was queried, and whether it responded. */
interface CheckState {
  at?: number;
  hasResponded: boolean;
}

/** Waits until the replica has everything committed in the database before the call; throws if it never will. */
export async function hasEverything(
  primary: pg.Pool,
  checkPool: pg.Pool,
  checkState: CheckState,
  signal: AbortSignal,
): Promise<void> {
  // All copies of a cluster share its identifier, which is unique to them.
  const { rows } = await primary.query<{ position: string; cluster: string; name: string }>(
    `select pg_current_wal_flush_lsn()::text as position, current_database() as name,
       (select system_identifier from pg_control_system())::text as cluster`,
  );
  const { position, cluster, name } = rows[0]!;
  checkState.at = performance.now();
  const client = await checkPool.connect();
  let isOurs = true;
  const release = (isSilent: boolean) => {
    if (isOurs) client.release(isSilent);
    isOurs = false;
  };
  // The query may never return: the connection must not be used again.
  signal.addEventListener("abort", () => release(true));
  try {
    while (!signal.aborted) {
      const { rows: states } = await client.query<{ isReplica: boolean; hasAll: boolean }>(
        `select pg_last_wal_replay_lsn() >= $1::pg_lsn as "hasAll",
           pg_is_in_recovery() and current_database() = $2
             and (select system_identifier from pg_control_system())::text = $3 as "isReplica"`,
        [position, name, cluster],
      );
      checkState.hasResponded = true;
      if (!states[0]!.isReplica) throw new Error("its address names no replica of this database");
      if (states[0]!.hasAll) return;
      await sleep(pollEveryMs);
    }
  } finally {
    release(false);
  }
}

/** Waits for a check, or throws. If the database may be the slow one, the replica is not reported as silent. */
export async function within(
  limitMs: number,
  work: (checkState: CheckState, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const signal = AbortSignal.timeout(limitMs);
  const checkState: CheckState = { hasResponded: false };
  const { promise: late, reject } = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => {
    const hadTime = checkState.at !== undefined && performance.now() - checkState.at > limitMs / 2;
    if (hadTime && !checkState.hasResponded)
      reject(new ReplicaSilentError(`it has been silent for ${limitMs} ms`));
    else reject(new Error(`it lacks something for more than ${limitMs} ms`));
  });
  await Promise.race([work(checkState, signal), late]);
}
