import { recordAudit, type KnownActor } from "../../core/audit.ts";
import { dayOf, requirePast } from "../../core/days.sql.ts";
import { databaseNow, inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import { euros } from "../../core/money.ts";
import { isIban, isInSepa } from "../settings/iban.rules.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { lockEntry } from "./entries.sql.ts";
import { painXml } from "./pain.ts";
import {
  insertFile,
  insertRefund,
  lockListed,
  lockRefund,
  restOf,
  setRefund,
  type NewRefund,
} from "./refunds.sql.ts";

/**
 * Puts the unused rest of a booked entry on the refund list. Returns the refund's id. NOT_FOUND, INVALID_TRANSITION
 * unless the entry is booked, VALIDATION_FAILED for more than its rest and for an IBAN with invalid check digits or outside SEPA.
 */
export async function refundEntry(tx: Tx, actor: KnownActor, refund: NewRefund): Promise<number> {
  if (!isIban(refund.iban)) {
    refuseField("iban", "The check digits of this IBAN are wrong: look for a mistyped character");
  }
  if (!isInSepa(refund.iban)) {
    refuseField("iban", "This account is outside SEPA: enter one that a SEPA transfer can reach");
  }
  const entry = (await lockEntry(tx, refund.entryId)) ?? refuse("NOT_FOUND");
  if (entry.status !== "BOOKED") {
    refuse("INVALID_TRANSITION", {
      detail: "Book the entry first: only the excess can be refunded.",
    });
  }
  const rest = await restOf(tx, entry.id);
  if (refund.amountCents > rest) {
    refuseField("amount", `${euros(Math.max(0, rest)).toFixed(2)} euros of the entry are left`);
  }
  const id = await insertRefund(tx, refund, actor.userId);
  await recordAudit(tx, actor, {
    action: "bank.refund",
    thing: thingOf(id, refund.name),
    after: { entry: entry.id, amount: euros(refund.amountCents), iban: refund.iban },
  });
  return id;
}

/** Returns a refund as the audit log names it. */
export const thingOf = (id: number, name: string) => ({ type: "bank-refund", id, name });

/** Removes a refund from the list. NOT_FOUND, INVALID_TRANSITION if it is already in a file or removed. */
export async function removeRefund(db: Db, actor: KnownActor, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { name, status } = (await lockRefund(tx, id)) ?? refuse("NOT_FOUND");
    if (status !== "LISTED") {
      const detail =
        status === "REMOVED"
          ? "It has already been removed."
          : "It is already in a file for the bank.";
      refuse("INVALID_TRANSITION", { detail });
    }
    await setRefund(tx, id, { status: "REMOVED" });
    await recordAudit(tx, actor, { action: "bank.removeRefund", thing: thingOf(id, name) });
  });
}

/**
 * Records that a refund has left the account. NOT_FOUND, INVALID_TRANSITION unless it is in a file and not done,
 * VALIDATION_FAILED for a day in the future.
 */
export async function finishRefund(
  db: Db,
  actor: KnownActor,
  id: number,
  on: string,
): Promise<void> {
  await requirePast(db, "on", on);
  await inTransaction(db, async (tx) => {
    const { name, status } = (await lockRefund(tx, id)) ?? refuse("NOT_FOUND");
    if (status !== "SENT") {
      const detail =
        status === "DONE"
          ? "It is already done."
          : status === "REFUSED"
            ? "The bank has refused it."
            : "It is not in a file for the bank yet.";
      refuse("INVALID_TRANSITION", { detail });
    }
    await setRefund(tx, id, { status: "DONE", doneOn: on, entryId: null });
    await recordAudit(tx, actor, {
      action: "bank.finishRefund",
      thing: thingOf(id, name),
      after: { on },
    });
  });
}

/**
 * Writes all listed refunds into one file, to be executed today by the seller's calendar. INVALID_TRANSITION if none is listed,
 * so that two concurrent calls create only one file.
 */
export async function makeRefundFile(db: Db, settings: SettingsService, actor: KnownActor) {
  const { payment, seller } = await settings.current();
  return await inTransaction(db, async (tx) => {
    const listed = await lockListed(tx);
    if (listed.length === 0) refuse("INVALID_TRANSITION", { detail: "No refund is listed." });
    const madeAt = await databaseNow(tx);
    const on = await dayOf(tx, madeAt);
    const transfers = listed.map((each) => ({ ...each, endToEndId: `REFUND-${each.id}` }));
    const debtor = { ...seller, iban: payment.iban, bic: payment.bic };
    const ids = listed.map(({ id }) => id);
    const id = await insertFile(
      tx,
      (number) => painXml({ messageId: `REFUNDS-${number}`, madeAt, on, debtor, transfers }),
      ids,
      actor.userId,
    );
    const cents = listed.reduce((sum, each) => sum + each.cents, 0);
    await recordAudit(tx, actor, {
      action: "bank.refundFile",
      thing: { type: "bank-refund-file", id },
      after: { refunds: ids, amount: euros(cents) },
    });
    return { id, refunds: ids.length, amount: euros(cents) };
  });
}
