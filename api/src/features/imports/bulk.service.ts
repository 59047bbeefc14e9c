import { sql } from "kysely";
import { advisoryLocks } from "../../core/advisoryLocks.ts";
import type { Db, Executor, Tx } from "../../core/db.ts";

/**
 * Makes PostgreSQL plan for thousands of rows until the transaction ends: it takes tables that have just
 * been filled for small, and a nested loop over them takes minutes where a hash join takes a second.
 */
export async function planForBulk(tx: Tx): Promise<void> {
  await sql`set local enable_nestloop = off`.execute(tx);
  await sql`set local jit = off`.execute(tx);
}

/** Ends planForBulk and updates PostgreSQL's statistics of the filled tables. */
export async function planAsUsual(tx: Tx): Promise<void> {
  await sql`set local enable_nestloop to default`.execute(tx);
  await sql`analyze projects, vintages, vintage_stock, project_labels`.execute(tx);
}

/**
 * Serializes bulk changes to the catalogue: other transactions wait until this one has ended, however
 * long that takes. The connection's timeouts are meant for requests that a person waits for.
 */
export async function lockBulkChange(tx: Tx): Promise<void> {
  await sql`set local lock_timeout = 0`.execute(tx);
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`select pg_advisory_xact_lock(${advisoryLocks.bulkChange})`.execute(tx);
}

/** Returns when the current bulk change began, or null if there is none. */
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
 * Runs a transaction's work until the signal is aborted, then throws the signal's reason. The running
 * statement is cancelled from another connection: some take many seconds.
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
  // Repeatedly, as the signal may be aborted between two statements.
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
    // Wait here: the connection will be reused for other work.
    await cancelling;
  }
}
