import type { BankEntry, BankStatement } from "@tonneline/contract/bank";
import type { BankRefund } from "@tonneline/contract/bankRefunds";
import type { BankRule } from "@tonneline/contract/bankRules";
import { euros, eurosOrNone } from "../../core/money.ts";
import { openCents } from "../orders/payments.rules.ts";
import { gapOf } from "./gaps.rules.ts";
import type { ListedEntry } from "./entries.sql.ts";
import type { ListedRefund } from "./refunds.sql.ts";
import type { ListedRule } from "./rules.sql.ts";
import type { ListedStatement, StatementRow } from "./statements.sql.ts";

/** Returns a statement with its number of entries and, after an import, how many of them were known before. */
export function statementView(
  row: StatementRow | ListedStatement,
  found = { entries: row.entry_count, duplicates: 0 },
): BankStatement & { id: number } {
  const { before } = row;
  const gap = gapOf({
    openingCents: row.opening_cents,
    closingBefore: before?.closingCents ?? null,
    number: row.number,
    numberBefore: row.number_before,
  });
  return {
    id: row.id,
    account: row.account,
    kind: row.kind as BankStatement["kind"],
    version: row.version,
    statementId: row.statement_id,
    from: row.from_on,
    to: row.to_on,
    opening: eurosOrNone(row.opening_cents),
    closing: eurosOrNone(row.closing_cents),
    incoming: euros(row.in_cents),
    outgoing: euros(row.out_cents),
    entries: found.entries,
    duplicates: found.duplicates,
    follows: before ? gap === null : null,
    number: row.number,
    gap: gap && {
      before:
        gap.otherBalance && before
          ? { statementId: before.statementId, to: before.to, closing: euros(before.closingCents) }
          : null,
      numbers: gap.numbers,
      reason: row.gap_reason,
    },
    fileName: row.file_name,
  };
}

/**
 * Returns an entry in euros, negative if outgoing. `orders`: those it is booked for or, while undecided, may be for; `rest` is
 * 0 until it is booked.
 */
export function entryView(row: Omit<ListedEntry, "position">): BankEntry {
  const booked = row.orders.reduce((cents, each) => cents + each.cents, 0);
  return {
    id: row.id,
    statementId: row.statement_id,
    account: row.account,
    status: row.status as BankEntry["status"],
    bookedOn: row.booked_on,
    valueOn: row.value_on,
    amount: euros(row.amount_cents),
    payer: row.payer,
    payerIban: row.payer_iban,
    text: row.text,
    references: row.remitted.map(({ reference }) => reference),
    bankReference: row.bank_reference,
    returnReason: row.return_reason,
    why: row.match.why,
    orders: row.orders.map((each) => ({
      orderId: each.orderId,
      amount: euros(each.cents),
      companyName: each.companyName,
      dueOn: each.dueOn,
      open: euros(openCents(each)),
    })),
    rest: row.status === "BOOKED" ? euros(row.amount_cents - booked - row.refund_cents) : 0,
    refunded: euros(row.refund_cents),
    reason: row.reason,
    ruleId: row.rule_id,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at?.toISOString() ?? null,
    takenBack: row.taken_back && {
      ...row.taken_back,
      at: new Date(row.taken_back.at).toISOString(),
    },
    version: row.version,
  };
}

/** Returns a rule that puts entries aside, with how many it has put aside so far and the date of the newest. */
export function ruleView(row: Omit<ListedRule, "position">): BankRule {
  return {
    id: row.id,
    state: row.ended_at ? "ENDED" : "ACTIVE",
    outgoing: row.outgoing,
    payer: row.payer,
    payerIban: row.payer_iban,
    words: row.words,
    reason: row.reason,
    entries: row.used.count,
    newestOn: row.used.newest,
    createdBy: row.made_by,
    createdAt: row.created_at.toISOString(),
    endedBy: row.ended_by_name,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

/** Returns a refund to a payer in euros, with its progress. */
export function refundView(row: Omit<ListedRefund, "position">): BankRefund {
  return {
    id: row.id,
    entryId: row.entry_id,
    status: row.status as BankRefund["status"],
    name: row.name,
    iban: row.iban,
    amount: euros(row.amount_cents),
    text: row.text,
    fileId: row.file_id,
    doneOn: row.done_on,
    doneEntryId: row.done_entry_id,
    refusal:
      row.refused_at === null
        ? null
        : {
            reason: row.refused_reason ?? "",
            by: row.refuser,
            at: row.refused_at.toISOString(),
            backOn: row.back_on,
          },
    refusedBefore: row.refused_before,
    createdBy: row.made_by,
    createdAt: row.created_at.toISOString(),
  };
}
