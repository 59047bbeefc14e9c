import { recordAudit, type Actor, type KnownActor } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import { ruleFor } from "./aside.rules.ts";
import { pendingEntry, thingOf } from "./booking.service.ts";
import { decideEntry } from "./entries.sql.ts";
import {
  activeRules,
  endRule,
  insertRule,
  lockUnmatched,
  putAside,
  ruleById,
} from "./rules.sql.ts";

/**
 * Puts an entry aside that is not for an order; with `always`, creates a rule that also puts aside later entries of its
 * counterparty containing these words. INVALID_TRANSITION if it is already decided, VALIDATION_FAILED for a rule that would
 * match everything.
 */
export async function ignoreEntry(
  db: Db,
  actor: KnownActor,
  entryId: number,
  reason: string,
  always?: { words: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const entry = await pendingEntry(tx, entryId);
    const { payer, payerIban } = entry;
    if (always && !/[\p{L}\p{N}]/u.test(payer + payerIban + always.words)) {
      refuseField("always.words", "Enter words: the entry names no counterparty");
    }
    const rule = always && {
      outgoing: entry.amountCents < 0,
      payer,
      payerIban,
      words: always.words,
      reason,
    };
    const ruleId = rule ? await insertRule(tx, rule, actor.userId) : null;
    if (rule && ruleId !== null) {
      await recordAudit(tx, actor, {
        action: "bank.rule",
        thing: ruleThing(ruleId, rule),
        after: rule,
      });
    }
    await decideEntry(tx, entryId, { status: "IGNORED", reason, ruleId, actorId: actor.userId });
    await recordAudit(tx, actor, {
      action: "bank.ignore",
      thing: thingOf(entry),
      after: { reason },
    });
  });
}

/** Puts aside the new entries that are not for an order and match a rule; one audit record per rule. */
export async function putAsideByRules(
  tx: Tx,
  actor: Actor,
  entryIds: readonly number[],
): Promise<void> {
  if (entryIds.length === 0) return;
  const rules = await activeRules(tx);
  if (rules.length === 0) return;
  const fitting = Map.groupBy(await lockUnmatched(tx, entryIds), (entry) => ruleFor(entry, rules));
  for (const [rule, entries] of fitting) {
    if (!rule) continue;
    const ids = entries.map(({ id }) => id);
    await putAside(tx, rule, ids);
    await recordAudit(tx, actor, {
      action: "bank.aside",
      thing: ruleThing(rule.id, rule),
      after: { reason: rule.reason, entries: ids },
    });
  }
}

const ruleThing = (id: number, { payer, words }: { payer: string; words: string }) => ({
  type: "bank-rule",
  id,
  name: [payer, words].filter(Boolean).join(": ") || `${id}`,
});

/** Ends a rule; entries that it put aside stay so. NOT_FOUND, INVALID_TRANSITION if it has already ended. */
export async function endBankRule(db: Db, actor: KnownActor, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const rule = (await ruleById(tx, id)) ?? refuse("NOT_FOUND");
    if (!(await endRule(tx, id, actor.userId))) {
      const detail = `${rule.ended_by_name ?? "A colleague"} has already ended it.`;
      refuse("INVALID_TRANSITION", { detail });
    }
    await recordAudit(tx, actor, { action: "bank.endRule", thing: ruleThing(id, rule) });
  });
}
