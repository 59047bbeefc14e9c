import { listBankEntries, type EntryStatus } from "@tonneline/contract/bank";
import { sql } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";
import { byName, list, type RowOf } from "../../core/lists.ts";
import { amountIn, euros } from "../../core/money.ts";
import { hasWords } from "../../core/search.ts";
import type { KeyedEntry } from "./camt.ts";
import type { Remitted } from "./camtEntry.ts";
import type { Match } from "./match.rules.ts";

/**
 * Locks and returns the known entries of an account with these keys until the transaction ends; waits for decisions in
 * progress.
 */
export function lockKnown(tx: Tx, account: string, keys: readonly string[]) {
  return tx
    .selectFrom("bank_entries")
    .select(["id", "entry_key as key", "part", "status"])
    .where("account", "=", account)
    .where("entry_key", "=", sql<string>`any(${keys}::text[])`)
    .orderBy("booked_on")
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Inserts entries, unmatched until they are compared with orders. Returns their ids. */
export async function insertEntries(
  tx: Tx,
  statement: { id: number; account: string },
  entries: readonly KeyedEntry[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into bank_entries (statement_id, account, status, match, entry_key, part, booked_on, value_on, amount_cents,
      payer, payer_iban, text, remitted, end_to_end_id, bank_reference, return_reason)
    select ${statement.id}, ${statement.account}, 'UNMATCHED', '{"why": "NOTHING", "orders": []}', e.key, e.part,
      e."bookedOn", e."valueOn", e."amountCents", e.payer, e."payerIban", e.text, e.remitted, e."endToEndId",
      e."bankReference", e."returnReason"
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e (key text, part integer, "bookedOn" date,
      "valueOn" date, "amountCents" bigint, payer text, "payerIban" text, text text, remitted jsonb,
      "endToEndId" text, "bankReference" text, "returnReason" text)
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

const pending = sql`('MATCHED', 'SUGGESTED', 'UNMATCHED')`;

/** Locks and returns the undecided entries, oldest first; skips those locked by a decision in progress. */
export async function lockPending(tx: Tx) {
  const { rows } = await sql<{
    id: number;
    status: EntryStatus;
    match: Match;
    amountCents: number;
    payer: string;
    payerIban: string;
    text: string;
    remitted: Remitted[];
    endToEndId: string | null;
    returnReason: string | null;
  }>`select id, status, match, amount_cents as "amountCents", payer, payer_iban as "payerIban", text, remitted,
      end_to_end_id as "endToEndId", return_reason as "returnReason"
    from bank_entries where status in ${pending} order by booked_on, id for update skip locked`.execute(
    tx,
  );
  return rows;
}

/** Returns whether `lockPending` skips any. */
export async function areSomeHeld(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    with free as (select from bank_entries where status in ${pending} for update skip locked)
    select (select count(*) from free) < (select count(*) from bank_entries where status in ${pending}) as held`.execute(
    tx,
  );
  return rows[0]!.held;
}

/** Saves the matches of entries. */
export async function writeMatches(
  tx: Tx,
  matches: readonly { id: number; match: Match }[],
): Promise<void> {
  if (matches.length === 0) return;
  const given = matches.map(({ id, match: { status, ...match } }) => ({ id, status, match }));
  await sql`update bank_entries e set status = m.status, match = m.match, version = e.version + 1
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as m (id integer, status text, match jsonb)
    where e.id = m.id`.execute(tx);
}

/** Locks an entry until the transaction ends, and returns it with who decided on it. */
export async function lockEntry(tx: Tx, id: number) {
  const { rows } = await sql<LockedEntry>`
    select e.id, e.status, e.amount_cents as "amountCents", e.booked_on as "bookedOn", e.payer, e.match,
      e.payer_iban as "payerIban",
      e.bank_reference as "bankReference", e.end_to_end_id as "endToEndId", e.reason,
      (select username from users where id = e.decided_by) as "decidedBy"
    from bank_entries e where e.id = ${id} for update`.execute(tx);
  return rows[0];
}
export interface LockedEntry {
  id: number;
  status: EntryStatus;
  amountCents: number;
  bookedOn: string;
  payer: string;
  payerIban: string;
  match: Pick<Match, "why" | "orders">;
  bankReference: string | null;
  endToEndId: string | null;
  reason: string | null;
  decidedBy: string | null;
}

/** Returns whether the bank has later reported the single payments of a collective entry, which replace it. */
export async function isSplit(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from bank_entries e join bank_entries p
      on p.account = e.account and p.entry_key = e.entry_key and p.part > 0
    where e.id = ${id} and e.part = 0 limit 1`.execute(tx);
  return rows.length > 0;
}

/** Records the decision on an entry: booked, put aside with a reason, or undecided again. */
export async function decideEntry(
  tx: Tx,
  id: number,
  decided: {
    status: "BOOKED" | "IGNORED" | "UNMATCHED";
    reason: string | null;
    ruleId?: number | null;
    actorId: number | null;
  },
): Promise<void> {
  const isOpen = decided.status === "UNMATCHED";
  await tx
    .updateTable("bank_entries")
    .set({
      status: decided.status,
      reason: decided.reason,
      rule_id: decided.ruleId ?? null,
      decided_by: isOpen ? null : decided.actorId,
      decided_at: isOpen ? null : sql<Date>`now()`,
      version: sql<number>`version + 1`,
    })
    .where("id", "=", id)
    .execute();
}

/** Returns the ids of the entries with a certain match, oldest first up to `limit`, and their total number. */
export async function matchedEntries(executor: Executor, limit: number) {
  const { rows } = await sql<{ id: number; count: number }>`
    select id, count(*) over () as count from bank_entries where status = 'MATCHED'
    order by booked_on, id limit ${limit}`.execute(executor);
  return { ids: rows.map(({ id }) => id), count: rows[0]?.count ?? 0 };
}

/** The entries of one status; `inCents` and `outCents` are both positive. */
export interface StatusSum {
  status: EntryStatus;
  count: number;
  inCents: number;
  outCents: number;
  oldest: string;
}

/** Returns the sums per status of the undecided entries, or of those with these ids. */
export async function sumsByStatus(executor: Executor, ids?: readonly number[]) {
  const { rows } = await sql<StatusSum>`
    select status, count(*) as count, min(booked_on) as oldest,
      coalesce(sum(amount_cents) filter (where amount_cents > 0), 0)::bigint as "inCents",
      coalesce(-sum(amount_cents) filter (where amount_cents < 0), 0)::bigint as "outCents" from bank_entries
    where ${ids ? sql`id = any(${ids}::integer[])` : sql`status in ${pending}`} group by status`.execute(
    executor,
  );
  return rows;
}

function entries(executor: Executor) {
  return executor
    .selectFrom("bank_entries as e")
    .leftJoin("users as u", "u.id", "e.decided_by")
    .select([
      "e.id",
      "e.statement_id",
      "e.account",
      "e.status",
      "e.booked_on",
      "e.value_on",
      "e.amount_cents",
      "e.payer",
      "e.payer_iban",
      "e.text",
      sql<Remitted[]>`e.remitted`.as("remitted"),
      "e.bank_reference",
      "e.return_reason",
      sql<Pick<Match, "why">>`e.match`.as("match"),
      "e.reason",
      "e.rule_id",
      "u.username as decided_by",
      "e.decided_at",
      "e.version",
      sql<{ by: string; at: string; reason: string } | null>`(select json_build_object(
          'by', w.username, 'at', p.undone_at, 'reason', p.undo_reason)
        from payments p join users w on w.id = p.undone_by
        where p.entry_id = e.id and p.undone_at is not null
        order by p.undone_at desc, p.id desc limit 1)`.as("taken_back"),
      sql<number>`(select coalesce(sum(r.amount_cents), 0)::bigint from bank_refunds r
        where r.entry_id = e.id and r.status not in ('REFUSED', 'REMOVED'))`.as("refund_cents"),
      sql<
        EntryOrderRow[]
      >`(select coalesce(json_agg(json_build_object('orderId', o.id, 'cents', given.cents,
          'companyName', o.company_name, 'dueOn', o.due_on, 'status', o.status, 'grossCents', o.gross_cents - o.credited_cents,
          'netReceivedCents', coalesce((select sum(k.amount_cents) from kept_money k
            where k.order_id = o.id), 0)) order by given.place), '[]')
        from (select p.order_id, p.amount_cents as cents, p.id as place from payments p
            where p.entry_id = e.id and p.undone_at is null
          union all select (m.value ->> 'orderId')::integer, (m.value ->> 'cents')::bigint, m.ordinality
            from jsonb_array_elements(e.match -> 'orders') with ordinality m
            where e.status in ${pending}) given
          join orders o on o.id = given.order_id)`.as("orders"),
    ]);
}
interface EntryOrderRow {
  orderId: number;
  cents: number;
  companyName: string;
  dueOn: string | null;
  status: "AWAITING_APPROVAL" | "AWAITING_PAYMENT" | "PAID" | "REJECTED";
  grossCents: number;
  netReceivedCents: number;
}

/** Returns an entry as in lists; undefined if there is none. Does not lock it: see `lockEntry`. */
export function entryById(executor: Executor, id: number) {
  return entries(executor).where("e.id", "=", id).executeTakeFirst();
}

/** The operators' list of entries. */
export const listedEntries = list(listBankEntries, {
  from: sql`bank_entries e`,
  id: "e.id",
  columns: {
    id: "e.id",
    bookedOn: "e.booked_on",
    amount: "e.amount_cents",
    // Often empty for what the bank itself books.
    payer: { by: byName(sql`nullif(e.payer, '')`), mayBeEmpty: true },
    status: "e.status",
  },
  defaultOrder: { field: "bookedOn", direction: "desc" },
  words: (q) => {
    const amount = amountIn(q);
    const hasItsWords = hasWords("e.words", q);
    // Matches the whole amount, which is on its own line at the end of the words.
    const ofIt = (of: number) => hasWords("e.words", `\n${euros(of).toFixed(2)}`);
    return [amount === undefined ? hasItsWords : sql`(${hasItsWords} or ${ofIt(amount)})`];
  },
  where: ({ statementId, orderId, ruleId, account, from, to }) => [
    statementId && sql`e.statement_id = ${statementId}`,
    orderId &&
      sql`(e.id in (select entry_id from payments where order_id = ${orderId} and undone_at is null)
        or (e.status in ${pending} and e.match -> 'orders' @> jsonb_build_array(jsonb_build_object('orderId', ${orderId}::integer))))`,
    ruleId && sql`e.rule_id = ${ruleId}`,
    account && sql`e.account = ${account}`,
    from && sql`e.booked_on >= ${from}::date`,
    to && sql`e.booked_on <= ${to}::date`,
  ],
  tabs: { by: "e.status" },
  rows: (executor, page) =>
    entries(executor)
      .innerJoin(page, (join) => join.onRef("page.id", "=", "e.id"))
      .orderBy("page.position"),
});
export type ListedEntry = RowOf<typeof listedEntries>;
