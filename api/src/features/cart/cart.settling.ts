import { databaseNow, type Tx } from "../../core/db.ts";
import { lockAvailable, postMovements, type Movement } from "../ledger/ledger.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { contentChanged, needsSettling, settle, type Settled } from "./cart.rules.ts";
import * as store from "./cart.sql.ts";

export interface Settling {
  /** The buyer looks or orders: a hold that has ended is taken again if it can be. */
  rehold: boolean;
  minutes: number;
  /** A vintage that the caller is about to change: its stock is locked with the others, in one go. */
  touched?: number;
}

/**
 * Brings a locked cart up to what the catalogue and the stock say now: lines, holds, version, ledger and notifications
 * in the caller's transaction. Answers the tonnes available of each vintage it locked, and whether the content changed.
 */
export async function settleCart(tx: Tx, cart: store.CartRow, settling: Settling) {
  const now = await databaseNow(tx);
  const lines = await store.vintageLines(tx, cart.id);
  const due = lines.filter(
    (line) => line.vintageId !== settling.touched && needsSettling(line, now),
  );
  const toLock = due.map((line) => line.vintageId);
  if (settling.touched !== undefined) toLock.push(settling.touched);
  const available = toLock.length > 0 ? await lockAvailable(tx, toLock) : new Map<number, number>();

  const settled = due.map((line) => {
    const left = available.get(line.vintageId) ?? 0;
    return { line, to: settle(line, left, now, settling.rehold) };
  });
  await postMovements(
    tx,
    settled.map(({ line, to }) => holdMovement(cart.userId, line, to)),
  );
  await store.deleteItems(
    tx,
    settled.filter(({ to }) => to.quantity === 0).map(({ line }) => line.id),
  );
  for (const { line, to } of settled) {
    if (to.quantity > 0) await store.updateItem(tx, line.id, to, settling.minutes);
  }
  await notify(
    tx,
    settled.flatMap(({ line, to }) => noticesOf(cart.userId, line, to)),
  );

  const reportsChanged = await settleReports(tx, cart);
  const changed = reportsChanged || settled.some(({ line, to }) => contentChanged(line, to));
  if (changed) cart.version = await store.raiseVersion(tx, cart.id);
  return { available, changed };
}

function holdMovement(userId: number, line: store.VintageLine, to: Settled): Movement {
  const more = to.reserved - line.reserved;
  const common = { vintageId: line.vintageId, ownerId: userId };
  return more >= 0
    ? { ...common, kind: "RESERVE", quantity: more, reason: "hold in the cart taken again" }
    : { ...common, kind: "RELEASE", quantity: -more, reason: "hold in the cart ended" };
}

function noticesOf(userId: number, line: store.VintageLine, to: Settled) {
  return to.changes.map(({ code, ...values }) => ({
    userId,
    code,
    facts: {
      projectId: line.projectId,
      projectName: line.projectName,
      year: to.shown.year,
      ...values,
    },
  }));
}

async function settleReports(tx: Tx, cart: store.CartRow): Promise<boolean> {
  const reports = await store.reportLines(tx, cart.id);
  const gone = reports.filter((line) => line.hidden);
  const repriced = reports.filter(
    (line) => !line.hidden && line.priceCents !== line.shownPriceCents,
  );
  await store.deleteItems(
    tx,
    gone.map((line) => line.id),
  );
  for (const line of repriced) await store.updateReportPrice(tx, line.id, line.priceCents);
  return gone.length + repriced.length > 0;
}

/** Whether reading this content would show something stale: then it must be settled first. */
export function isStale(
  vintages: store.VintageLine[],
  reports: store.ReportLine[],
  now: Date,
): boolean {
  return (
    vintages.some((line) => needsSettling(line, now)) ||
    reports.some((line) => line.hidden || line.priceCents !== line.shownPriceCents)
  );
}
