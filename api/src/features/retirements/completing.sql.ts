import { sql } from "kysely";
import type { Completion } from "@tonneline/contract/managedRetirements";
import { sellerDay } from "../../core/days.sql.ts";
import type { Executor, Tx } from "../../core/db.ts";
import type { Step } from "../../core/decisions.ts";
import { lockRetirement, type LockedRetirement } from "./retirements.sql.ts";
import type { NumberedBlock } from "./serials.rules.ts";

/** Returns whether the settings require a second person; read from the database, not from a server's cache. */
export async function needsSecondPerson(executor: Executor): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    select coalesce((select (value ->> 'secondPerson')::boolean from settings where section = 'retirements'), false)
      as needed`.execute(executor);
  return rows[0]!.needed;
}

/** Saves an entry for another operator to confirm; undefined if the retirement is no longer in progress. */
export async function saveEntry(
  tx: Tx,
  { id, from, actorId }: Step,
  entry: Completion,
): Promise<LockedRetirement | undefined> {
  const { numUpdatedRows } = await tx
    .updateTable("retirements")
    .set({
      entered: JSON.stringify(entry),
      entered_by: actorId,
      entered_at: sql<Date>`now()`,
      started_at: sql<Date>`coalesce(started_at, now())`,
      version: sql<number>`version + 1`,
    })
    .where("id", "=", id)
    .where("status", "=", from)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? await lockRetirement(tx, id) : undefined;
}

/** A retirement to complete, with its blocks at a registry. */
export interface Numbered {
  id: number;
  registryId: number;
  blocks: readonly NumberedBlock[];
}

/** A block with numbers that were retired before, and the retirement that has them. */
export interface Use {
  id: number;
  /** Index of the block, from 0. */
  index: number;
  retirementId: number;
  buyer: string;
  /** The seller's day (ISO). */
  retiredOn: string;
}

/** Returns the blocks with numbers that were retired before, in order. */
export async function usesOf(executor: Executor, rows: readonly Numbered[]): Promise<Use[]> {
  const blocks = rows.flatMap(({ id, registryId, blocks: all }) =>
    all.map(({ block, first, last }, index) => ({ id, registryId, block, first, last, index })),
  );
  const column = <K extends keyof (typeof blocks)[number]>(key: K) =>
    blocks.map((block) => block[key]);
  const found = await sql<Use>`
    select distinct on (g.place) g.id, g.index, b.retirement_id as "retirementId",
      c.name as buyer,
      ${sellerDay(sql`r.retired_at`)} as "retiredOn"
    from unnest(${column("id")}::integer[], ${column("index")}::integer[], ${column("registryId")}::integer[],
        ${column("block")}::text[], ${column("first")}::bigint[], ${column("last")}::bigint[])
        with ordinality as g (id, index, registry_id, block, first, last, place)
      join retirement_blocks b on b.registry_id = g.registry_id and b.block = g.block
        and b.numbers && int8range(g.first, g.last, '[]')
      join retirements r on r.id = b.retirement_id
      join companies c on c.id = r.company_id
    where b.retirement_id <> g.id
    order by g.place, b.retirement_id`.execute(executor);
  return found.rows;
}

/** Returns the facts that serial numbers of retirements are checked against; unknown ids are skipped. */
export async function checkedOf(executor: Executor, ids: readonly number[]) {
  const { rows } = await sql<{
    id: number;
    quantity: number;
    registryId: number;
    registryCode: string | null;
  }>`select r.id, r.quantity, r.registry_id as "registryId", g.code as "registryCode"
    from retirements r join registries g on g.id = r.registry_id where r.id = any(${[...ids]})`.execute(
    executor,
  );
  return rows;
}

/** Returns the retirements in progress per registry, longest waiting first. */
export async function queueOf(executor: Executor) {
  const { rows } = await sql<{
    id: number;
    name: string;
    waiting: number;
    tonnes: number;
    oldestAt: Date;
  }>`select g.id, g.name, w.waiting, w.tonnes, w."oldestAt" from (
      select registry_id, count(*) as waiting, sum(quantity) as tonnes, min(requested_at) as "oldestAt"
      from retirements where status = 'RETIREMENT_IN_PROGRESS' group by registry_id) w
    join registries g on g.id = w.registry_id order by w."oldestAt", g.id`.execute(executor);
  return rows;
}
