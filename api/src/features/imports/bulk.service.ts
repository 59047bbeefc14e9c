import { sql } from "kysely";
import { advisoryLocks } from "../../core/advisoryLocks.ts";
import type { Db, Executor, Tx } from "../../core/db.ts";

/**
 * Plans for thousands of rows at once, until the transaction ends: tables that were filled a moment ago look small to
 * PostgreSQL, and a nested loop over them takes minutes where a hash takes a second.
 */
export async function planForBulk(tx: Tx): Promise<void> {
  await sql`set local enable_nestloop = off`.execute(tx);
  await sql`set local jit = off`.execute(tx);
}

/** Ends planForBulk, and lets PostgreSQL count what was filled. */
export async function planAsUsual(tx: Tx): Promise<void> {
  await sql`set local enable_nestloop to default`.execute(tx);
  await sql`analyze projects, vintages, vintage_stock, project_labels`.execute(tx);
}

/**
 * Lets only one transaction at a time fill the catalogue in bulk; the others wait until it has ended, however long that
 * takes: the limits of a connection are for what a person waits for.
 */
export async function lockBulkChange(tx: Tx): Promise<void> {
  await sql`set local lock_timeout = 0`.execute(tx);
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`select pg_advisory_xact_lock(${advisoryLocks.bulkChange})`.execute(tx);
}

/** Since when a transaction fills the catalogue in bulk, or null when none does. */
export async function bulkChangeSince(executor: Executor): Promise<Date | null> {
  const { rows } = await sql<{ since: Date }>`select a.xact_start as since
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and (l.classid, l.objid) = (0, ${advisoryLocks.bulkChange})
      and l.database = (select oid from pg_database where datname = current_database())
      and a.xact_start is not null`.execute(executor);
  return rows[0]?.since ?? null;
}

const cancelEveryMs = 200;

/**
 * Does the work of a transaction until the signal is given, and then throws its reason. The statement that runs is
 * ended from another connection: some take many seconds.
 */
export async function stoppable<T>(
  db: Db,
  tx: Tx,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!signal) return await work();
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  let cancelling: Promise<unknown> = Promise.resolve();
  // Again and again: the signal may come between two statements.
  const timer = setInterval(() => {
    if (!signal.aborted) return;
    cancelling = sql`select pg_cancel_backend(${rows[0]!.pid})`.execute(db).catch(() => undefined);
  }, cancelEveryMs);
  try {
    const result = await work();
    signal.throwIfAborted();
    return result;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearInterval(timer);
    // Not later: the connection will be at work for others.
    await cancelling;
  }
}
