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
      - (select coalesce(sum(r.amount_cents), 0) from bank_refunds r
        where r.entry_id = e.id and r.status not in ('REFUSED', 'REMOVED'))
    )::bigint as cents from bank_entries e where e.id = ${entryId}`.execute(tx);
  return rows[0]?.cents ?? 0;
}

/** Returns whether a part of an entry is on the refund list or was refunded. */
export async function hasRefund(tx: Tx, entryId: number): Promise<boolean> {
  const row = await tx
    .selectFrom("bank_refunds")
    .select("id")
    .where("entry_id", "=", entryId)
    .where("status", "not in", ["REFUSED", "REMOVED"])
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Lists a refund for the next file. The caller has locked the entry and checked its rest. `againOf` is the refused one that it
 * repeats. Returns the refund's id.
 */
export async function insertRefund(
  tx: Tx,
  refund: NewRefund,
  actorId: number,
  againOf: number | null = null,
): Promise<number> {
  const { id } = await tx
    .insertInto("bank_refunds")
    .values({
      entry_id: refund.entryId,
      name: refund.name,
      iban: refund.iban,
      amount_cents: refund.amountCents,
      text: refund.text,
      again_of: againOf,
      created_by: actorId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

function lockable(tx: Tx) {
  return tx
    .selectFrom("bank_refunds")
    .select([
      "id",
      "status",
      "entry_id as entryId",
      "name",
      "iban",
      "amount_cents as amountCents",
      "text",
      "file_id as fileId",
      "done_on as doneOn",
      "done_entry_id as doneEntryId",
      "back_entry_id as backEntryId",
      "created_by as createdBy",
    ])
    .orderBy("id")
    .forUpdate();
}

/** Locks a refund until the transaction ends. */
export function lockRefund(tx: Tx, id: number) {
  return lockable(tx).where("id", "=", id).executeTakeFirst();
}
export type LockedRefund = NonNullable<Awaited<ReturnType<typeof lockRefund>>>;

/** Locks the refunds of a file until the transaction ends. */
export function lockFileRefunds(tx: Tx, fileId: number): Promise<LockedRefund[]> {
  return lockable(tx).where("file_id", "=", fileId).execute();
}

/** Locks the latest refund that repeats a refused one; undefined if there is none. */
export async function lockAgain(tx: Tx, refusedId: number): Promise<LockedRefund | undefined> {
  return (await lockable(tx).where("again_of", "=", refusedId).execute()).at(-1);
}

/** Locks the refund that an entry brought back; undefined if it did none. */
export function lockBroughtBack(tx: Tx, entryId: number) {
  return lockable(tx).where("back_entry_id", "=", entryId).executeTakeFirst();
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

/** A change of status, with what it needs; the caller checks the current status. */
type RefundChange =
  | { status: "REMOVED" | "SENT" }
  /** `entryId`: the entry by which it left; null if reported by a person. */
  | { status: "DONE"; doneOn: string; entryId: number | null };

/** Sets a refund's status, and takes back a refusal. */
export async function setRefund(tx: Tx, id: number, to: RefundChange): Promise<void> {
  const done = to.status === "DONE" ? to : { doneOn: null, entryId: null };
  await tx
    .updateTable("bank_refunds")
    .set({
      status: to.status,
      done_on: done.doneOn,
      done_entry_id: done.entryId,
      refused_reason: null,
      refused_by: null,
      refused_at: null,
      back_entry_id: null,
    })
    .where("id", "=", id)
    .execute();
}

/**
 * Marks a refund as refused by the bank, or as sent back by `backEntryId`, and lists it again with a new id, which its next
 * transfer carries to the bank. Returns that id.
 */
export async function refuseAndListAgain(
  tx: Tx,
  refund: LockedRefund,
  by: { reason: string; actorId: number | null; backEntryId: number | null },
): Promise<number> {
  await tx
    .updateTable("bank_refunds")
    .set({
      status: "REFUSED",
      refused_reason: by.reason,
      refused_by: by.actorId,
      refused_at: sql<Date>`now()`,
      back_entry_id: by.backEntryId,
      ...(by.backEntryId === null && { done_on: null }),
    })
    .where("id", "=", refund.id)
    .execute();
  return await insertRefund(tx, refund, by.actorId ?? refund.createdBy, refund.id);
}

/** Records by which entry a refund left that came back before its statement did. */
export async function setLeft(tx: Tx, id: number, on: string, entryId: number): Promise<void> {
  await tx
    .updateTable("bank_refunds")
    .set({ done_on: on, done_entry_id: entryId })
    .where("id", "=", id)
    .execute();
}

/** Returns the ids of new, undecided entries by the refund whose end-to-end id and amount they have, with the sign given. */
export async function entriesOfRefunds(tx: Tx, entryIds: readonly number[], sign: 1 | -1) {
  const { rows } = await sql<{ id: number; entryId: number; on: string; reason: string | null }>`
    select r.id, e.id as "entryId", e.booked_on as "on", e.return_reason as reason
    from bank_entries e join bank_refunds r on e.end_to_end_id = 'REFUND-' || r.id and e.amount_cents = ${sign} * r.amount_cents
    where e.id = any(${entryIds}::integer[]) and e.status = 'UNMATCHED'
    order by r.id, e.id`.execute(tx);
  return rows;
}

/**
 * Reverts a refund to sent when the entry by which it left is reopened. Returns false if it has come back since: the entry of
 * its return has to be reopened first.
 */
export async function reopenRefundOf(tx: Tx, entryId: number): Promise<boolean> {
  const left = await lockable(tx).where("done_entry_id", "=", entryId).executeTakeFirst();
  if (left?.status === "REFUSED") return false;
  if (left) await setRefund(tx, left.id, { status: "SENT" });
  return true;
}

function refunds(executor: Executor) {
  return executor
    .selectFrom("bank_refunds as r")
    .innerJoin("users as u", "u.id", "r.created_by")
    .leftJoin("users as w", "w.id", "r.refused_by")
    .leftJoin("bank_entries as b", "b.id", "r.back_entry_id")
    .leftJoin("bank_refunds as a", "a.id", "r.again_of")
    .selectAll("r")
    .select([
      "u.username as made_by",
      "w.username as refuser",
      "b.booked_on as back_on",
      "a.refused_reason as refused_before",
    ]);
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
