import { sql } from "kysely";
import { sellerToday } from "../../core/days.sql.ts";
import type { Executor, Tx } from "../../core/db.ts";

/** How far a server has read the changes: it continues from here. */
export interface Mark {
  /** The seller's calendar day, on which price lists start and end. */
  day: string;
  /** The transactions whose changes it has seen, as a PostgreSQL snapshot. */
  snapshot: string;
  /** Identifies the database and its current run: transaction ids of another one mean nothing. */
  databaseRun: string;
}

export interface Changes extends Mark {
  ids: number[];
  /** The changes since the mark can no longer be determined. */
  isLost: boolean;
}

/** Represents all projects. */
export const everyProject = 0;
/** Represents the companies' price lists. */
export const priceLists = -1;

/** Records that what buyers see of these projects changes with this transaction. */
export async function insertChanges(tx: Tx, projectIds: readonly number[]): Promise<void> {
  await sql`insert into catalogue_changes (project_id)
    select unnest(${projectIds}::integer[]) on conflict do nothing`.execute(tx);
}

const databaseRun = sql`concat(pg_postmaster_start_time(), ' ', 'catalogue_changes'::regclass::oid)`;

/** Returns the mark at which a build starts: nothing that its transaction sees needs to be read again. */
export async function markOf(tx: Tx): Promise<Mark> {
  const { rows } = await sql<Mark>`
    select pg_current_snapshot()::text as snapshot, ${databaseRun} as "databaseRun", ${sellerToday}::text as day`.execute(
    tx,
  );
  return rows[0]!;
}

/**
 * Returns the projects changed by transactions that `since` did not see, each once, however long those transactions
 * took. A single statement, hence a single snapshot: the next call returns whatever this one does not see.
 */
export async function changesSince(executor: Executor, since: Mark): Promise<Changes> {
  const seen = sql`${since.snapshot}::pg_snapshot`;
  const { rows } = await sql<Changes>`
    select pg_current_snapshot()::text as snapshot, ${databaseRun} as "databaseRun", ${sellerToday}::text as day,
      ${databaseRun} <> ${since.databaseRun} or pg_snapshot_xmax(pg_current_snapshot()) < pg_snapshot_xmax(${seen})
        or exists (select from catalogue_horizon where pruned_below > pg_snapshot_xmin(${seen})
          and pruned_below <= pg_snapshot_xmax(pg_current_snapshot())) as "isLost",
      array(select distinct project_id from catalogue_changes
        where xid >= pg_snapshot_xmin(${seen}) and not pg_visible_in_snapshot(xid, ${seen})) as ids`.execute(
    executor,
  );
  return rows[0]!;
}

/**
 * Deletes changes that every server has read: those of transactions that had all ended at the previous call. A server
 * that was away for longer rebuilds its catalogue. Transaction ids from the future came with a copy of another database.
 */
export async function pruneChanges(tx: Tx): Promise<void> {
  await sql`delete from catalogue_changes
    where xid < (select least(ended_below, pg_snapshot_xmin(pg_current_snapshot())) from catalogue_horizon)
      or xid >= pg_snapshot_xmax(pg_current_snapshot())`.execute(tx);
  await sql`update catalogue_horizon set
    pruned_below = least(ended_below, pg_snapshot_xmin(pg_current_snapshot())),
    ended_below = pg_snapshot_xmin(pg_current_snapshot())`.execute(tx);
}
