import { listBankRefunds } from "@tonneline/contract/bankRefunds";
import { sql } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";
import { byName, list, type RowOf } from "../../core/lists.ts";
import { hasWords, searchable } from "../../core/search.ts";

/** A refund with its recipient; the amount in cents. */
export interface NewRefund {
  entryId: number;
  name: string;
  iban: string;
  amountCents: number;
  text: string;
}

/** Returns the cents of an entry that are neither used by an order nor on the refund list. */
export async function restOf(tx: Tx, entryId: number): Promise<number> {
  const { rows } = await sql<{ cents: number }>`select (e.amount_cents
      - (select coalesce(sum(p.amount_cents), 0) from payments p where p.entry_id = e.id and p.undone_at is null)
      - (select coalesce(sum(r.amount_cents), 0) from bank_refunds r where r.entry_id = e.id and r.status <> 'REMOVED')
    )::bigint as cents from bank_entries e where e.id = ${entryId}`.execute(tx);
  return rows[0]?.cents ?? 0;
}

/** Returns whether a part of an entry is on the refund list or was refunded. */
export async function hasRefund(tx: Tx, entryId: number): Promise<boolean> {
  const row = await tx
    .selectFrom("bank_refunds")
    .select("id")
    .where("entry_id", "=", entryId)
    .where("status", "<>", "REMOVED")
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists a refund for the next file. The caller has locked the entry and checked its rest. Returns the refund's id. */
export async function insertRefund(tx: Tx, refund: NewRefund, actorId: number): Promise<number> {
  const { id } = await tx
    .insertInto("bank_refunds")
    .values({
      entry_id: refund.entryId,
      name: refund.name,
      iban: refund.iban,
      amount_cents: refund.amountCents,
      text: refund.text,
      created_by: actorId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks a refund until the transaction ends. */
export function lockRefund(tx: Tx, id: number) {
  return tx
    .selectFrom("bank_refunds")
    .select(["id", "status", "name", "amount_cents as amountCents"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks and returns all refunds waiting for a file. */
export function lockListed(tx: Tx) {
  return tx
    .selectFrom("bank_refunds")
    .select(["id", "name", "iban", "text", "amount_cents as cents"])
    .where("status", "=", "LISTED")
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Stores a file, whose text contains its own id, and marks its refunds as sent. Returns the id. */
export async function insertFile(
  tx: Tx,
  write: (id: number) => string,
  refundIds: readonly number[],
  actorId: number,
): Promise<number> {
  const { id } = await tx
    .insertInto("bank_refund_files")
    .values({ xml: "", created_by: actorId })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("bank_refund_files")
    .set({ xml: write(id) })
    .where("id", "=", id)
    .execute();
  await tx
    .updateTable("bank_refunds")
    .set({ status: "SENT", file_id: id })
    .where("id", "in", refundIds)
    .execute();
  return id;
}

/** Returns a file for the bank, exactly as generated; undefined if there is none. */
export function fileById(executor: Executor, id: number) {
  return executor
    .selectFrom("bank_refund_files")
    .select("xml")
    .where("id", "=", id)
    .executeTakeFirst();
}

/**
 * Sets a refund's status; the caller checks the current one. `entryId`: the entry by which it left; null if reported by a
 * person.
 */
export async function setRefund(
  tx: Tx,
  id: number,
  to: { status: "REMOVED" } | { status: "DONE"; doneOn: string; entryId: number | null },
): Promise<void> {
  await tx
    .updateTable("bank_refunds")
    .set(
      to.status === "DONE"
        ? { status: to.status, done_on: to.doneOn, done_entry_id: to.entryId }
        : { status: to.status },
    )
    .where("id", "=", id)
    .execute();
}

/**
 * Returns the new entries that are refunds leaving the account, by the file's end-to-end id and the amount; including refunds
 * that a person has marked as done before.
 */
export async function outgoingRefunds(tx: Tx, entryIds: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string; entryId: number; on: string }>`
    select distinct on (r.id) r.id, r.name, e.id as "entryId", e.booked_on as "on"
    from bank_entries e join bank_refunds r on e.end_to_end_id = 'REFUND-' || r.id
      and r.status in ('SENT', 'DONE') and r.done_entry_id is null and e.amount_cents = -r.amount_cents
    where e.id = any(${entryIds}::integer[]) and e.status = 'UNMATCHED' and e.return_reason is null
    order by r.id, e.id`.execute(tx);
  return rows;
}

/** Reverts a refund to sent when the entry by which it left is reopened. */
export async function reopenRefundOf(tx: Tx, entryId: number): Promise<void> {
  await tx
    .updateTable("bank_refunds")
    .set({ status: "SENT", done_on: null, done_entry_id: null })
    .where("done_entry_id", "=", entryId)
    .execute();
}

function refunds(executor: Executor) {
  return executor
    .selectFrom("bank_refunds as r")
    .innerJoin("users as u", "u.id", "r.created_by")
    .selectAll("r")
    .select("u.username as made_by");
}

/** Returns a refund as in lists; undefined if there is none. Does not lock it: see `lockRefund`. */
export function refundById(executor: Executor, id: number) {
  return refunds(executor).where("r.id", "=", id).executeTakeFirst();
}

/** The refund list. */
export const listedRefunds = list(listBankRefunds, {
  from: sql`bank_refunds r`,
  id: "r.id",
  columns: { createdAt: "r.created_at", name: byName("r.name"), amount: "r.amount_cents" },
  defaultOrder: { field: "createdAt", direction: "desc" },
  words: (q) => [hasWords(searchable(sql`concat_ws(' ', r.name, r.iban, r.text)`), q)],
  where: () => [],
  tabs: { by: "r.status" },
  rows: (executor, page) =>
    refunds(executor)
      .innerJoin(page, (join) => join.onRef("page.id", "=", "r.id"))
      .orderBy("page.position"),
});
export type ListedRefund = RowOf<typeof listedRefunds>;
