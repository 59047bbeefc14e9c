import { maxBookedAtOnce, type EntryStatus } from "@tonneline/contract/bank";
import { recordAudit, type KnownActor } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse, refuseField, Refusal } from "../../core/errors.ts";
import { cents, euros, formatEuros } from "../../core/money.ts";
import { holdOrders, receivePayment, undoPayments } from "../orders/receipts.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { decideEntry, isSplit, lockEntry, sureEntries, type LockedEntry } from "./entries.sql.ts";
import { rematch, rematchAll } from "./match.service.ts";
import { goesBack, reopenRefundOf } from "./refunds.sql.ts";

/** Cents of an entry for an order, with the sign of the entry. */
export interface Share {
  orderId: number;
  cents: number;
  /** What the order has to have open, or the entry is not booked. */
  openCents?: number;
}

const isPending = (status: EntryStatus) => status !== "BOOKED" && status !== "IGNORED";

/**
 * Books an entry: orders get payments of its day, PAID once covered, and the company a credit of the rest. NOT_FOUND;
 * INVALID_TRANSITION if it was decided on, or an order takes no payment or has not that sum open; VALIDATION_FAILED if too much.
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

/** Read before the transaction: its connection waits for no second one. */
const allowanceOf = async (settings: SettingsService) =>
  cents((await settings.current()).bank.allowance);

/** An entry that nobody has decided on, locked. NOT_FOUND, INVALID_TRANSITION. */
export async function pendingEntry(tx: Tx, entryId: number): Promise<LockedEntry> {
  const entry = (await lockEntry(tx, entryId)) ?? refuse("NOT_FOUND");
  if (isPending(entry.status)) return entry;
  const who = entry.decidedBy ?? "The system";
  const what = entry.status === "BOOKED" ? "booked it" : "put it aside";
  return refuse("INVALID_TRANSITION", {
    detail: `${who} ${what} already. Nothing was done twice.`,
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
      `The entry has ${formatEuros(Math.abs(entry.amountCents))}: no more can be booked of it`,
    );
  }
  // What was taken back may be told with its sign or without; of what came in, nothing is taken back.
  const below = sign > 0 ? shares.findIndex(({ cents }) => cents < 0) : -1;
  if (below >= 0) {
    const message = "This money came in: enter an amount above 0";
    refuse("VALIDATION_FAILED", { fieldErrors: [{ path: `orders.${below}.amount`, message }] });
  }
  await decideEntry(tx, entry.id, { status: "BOOKED", reason: null, actorId: actor.userId });
  await holdOrders(
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

/** An entry as the audit log names it. */
export const thingOf = ({ id, payer }: Pick<LockedEntry, "id" | "payer">) => ({
  type: "bank-entry",
  id,
  name: payer || `${id}`,
});

export interface SureResult {
  entryId: number;
  orderIds: number[];
  cents: number;
  status: "BOOKED" | "REFUSED";
  detail?: string;
}

/**
 * Books every entry that is sure, each in a transaction of its own: one that another operator was quicker with, or whose
 * order has changed meanwhile, is left and says why. At most `maxBookedAtOnce`, the oldest first.
 */
export async function bookSure(
  db: Db,
  settings: SettingsService,
  actor: KnownActor,
): Promise<{ results: SureResult[]; remaining: number }> {
  const { ids, count } = await sureEntries(db, maxBookedAtOnce);
  const results: SureResult[] = [];
  for (const id of ids) results.push(await bookOneSure(db, settings, actor, id));
  await inTransaction(db, async (tx) => await rematchAll(tx, settings));
  return { results, remaining: count - ids.length };
}

async function bookOneSure(
  db: Db,
  settings: SettingsService,
  actor: KnownActor,
  entryId: number,
): Promise<SureResult> {
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
        refuse("INVALID_TRANSITION", { detail: "It is no longer sure which order it is for." });
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
 * Takes a booking back, or takes up again what was put aside. An order that was paid by it awaits its payment again.
 * INVALID_TRANSITION when it is to be decided on, when its single payments stand in its place, or when credits of such an order
 * are retired.
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
      refuse("INVALID_TRANSITION", { detail: "It is not booked: there is nothing to take back." });
    }
    if (await isSplit(tx, entryId)) {
      const detail = "The bank has since listed its single payments: they replace it.";
      refuse("INVALID_TRANSITION", { detail });
    }
    if (await goesBack(tx, entryId)) {
      const detail =
        "A part of it is on the refund list or went back: take that off the list first.";
      refuse("INVALID_TRANSITION", { detail });
    }
    await reopenRefundOf(tx, entryId);
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
