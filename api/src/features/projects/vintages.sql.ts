import { sql } from "kysely";
import { listManagedVintages } from "@tonneline/contract/vintages";
import type { Executor, Tx } from "../../core/db.ts";
import { list } from "../../core/lists.ts";
import { hasWords, searchable } from "../../core/search.ts";

export interface NewVintageRow {
  projectId: number;
  year: number;
  periodStart: string | null;
  periodEnd: string | null;
  impactType: string;
  claimType: string;
  creditType: string;
  status: string;
  methodology: string;
  priceCents: number | null;
  expectedDelivery: string | null;
  deliveryState: string;
  deliveryNote: string;
}

/**
 * Inserts a vintage; returns its id. The database creates its empty stock: credits come with a
 * movement, and the price history with `recordPrices`.
 */
export async function insertVintage(tx: Tx, vintage: NewVintageRow): Promise<number> {
  const { id } = await tx
    .insertInto("vintages")
    .values({
      project_id: vintage.projectId,
      year: vintage.year,
      period_start: vintage.periodStart,
      period_end: vintage.periodEnd,
      impact_type: vintage.impactType,
      claim_type: vintage.claimType,
      credit_type: vintage.creditType,
      status: vintage.status,
      methodology: vintage.methodology,
      price_cents: vintage.priceCents,
      expected_delivery: vintage.expectedDelivery,
      delivery_state: vintage.deliveryState,
      delivery_note: vintage.deliveryNote,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks a vintage of a project until the transaction ends; undefined if there is none. */
export function lockVintage(tx: Tx, projectId: number, vintageId: number) {
  return tx
    .selectFrom("vintages")
    .select(["version", "year", "period_start as periodStart", "period_end as periodEnd"])
    .where("id", "=", vintageId)
    .where("project_id", "=", projectId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Returns the tonnes ever issued less those withdrawn; valid while the stock is locked. */
export async function issuedOf(tx: Tx, vintageId: number): Promise<number> {
  const { issued } = await tx
    .selectFrom("vintage_stock")
    .select("issued")
    .where("vintage_id", "=", vintageId)
    .executeTakeFirstOrThrow();
  return issued;
}

/** Increments the version of a vintage of which only the credits changed. */
export async function raiseVersion(tx: Tx, vintageId: number): Promise<void> {
  await tx
    .updateTable("vintages")
    .set({ version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where("id", "=", vintageId)
    .execute();
}

/** Deletes an unreferenced vintage. */
export async function removeVintage(tx: Tx, vintageId: number): Promise<void> {
  await tx.deleteFrom("vintages").where("id", "=", vintageId).execute();
}

const withStock = (executor: Executor) =>
  executor
    .selectFrom("vintages")
    .innerJoin("vintage_stock", "vintage_stock.vintage_id", "vintages.id")
    .select([
      "vintages.id",
      "year",
      "period_start as periodStart",
      "period_end as periodEnd",
      "impact_type as impactType",
      "claim_type as claimType",
      "credit_type as creditType",
      "status",
      "methodology",
      "price_cents as priceCents",
      "expected_delivery as expectedDelivery",
      "delivery_state as deliveryState",
      "delivery_note as deliveryNote",
      "version",
      "issued",
      "available",
      "reserved",
      "committed",
      "held",
      "retiring",
      "retired",
    ]);

/** Returns a project's vintages with their stock, withdrawn ones included, newest first; or one of them. */
export function vintageRows(executor: Executor, projectId: number, vintageId?: number) {
  let query = withStock(executor).where("vintages.project_id", "=", projectId);
  if (vintageId !== undefined) query = query.where("vintages.id", "=", vintageId);
  return query.orderBy("year", "desc").orderBy("vintages.id").execute();
}
export type VintageRow = Awaited<ReturnType<typeof vintageRows>>[number];

/** The same as a list for operators. */
export const managedVintages = (projectId: number) =>
  list(listManagedVintages, {
    from: sql`vintages v join vintage_stock k on k.vintage_id = v.id`,
    id: "v.id",
    columns: {
      year: "v.year",
      price: { by: "v.price_cents", mayBeEmpty: true },
      availableCredits: "k.available",
    },
    defaultOrder: { field: "year", direction: "desc" },
    words: (q) => [hasWords(searchable(sql`concat_ws(' ', v.year, v.methodology)`), q)],
    where: () => [sql`v.project_id = ${projectId}`],
    rows: (executor, page) =>
      withStock(executor).innerJoin(page, "page.id", "vintages.id").orderBy("page.position"),
  });
