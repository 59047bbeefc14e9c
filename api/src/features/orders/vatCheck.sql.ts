import { sql } from "kysely";
import { sellerDay, sellerToday } from "../../core/days.sql.ts";
import type { Executor, Tx } from "../../core/db.ts";

export interface KnownVatCheck {
  result: "VALID" | "INVALID";
  /** The day of the check in the seller's time zone. */
  on: string;
  evidence?: string;
}

// Normalized like `compactVatNumber` of the contract.
const compacted = sql`regexp_replace(upper(normalize(orders.vat_number, nfkc)), '[\\s.,/_\u00b7\u2010-\u2015-]', '', 'g')`;
const retentionDays = sql`coalesce((select (value ->> 'days')::integer from settings where section = 'vatChecks'), 90)`;

/**
 * In SQL, the latest check of an order's company and VAT number that allows approving it; null if it is older than the setting
 * allows, or if the number was invalid and there is no other evidence of a taxable person.
 */
export const knownVatCheck = sql<KnownVatCheck | null>`(
  select case when c.result = 'VALID' or c.evidence is not null then
    json_strip_nulls(json_build_object('result', c.result, 'on', ${sellerDay(sql`c.checked_at`)}, 'evidence', c.evidence)) end
  from vat_checks c
  where c.company_id = orders.company_id and c.vat_number = ${compacted}
    and ${sellerDay(sql`c.checked_at`)} >= ${sellerToday} - ${retentionDays}
  order by ${sellerDay(sql`c.checked_at`)} desc, c.id desc limit 1)`;

/** The same for a locked order; undefined unless it is under reverse charge. */
export async function knownVatCheckOf(
  tx: Tx,
  order: { id: number; vat_category: string },
): Promise<KnownVatCheck | undefined> {
  if (order.vat_category !== "AE") return undefined;
  const { known } = await tx
    .selectFrom("orders")
    .select(knownVatCheck.as("known"))
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  return known ?? undefined;
}

/** Returns the number of reverse-charge orders awaiting approval without a known check, by the same rule as in the list. */
export async function ordersToCheck(executor: Executor): Promise<number> {
  const { count } = await executor
    .selectFrom("orders")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("status", "=", "AWAITING_APPROVAL")
    .where("vat_category", "=", "AE")
    .where(knownVatCheck, "is", null)
    .executeTakeFirstOrThrow();
  return count;
}
