import { sql } from "kysely";
import { sellerDay } from "../../core/days.sql.ts";
import type { Executor, Tx } from "../../core/db.ts";

export interface NewVatCheck {
  companyId: number;
  /** In capitals, without blanks. */
  vatNumber: string;
  result: "VALID" | "INVALID";
  checkedAt: Date;
  evidence: string | null;
  source: "OPERATOR" | "VIES";
  consultationNumber: string | null;
  registeredName: string | null;
}

/**
 * Inserts a check and returns its id. Checks never replace each other; of several on the same day, the last one entered counts.
 */
export async function insertVatCheck(tx: Tx, check: NewVatCheck, actorId: number): Promise<number> {
  const { id } = await tx
    .insertInto("vat_checks")
    .values({
      company_id: check.companyId,
      vat_number: check.vatNumber,
      result: check.result,
      checked_at: check.checkedAt,
      evidence: check.evidence,
      source: check.source,
      consultation_number: check.consultationNumber,
      registered_name: check.registeredName,
      actor_id: actorId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

function vatChecks(executor: Executor) {
  return executor
    .selectFrom("vat_checks")
    .innerJoin("users", "users.id", "vat_checks.actor_id")
    .select([
      "vat_checks.id",
      "vat_number as vatNumber",
      "result",
      "checked_at as checkedAt",
      sellerDay(sql`checked_at`).as("checkedOn"),
      "evidence",
      "source",
      "consultation_number as consultationNumber",
      "registered_name as registeredName",
      "users.username as actor",
    ]);
}
export type VatCheckRow = Awaited<ReturnType<typeof vatChecksOf>>[number];

/** Returns a company's checks, newest first; of several on the same day, the last one entered, which counts, comes first. */
export function vatChecksOf(executor: Executor, companyId: number, page: number, size: number) {
  return vatChecks(executor)
    .where("vat_checks.company_id", "=", companyId)
    .orderBy(sellerDay(sql`checked_at`), "desc")
    .orderBy("vat_checks.id", "desc")
    .limit(size)
    .offset(page * size)
    .execute();
}

/** Returns the number of checks of all VAT numbers that the company has had; 0 also for an unknown company. */
export async function countVatChecks(executor: Executor, companyId: number): Promise<number> {
  const { count } = await executor
    .selectFrom("vat_checks")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("company_id", "=", companyId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns a check of any company. Throws if there is none: it is only read right after it was written. */
export function vatCheckById(executor: Executor, id: number) {
  return vatChecks(executor).where("vat_checks.id", "=", id).executeTakeFirstOrThrow();
}

/**
 * Returns a company with its saved VAT number, else that of its last order, and the company it was merged into; undefined if
 * there is none.
 */
export function companyOf(executor: Executor, companyId: number) {
  return executor
    .selectFrom("companies")
    .leftJoin("company_details", "company_details.company_id", "companies.id")
    .select(({ fn, selectFrom }) => [
      "companies.id",
      "companies.name",
      fn
        .coalesce(
          "company_details.vat_number",
          selectFrom("orders")
            .select("orders.vat_number")
            .whereRef("orders.company_id", "=", "companies.id")
            .orderBy("orders.created_at", "desc")
            .orderBy("orders.id", "desc")
            .limit(1),
        )
        .as("vatNumber"),
      "merged_into_id as mergedIntoId",
    ])
    .where("companies.id", "=", companyId)
    .executeTakeFirst();
}

/** Protects a company from being merged until the transaction ends, so that its checks stay with the right company. */
export async function lockCompanyShared(executor: Executor, companyId: number): Promise<void> {
  await sql`select from companies where id = ${companyId} for share`.execute(executor);
}

/** Moves the checks of a company to the one it is merged into, in the transaction of the merge. */
export async function moveVatChecks(tx: Tx, fromId: number, intoId: number): Promise<void> {
  await tx
    .updateTable("vat_checks")
    .set({ company_id: intoId })
    .where("company_id", "=", fromId)
    .execute();
}
