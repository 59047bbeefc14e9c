import { listBankStatements } from "@tonneline/contract/bank";
import { sql } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";
import { list, type RowOf } from "../../core/lists.ts";
import { hasWords, searchable } from "../../core/search.ts";
import type { CamtStatement } from "./camt.ts";

/** A statement to insert. `fileId` is null if all of its file was known before. */
type NewStatement = Omit<CamtStatement, "entries"> & {
  entryCount: number;
  fileName: string;
  fileId: number | null;
};

/** Serializes imports: two concurrent ones of the same file would both take its entries for new. */
export async function lockImports(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('bank.import'))`.execute(tx);
}

/** The same statement if it was added before. */
export function knownStatement(
  executor: Executor,
  of: Pick<CamtStatement, "account" | "kind" | "statementId" | "from">,
) {
  return executor
    .selectFrom("bank_statements")
    .select(["id", "opening_cents as openingCents", "closing_cents as closingCents"])
    .where("account", "=", of.account)
    .where("kind", "=", of.kind)
    .where("statement_id", "=", of.statementId)
    .where("from_on", "=", of.from)
    .executeTakeFirst();
}

/** Inserts a statement without its entries, after `lockImports` and if `knownStatement` returns none. Returns its id. */
export async function insertStatement(
  tx: Tx,
  statement: NewStatement,
  actorId: number | null,
): Promise<number> {
  const { id } = await tx
    .insertInto("bank_statements")
    .values({
      account: statement.account,
      kind: statement.kind,
      version: statement.version,
      statement_id: statement.statementId,
      number: statement.number,
      from_on: statement.from,
      to_on: statement.to,
      opening_cents: statement.openingCents,
      closing_cents: statement.closingCents,
      in_cents: statement.inCents,
      out_cents: statement.outCents,
      entry_count: statement.entryCount,
      file_name: statement.fileName,
      file_id: statement.fileId,
      created_by: actorId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Extends a report that was added before by the new entries of a later one with the same name: some banks name every report of
 * an account alike.
 */
export async function extendStatement(
  tx: Tx,
  id: number,
  { to, closingCents }: Pick<CamtStatement, "to" | "closingCents">,
  entryIds: readonly number[],
): Promise<void> {
  await sql`update bank_statements s set to_on = greatest(s.to_on, ${to}::date),
      closing_cents = coalesce(${closingCents}, s.closing_cents), in_cents = s.in_cents + e.incoming,
      out_cents = s.out_cents + e.outgoing, entry_count = s.entry_count + e.count
    from (select count(*), sum(greatest(amount_cents, 0)) as incoming, sum(greatest(-amount_cents, 0)) as outgoing
      from bank_entries where id = any(${entryIds}::integer[])) e
    where s.id = ${id}`.execute(tx);
}

/**
 * In SQL, the predecessor of a statement `s`: one of the same day, a page of the same period or one of the latest earlier day,
 * whose closing balance equals its opening balance; else the last one of that earlier day.
 */
const before = sql<Before>`(select b.statement_id, b.to_on, b.closing_cents from bank_statements b
  where b.account = s.account and b.id <> s.id and b.kind = 'camt.053' and s.kind = 'camt.053'
    and (b.to_on = (select max(d.to_on) from bank_statements d
        where d.account = s.account and d.kind = 'camt.053' and d.to_on < s.from_on)
      or b.closing_cents = s.opening_cents
        and (b.to_on = s.from_on or (b.from_on, b.to_on) = (s.from_on, s.to_on)))
  order by b.closing_cents = s.opening_cents desc, b.id desc limit 1)`;

/** In SQL, the bank's number preceding that of `s` in the same year. */
const numberBefore = sql`(select max(b.number) from bank_statements b where b.account = s.account
  and b.kind = 'camt.053' and s.kind = 'camt.053' and b.number < s.number
  and date_part('year', b.to_on) = date_part('year', s.to_on))`;

function statements(executor: Executor) {
  return executor
    .selectFrom("bank_statements as s")
    .leftJoin("users as u", "u.id", "s.created_by")
    .leftJoinLateral(before.as("b"), (join) => join.onTrue())
    .selectAll("s")
    .select([
      sql<Before | null>`case when b.to_on is not null then json_build_object('statementId', b.statement_id,
        'to', b.to_on, 'closingCents', b.closing_cents) end`.as("before"),
      sql<number | null>`${numberBefore}`.as("number_before"),
      "u.username as added_by",
      sql<number>`(select count(*) from bank_entries e where e.statement_id = s.id
        and e.status in ('BOOKED', 'IGNORED'))`.as("done"),
    ]);
}
interface Before {
  statementId: string;
  to: string;
  closingCents: number;
}
export type StatementRow = Awaited<ReturnType<typeof statementsById>>[number];

/** Returns the statements with their predecessor and its number, in no particular order; unknown ids are skipped. */
export function statementsById(executor: Executor, ids: readonly number[]) {
  return statements(executor)
    .where("s.id", "=", sql<number>`any(${ids}::integer[])`)
    .execute();
}

/** The operators' list of statements. */
export const listedStatements = list(listBankStatements, {
  from: sql`bank_statements s`,
  id: "s.id",
  columns: {
    to: "s.to_on",
    from: "s.from_on",
    account: "s.account",
    statementId: "s.statement_id",
    addedAt: "s.created_at",
  },
  defaultOrder: { field: "to", direction: "desc" },
  words: (q) => [
    hasWords(searchable(sql`s.statement_id || ' ' || s.account || ' ' || s.file_name`), q),
  ],
  where: ({ id }) => [id && sql`s.id = ${id}`],
  rows: (executor, page) =>
    statements(executor)
      .innerJoin(page, (join) => join.onRef("page.id", "=", "s.id"))
      .orderBy("page.position"),
});
export type ListedStatement = RowOf<typeof listedStatements>;

/** Returns the latest balance of each account. */
export async function balances(executor: Executor) {
  const { rows } = await sql<{ account: string; cents: number; on: string }>`
    select distinct on (account) account, closing_cents as cents, to_on as on from bank_statements
    where closing_cents is not null order by account, to_on desc, id desc`.execute(executor);
  return rows;
}

/** Returns the statements with an unaccepted gap before them, newest first. */
export function statementsWithGap(executor: Executor, limit: number) {
  return statements(executor)
    .where("s.kind", "=", "camt.053")
    .where("s.gap_reason", "is", null)
    .where(sql<boolean>`(b.closing_cents <> s.opening_cents or ${numberBefore} < s.number - 1)`)
    .orderBy("s.to_on", "desc")
    .orderBy("s.id", "desc")
    .limit(limit)
    .execute();
}

/** Locks a statement until the transaction ends, and returns it with its predecessor. */
export async function lockStatement(tx: Tx, id: number) {
  await tx.selectFrom("bank_statements").select("id").where("id", "=", id).forUpdate().execute();
  return (await statementsById(tx, [id]))[0];
}

/** Records why a statement is accepted in spite of a gap before it. */
export async function writeGapReason(tx: Tx, id: number, reason: string): Promise<void> {
  await tx
    .updateTable("bank_statements")
    .set({ gap_reason: reason })
    .where("id", "=", id)
    .execute();
}
