import { listBankRules } from "@tonneline/contract/bankRules";
import { sql } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";
import { byName, list, type RowOf } from "../../core/lists.ts";
import { hasWords, searchable } from "../../core/search.ts";

export interface NewRule {
  outgoing: boolean;
  payer: string;
  payerIban: string;
  words: string;
  reason: string;
}

/** Inserts a rule. Returns its id. */
export async function insertRule(tx: Tx, rule: NewRule, actorId: number): Promise<number> {
  const { id } = await tx
    .insertInto("bank_rules")
    .values({
      outgoing: rule.outgoing,
      payer: rule.payer,
      payer_iban: rule.payerIban,
      words: rule.words,
      reason: rule.reason,
      created_by: actorId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the active rules, oldest first. */
export function activeRules(executor: Executor) {
  return executor
    .selectFrom("bank_rules")
    .select(["id", "outgoing", "payer", "payer_iban as payerIban", "words", "reason"])
    .where("ended_at", "is", null)
    .orderBy("id")
    .execute();
}

/** Ends an active rule; false if it has already ended. */
export async function endRule(tx: Tx, id: number, actorId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("bank_rules")
    .set({ ended_by: actorId, ended_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Locks until the transaction ends, and returns, those of these entries that match no order. */
export async function lockUnmatched(tx: Tx, ids: readonly number[]) {
  const { rows } = await sql<{
    id: number;
    amountCents: number;
    payer: string;
    payerIban: string;
    text: string;
    returnReason: string | null;
  }>`select id, amount_cents as "amountCents", payer, payer_iban as "payerIban", text, return_reason as "returnReason"
    from bank_entries where id = any(${ids}::integer[]) and status = 'UNMATCHED' and match ->> 'why' = 'NOTHING'
    order by id for update`.execute(tx);
  return rows;
}

/** Puts entries aside by a rule. */
export async function putAside(
  tx: Tx,
  rule: { id: number; reason: string },
  ids: readonly number[],
): Promise<void> {
  await sql`update bank_entries set status = 'IGNORED', reason = ${rule.reason}, rule_id = ${rule.id},
    decided_at = now(), version = version + 1 where id = any(${ids}::integer[])`.execute(tx);
}

function rules(executor: Executor) {
  return executor
    .selectFrom("bank_rules as r")
    .innerJoin("users as u", "u.id", "r.created_by")
    .leftJoin("users as ender", "ender.id", "r.ended_by")
    .selectAll("r")
    .select([
      "u.username as made_by",
      "ender.username as ended_by_name",
      sql<{ count: number; newest: string | null }>`(select json_build_object('count', count(*),
        'newest', max(e.booked_on)) from bank_entries e where e.rule_id = r.id)`.as("used"),
    ]);
}

/** Returns a rule, active or ended, with who created and ended it; undefined if there is none. */
export function ruleById(executor: Executor, id: number) {
  return rules(executor).where("r.id", "=", id).executeTakeFirst();
}

/** The operators' list of rules. */
export const listedRules = list(listBankRules, {
  from: sql`bank_rules r`,
  id: "r.id",
  columns: {
    createdAt: "r.created_at",
    payer: { by: byName(sql`nullif(r.payer, '')`), mayBeEmpty: true },
    reason: byName("r.reason"),
  },
  defaultOrder: { field: "createdAt", direction: "desc" },
  words: (q) => [
    hasWords(searchable(sql`concat_ws(' ', r.payer, r.payer_iban, r.words, r.reason)`), q),
  ],
  where: () => [],
  tabs: { by: sql<string>`case when r.ended_at is null then 'ACTIVE' else 'ENDED' end` },
  rows: (executor, page) =>
    rules(executor)
      .innerJoin(page, (join) => join.onRef("page.id", "=", "r.id"))
      .orderBy("page.position"),
});
export type ListedRule = RowOf<typeof listedRules>;
