import { sql } from "kysely";
import type { Tx } from "../../core/db.ts";

export interface Holding {
  purchased: number;
  inProgress: number;
  retired: number;
}

/** Whose figures: a company's, or only those of one member's own orders and retirements. */
export interface Whose {
  companyId: number;
  userId?: number | undefined;
}

interface HeldRow extends Record<"purchased" | "in_progress" | "retired" | "available", number> {
  vintage_id: number;
}

/**
 * Returns the tonnes by vintage, as a table expression. A member's available tonnes are capped at the company's, since
 * colleagues may have retired them, and never negative, since the member may have retired what colleagues bought.
 */
export function heldOf({ companyId, userId }: Whose) {
  const ofCompany = sql<HeldRow>`(select vintage_id, purchased, in_progress, retired,
    purchased - in_progress - retired as available from holdings where company_id = ${companyId})`;
  if (userId === undefined) return ofCompany;
  return sql<HeldRow>`(
    select own.*, greatest(0, least(own.purchased - own.in_progress - own.retired, held.available)) as available
    from (select vintage_id, ${sums} from credit_movements
        where company_id = any(${companyIdsOf(companyId)}) and owner_id = ${userId} group by vintage_id) own
      join ${ofCompany} held using (vintage_id)
    where own.purchased > 0 or own.in_progress > 0 or own.retired > 0)`;
}

/** Aggregates movements to the tonnes delivered, requested for retirement and retired. */
export const sums = sql`
  sum(case when kind = 'DELIVER' then quantity when kind in ('TAKE_BACK', 'UNDELIVER') then -quantity else 0 end)::bigint
    as purchased,
  sum(case kind when 'RETIRE_REQUEST' then quantity when 'RETIRE' then -quantity
    when 'RETIRE_RETURN' then -quantity else 0 end)::bigint as in_progress,
  sum(case kind when 'RETIRE' then quantity else 0 end)::bigint as retired`;

/** The ids of the company and of those merged into it, which older movements refer to. */
export const companyIdsOf = (companyId: number) => sql`array(select ${companyId}::integer
  union all select id from companies where merged_into_id = ${companyId})`;

/**
 * Adds bought tonnes to a company's holdings, in the transaction that delivers them. In vintage order, before any stock is
 * locked.
 */
export async function addPurchased(
  tx: Tx,
  companyId: number,
  bought: readonly { vintageId: number; quantity: number; creditType: string }[],
): Promise<void> {
  const inOrder = bought.toSorted((a, b) => a.vintageId - b.vintageId);
  await sql`insert into holdings (company_id, vintage_id, purchased, credit_type)
    select ${companyId}::integer, * from unnest(${inOrder.map((each) => each.vintageId)}::integer[],
      ${inOrder.map((each) => each.quantity)}::integer[], ${inOrder.map((each) => each.creditType)}::text[])
    on conflict (company_id, vintage_id) do update set purchased = holdings.purchased + excluded.purchased`.execute(
    tx,
  );
}

/** Takes returned tonnes out of a locked holding, before any stock is locked, and deletes the holding if it is empty. */
export async function takePurchased(
  tx: Tx,
  companyId: number,
  vintageId: number,
  quantity: number,
): Promise<void> {
  const isMatch = sql`company_id = ${companyId} and vintage_id = ${vintageId}`;
  await sql`update holdings set purchased = purchased - ${quantity} where ${isMatch}`.execute(tx);
  await sql`delete from holdings where ${isMatch} and purchased = 0`.execute(tx);
}

/** Locks a company's holdings of vintages in id order until the transaction ends; returns them by vintage id. */
export async function lockHoldings(
  tx: Tx,
  companyId: number,
  vintageIds: readonly number[],
): Promise<Map<number, Holding>> {
  const rows = await tx
    .selectFrom("holdings")
    .select(["vintage_id as vintageId", "purchased", "in_progress as inProgress", "retired"])
    .where("company_id", "=", companyId)
    .where("vintage_id", "=", sql<number>`any(${vintageIds}::integer[])`)
    .orderBy("vintage_id")
    .forUpdate()
    .execute();
  return new Map(rows.map(({ vintageId, ...holding }) => [vintageId, holding]));
}

/** Moves tonnes of locked holdings to retirement in progress. The table's checks refuse more than is held. */
export async function takeForRetirement(
  tx: Tx,
  companyId: number,
  tonnes: readonly { vintageId: number; quantity: number }[],
): Promise<void> {
  await sql`update holdings h set in_progress = h.in_progress + t.quantity
    from unnest(${tonnes.map((each) => each.vintageId)}::integer[],
      ${tonnes.map((each) => each.quantity)}::integer[]) t (vintage_id, quantity)
    where h.company_id = ${companyId} and h.vintage_id = t.vintage_id`.execute(tx);
}

/** Moves tonnes of a locked holding between available, in progress and retired. The table's checks refuse more than is held. */
export async function moveHeld(
  tx: Tx,
  companyId: number,
  vintageId: number,
  change: { inProgress: number; retired: number },
): Promise<void> {
  await tx
    .updateTable("holdings")
    .set({
      in_progress: sql<number>`in_progress + ${change.inProgress}`,
      retired: sql<number>`retired + ${change.retired}`,
    })
    .where("company_id", "=", companyId)
    .where("vintage_id", "=", vintageId)
    .execute();
}

/**
 * Updates the credit type last announced for the holdings of a vintage; returns the members of companies for which it changed.
 */
export async function syncCreditType(tx: Tx, vintageId: number) {
  const { rows } = await sql<{
    userId: number;
    creditType: string;
    year: number;
    projectId: number;
    projectName: string;
  }>`
    with taken as (
      update holdings h set credit_type = v.credit_type
      from vintages v join projects p on p.id = v.project_id
      where h.vintage_id = ${vintageId} and v.id = h.vintage_id and h.credit_type <> v.credit_type
      returning h.company_id, v.credit_type as "creditType", v.year, p.id as "projectId", p.name as "projectName"
    )
    select u.id as "userId", "creditType", year, "projectId", "projectName"
    from taken join users u using (company_id) where not u.blocked order by u.id`.execute(tx);
  return rows;
}

/** Returns the members of companies with available tonnes of a vintage. */
export async function holdersOf(tx: Tx, vintageId: number) {
  return await tx
    .selectFrom("holdings as h")
    .innerJoin("users as u", "u.company_id", "h.company_id")
    .innerJoin("vintages as v", "v.id", "h.vintage_id")
    .innerJoin("projects as p", "p.id", "v.project_id")
    .select(["u.id as userId", "v.year", "p.id as projectId", "p.name as projectName"])
    .where("h.vintage_id", "=", vintageId)
    .where("u.blocked", "=", false)
    .where((eb) => eb("h.purchased", ">", eb("h.in_progress", "+", eb.ref("h.retired"))))
    .execute();
}

/** Moves the holdings of one company into those of another. */
export async function mergeHoldings(tx: Tx, fromId: number, intoId: number): Promise<void> {
  await sql`select from holdings where company_id in (${fromId}, ${intoId})
    order by vintage_id, company_id for update`.execute(tx);
  await sql`
    with moved as (delete from holdings where company_id = ${fromId}
      returning vintage_id, purchased, in_progress, retired, credit_type)
    insert into holdings (company_id, vintage_id, purchased, in_progress, retired, credit_type)
    select ${intoId}::integer, vintage_id, purchased, in_progress, retired, credit_type from moved
    on conflict (company_id, vintage_id) do update set purchased = holdings.purchased + excluded.purchased,
      in_progress = holdings.in_progress + excluded.in_progress,
      retired = holdings.retired + excluded.retired`.execute(tx);
}
