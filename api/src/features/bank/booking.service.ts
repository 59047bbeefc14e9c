import { maxBookedAtOnce, type EntryStatus } from "@tonneline/contract/bank";
import { recordAudit, type KnownActor } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse, refuseField, Refusal } from "../../core/errors.ts";
import { cents, euros, formatEuros } from "../../core/money.ts";
import { lockOrders, receivePayment, undoPayments } from "../orders/receipts.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import {
  decideEntry,
  isSplit,
  lockEntry,
  matchedEntries,
  type LockedEntry,
} from "./entries.sql.ts";
import { rematch, rematchAll } from "./match.service.ts";
import { undoReturnBy } from "./refundEntries.service.ts";
import { hasRefund, reopenRefundOf } from "./refunds.sql.ts";

/** The part of an entry that is booked for an order, in cents with the sign of the entry. */
export interface Share {
  orderId: number;
  cents: number;
  /** The amount that must be open for the order, otherwise the entry is not booked. */
  openCents?: number;
}

const isPending = (status: EntryStatus) => status !== "BOOKED" && status !== "IGNORED";

/**
 * Books an entry: its orders receive payments with its date and become PAID once covered, and the company is credited the rest.
 * NOT_FOUND; INVALID_TRANSITION if it is already decided, or if an order accepts no payment or has another amount open;
 * VALIDATION_FAILED for more than the entry's amount.
 */
export async function bookEntry(
  db: Db,
  settings: SettingsService,
  actor: KnownActor,
  entryId: number,
  shares: readonly Share[],
): Promise<void> {
  const allowanceCents = await allowanceOf(settings);
  await inTransaction(db, async (tx) => {
    const entry = await pendingEntry(tx, entryId);
    await book(tx, allowanceCents, actor, entry, shares);
    await rematch(tx, allowanceCents);
  });
}

/** Read before the transaction, which must not wait for a second connection. */
const allowanceOf = async (settings: SettingsService) =>
  cents((await settings.current()).bank.allowance);

/** Locks and returns an undecided entry. NOT_FOUND, INVALID_TRANSITION. */
export async function pendingEntry(tx: Tx, entryId: number): Promise<LockedEntry> {
  const entry = (await lockEntry(tx, entryId)) ?? refuse("NOT_FOUND");
  if (isPending(entry.status)) return entry;
  const who = entry.decidedBy ?? "The system";
  const what = entry.status === "BOOKED" ? "booked it" : "put it aside";
  return refuse("INVALID_TRANSITION", {
    detail: `${who} has already ${what}. Nothing was done twice.`,
  });
}

async function book(
  tx: Tx,
  allowanceCents: number,
  actor: KnownActor,
  entry: LockedEntry,
  shares: readonly Share[],
): Promise<void> {
  const sign = Math.sign(entry.amountCents);
  const sum = shares.reduce((cents, share) => cents + Math.abs(share.cents), 0);
  if (sum > Math.abs(entry.amountCents)) {
    refuseField(
      "orders",
      `The entry has ${formatEuros(Math.abs(entry.amountCents))}: no more of it can be booked`,
    );
  }
  // Reversals may be entered with or without their sign; a share of an incoming payment must not be negative.
  const below = sign > 0 ? shares.findIndex(({ cents }) => cents < 0) : -1;
  if (below >= 0) {
    const message = "This money came in: enter an amount above 0";
    refuse("VALIDATION_FAILED", { fieldErrors: [{ path: `orders.${below}.amount`, message }] });
  }
  await decideEntry(tx, entry.id, { status: "BOOKED", reason: null, actorId: actor.userId });
  await lockOrders(
    tx,
    shares.map(({ orderId }) => orderId),
  );
  for (const { orderId, cents, openCents } of shares) {
    await receivePayment(tx, allowanceCents, actor, {
      orderId,
      amountCents: sign * Math.abs(cents),
      receivedOn: entry.bookedOn,
      reference: entry.bankReference ?? entry.endToEndId ?? `entry ${entry.id}`,
      entryId: entry.id,
      ...(openCents !== undefined && { openCents }),
    });
  }
  await recordAudit(tx, actor, {
    action: "bank.book",
    thing: thingOf(entry),
    after: { amount: euros(entry.amountCents), orders: shares.map(({ orderId }) => orderId) },
  });
}

/** Returns an entry as the audit log names it. */
export const thingOf = ({ id, payer }: Pick<LockedEntry, "id" | "payer">) => ({
  type: "bank-entry",
  id,
  name: payer || `${id}`,
});

export interface BookingResult {
  entryId: number;
  orderIds: number[];
  cents: number;
  status: "BOOKED" | "REFUSED";
  detail?: string;
}

/**
 * Books every entry with a certain match, each in its own transaction: an entry that another operator has decided first, or
 * whose order has changed meanwhile, is skipped with the reason. At most `maxBookedAtOnce`, oldest first.
 */
export async function bookMatched(
  db: Db,
  settings: SettingsService,
  actor: KnownActor,
): Promise<{ results: BookingResult[]; remaining: number }> {
  const { ids, count } = await matchedEntries(db, maxBookedAtOnce);
  const results: BookingResult[] = [];
  for (const id of ids) results.push(await bookOneMatched(db, settings, actor, id));
  await inTransaction(db, async (tx) => await rematchAll(tx, settings));
  return { results, remaining: count - ids.length };
}

async function bookOneMatched(
  db: Db,
  settings: SettingsService,
  actor: KnownActor,
  entryId: number,
): Promise<BookingResult> {
  const allowanceCents = await allowanceOf(settings);
  let seen: LockedEntry | undefined;
  const facts = () => ({
    entryId,
    orderIds: seen?.match.orders.map(({ orderId }) => orderId) ?? [],
    cents: seen?.amountCents ?? 0,
  });
  try {
    await inTransaction(db, async (tx) => {
      seen = await pendingEntry(tx, entryId);
      if (seen.status !== "MATCHED") {
        refuse("INVALID_TRANSITION", { detail: "It is no longer certain which order it is for." });
      }
      const shares = seen.match.orders.map((each) => ({ ...each, openCents: each.cents }));
      await book(tx, allowanceCents, actor, seen, shares);
    });
    return { ...facts(), status: "BOOKED" };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...facts(), status: "REFUSED", detail: error.message };
  }
}

/**
 * Reverts a booking, or reopens an entry that was put aside. An order it had paid awaits payment again. INVALID_TRANSITION if
 * the entry is undecided, if its single payments have replaced it, if a part of it is on the refund list or was refunded, if a
 * refund that it brought back was paid again, or if credits of such an order are retired.
 */
export async function unbookEntry(
  db: Db,
  settings: SettingsService,
  actor: KnownActor,
  entryId: number,
  reason: string,
): Promise<void> {
  const allowanceCents = await allowanceOf(settings);
  await inTransaction(db, async (tx) => {
    const entry = (await lockEntry(tx, entryId)) ?? refuse("NOT_FOUND");
    if (isPending(entry.status)) {
      refuse("INVALID_TRANSITION", { detail: "It is not booked: there is nothing to reverse." });
    }
    if (await isSplit(tx, entryId)) {
      const detail = "The bank has since listed its single payments, which replace it.";
      refuse("INVALID_TRANSITION", { detail });
    }
    if (await hasRefund(tx, entryId)) {
      const detail =
        "Part of it is on the refund list or was refunded: take that off the list first.";
      refuse("INVALID_TRANSITION", { detail });
    }
    await restoreRefunds(tx, actor, entryId);
    if (entry.status === "BOOKED") await undoPayments(tx, allowanceCents, actor, entryId, reason);
    await decideEntry(tx, entryId, { status: "UNMATCHED", reason: null, actorId: actor.userId });
    await recordAudit(tx, actor, {
      action: "bank.unbook",
      thing: thingOf(entry),
      before: { status: entry.status, ...(entry.reason !== null && { reason: entry.reason }) },
      after: { status: "UNMATCHED", reason },
    });
    await rematch(tx, allowanceCents);
  });
}

/** Takes back what an entry said about a refund. INVALID_TRANSITION if something has followed from it. */
async function restoreRefunds(tx: Tx, actor: KnownActor, entryId: number): Promise<void> {
  if (!(await reopenRefundOf(tx, entryId))) {
    const detail =
      "The bank has since sent this refund back: restore the entry of its return first.";
    refuse("INVALID_TRANSITION", { detail });
  }
  if (!(await undoReturnBy(tx, actor, entryId))) {
    const detail =
      "The refund that came back by it has been listed again, and is in a file or refunded otherwise.";
    refuse("INVALID_TRANSITION", { detail });
  }
}
