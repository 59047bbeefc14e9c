import { sql } from "kysely";
import type { Tx } from "../../core/db.ts";
import type { VintageFacts } from "./changes.rules.ts";

/** Adds an entry, dated now, to a project's public history; does not increment the project's version. */
export async function recordChange(tx: Tx, projectId: number, change: string): Promise<void> {
  await tx.insertInto("project_changes").values({ project_id: projectId, change }).execute();
}

/** Locks a vintage of any project until the transaction ends; undefined if there is none. */
export function lockVintage(tx: Tx, vintageId: number) {
  return (
    tx
      .selectFrom("vintages")
      .select([
        "project_id as projectId",
        "year",
        "price_cents as priceCents",
        "claim_type as claimType",
        "impact_type as impactType",
        "credit_type as creditType",
        "status",
        "methodology",
        "period_start as periodStart",
        "period_end as periodEnd",
        "expected_delivery as expectedDelivery",
        "delivery_state as deliveryState",
        "delivery_note as deliveryNote",
      ])
      .where("id", "=", vintageId)
      // Not a stronger lock: carts and orders that reference the vintage are not blocked.
      .forNoKeyUpdate()
      .executeTakeFirst()
  );
}

/** Updates all fields as a new version. The caller holds the lock and updates the history, recorded prices and listing. */
export async function updateVintage(tx: Tx, vintageId: number, facts: VintageFacts): Promise<void> {
  await tx
    .updateTable("vintages")
    .set({
      year: facts.year,
      price_cents: facts.priceCents,
      claim_type: facts.claimType,
      impact_type: facts.impactType,
      credit_type: facts.creditType,
      status: facts.status,
      methodology: facts.methodology,
      period_start: facts.periodStart,
      period_end: facts.periodEnd,
      expected_delivery: facts.expectedDelivery,
      delivery_state: facts.deliveryState,
      delivery_note: facts.deliveryNote,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", vintageId)
    .execute();
}

/**
 * Adds the current price of each vintage to its price history if it differs from the last recorded
 * one; to be called for every inserted vintage too.
 */
export async function recordPrices(tx: Tx, vintageIds: readonly number[]): Promise<void> {
  await sql`insert into vintage_prices (vintage_id, price_cents)
    select v.id, v.price_cents from vintages v
      left join lateral (select price_cents, true as is_there from vintage_prices p where p.vintage_id = v.id
        order by p.id desc limit 1) last on true
    where v.id = any(${vintageIds}::integer[])
      and case when last.is_there then v.price_cents is distinct from last.price_cents
        else v.price_cents is not null end
    order by v.id`.execute(tx);
}

/**
 * Returns a project's own status and locks the row until the transaction ends, without blocking rows
 * that reference it. Undefined if there is none.
 */
export function lockProject(tx: Tx, projectId: number) {
  return tx
    .selectFrom("projects")
    .select(["status"])
    .where("id", "=", projectId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Updates the status as a new version. The caller holds the lock and updates the history and listing. */
export async function updateStatus(tx: Tx, projectId: number, status: string): Promise<void> {
  await tx
    .updateTable("projects")
    .set({ status, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where("id", "=", projectId)
    .execute();
}
