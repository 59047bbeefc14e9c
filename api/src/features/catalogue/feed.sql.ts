import { sql } from "kysely";
import { sellerToday } from "../../core/days.sql.ts";
import type { Executor, Tx } from "../../core/db.ts";

/** What a server has seen of the changes: it goes on from here. */
export interface Mark {
  /** The seller's, on which price lists begin and end. */
  day: string;
  /** The transactions whose changes it has seen, as PostgreSQL writes a snapshot. */
  snapshot: string;
  /** Which database it was, as long as that runs: the numbers of another one's transactions mean nothing. */
  place: string;
}

export interface Changes extends Mark {
  ids: number[];
  /** What was changed since cannot be told any more. */
  isLost: boolean;
}

/** Stands for all projects. */
export const everyProject = 0;
/** Stands for the price lists of companies. */
export const priceLists = -1;

/** Says that what buyers see of these projects is otherwise after this transaction. */
export async function insertChanges(tx: Tx, projectIds: readonly number[]): Promise<void> {
  await sql`insert into catalogue_changes (project_id)
    select distinct unnest(${projectIds}::integer[]) on conflict do nothing`.execute(tx);
}

const place = sql`concat(pg_postmaster_start_time(), ' ', 'catalogue_changes'::regclass::oid)`;

/** Where a build begins: everything that its transaction sees needs not be read again. */
export async function markOf(tx: Tx): Promise<Mark> {
  const { rows } = await sql<Mark>`
    select pg_current_snapshot()::text as snapshot, ${place} as place, ${sellerToday}::text as day`.execute(
    tx,
  );
  return rows[0]!;
}

/**
 * The projects that were changed by transactions which `since` did not see, each once, however long they took. One
 * statement, hence one snapshot: whatever it does not see, the next one does.
 */
export async function changesSince(executor: Executor, since: Mark): Promise<Changes> {
  const seen = sql`${since.snapshot}::pg_snapshot`;
  const { rows } = await sql<Changes>`
    select pg_current_snapshot()::text as snapshot, ${place} as place, ${sellerToday}::text as day,
      ${place} <> ${since.place} or pg_snapshot_xmax(pg_current_snapshot()) < pg_snapshot_xmax(${seen})
        or exists (select from catalogue_horizon where pruned_below > pg_snapshot_xmin(${seen})
          and pruned_below <= pg_snapshot_xmax(pg_current_snapshot())) as "isLost",
      array(select distinct project_id from catalogue_changes
        where xid >= pg_snapshot_xmin(${seen}) and not pg_visible_in_snapshot(xid, ${seen})) as ids`.execute(
    executor,
  );
  return rows[0]!;
}

/**
 * Deletes what every server has read: changes of transactions that had all ended when this was called last. A server that
 * was away so long builds its catalogue again. What stands beyond all transactions came with a copy of another database.
 */
export async function pruneChanges(tx: Tx): Promise<void> {
  await sql`delete from catalogue_changes
    where xid < (select least(ended_below, pg_snapshot_xmin(pg_current_snapshot())) from catalogue_horizon)
      or xid >= pg_snapshot_xmax(pg_current_snapshot())`.execute(tx);
  await sql`update catalogue_horizon set
    pruned_below = least(ended_below, pg_snapshot_xmin(pg_current_snapshot())),
    ended_below = pg_snapshot_xmin(pg_current_snapshot())`.execute(tx);
}
