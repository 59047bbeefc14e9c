import { databaseNow, type Tx } from "../../core/db.ts";
import { lockAvailable, postMovements, type Movement } from "../ledger/ledger.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { changedFacts, contentChanged, needsSettling, settle, type Settled } from "./cart.rules.ts";
import * as store from "./cart.sql.ts";
import { addChanges, reportProduct, vintageProduct, type ChangedLine } from "./changes.sql.ts";

export interface Settling {
  /** The buyer looks or orders: a hold that has ended is taken again if it can be. */
  rehold: boolean;
  minutes: number;
  /** A vintage that the caller is about to change: its stock is locked with the others, in one go. */
  touched?: number;
}

/**
 * Brings a locked cart up to what the catalogue and the stock say now: lines, holds, version, ledger and notifications
 * in the caller's transaction. Returns the tonnes available of each vintage it locked, and the lines that are left.
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

  const reports = await settleReports(tx, cart);
  const changed = reports.length > 0 || settled.some(({ line, to }) => contentChanged(line, to));
  if (changed) cart.version = await store.raiseVersion(tx, cart.id);
  await addChanges(tx, cart, [...settled.map(changedVintage), ...reports]);
  const byId = new Map(settled.map(({ line, to }) => [line.id, { ...line, ...to }]));
  const left = lines
    .map((line) => byId.get(line.id) ?? line)
    .filter(({ quantity }) => quantity > 0);
  return { available, lines: left };
}

function changedVintage({ line, to }: { line: store.VintageLine; to: Settled }): ChangedLine {
  return {
    ...vintageProduct(line.vintageId),
    name: line.projectName,
    year: line.shown.year,
    facts: changedFacts(line, to),
  };
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

/** Takes reports out that are not on sale any more, and shows the others at their price of now. */
async function settleReports(tx: Tx, cart: store.CartRow): Promise<ChangedLine[]> {
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
  const common = ({ reportId, reportName }: store.ReportLine) => ({
    ...reportProduct(reportId),
    name: reportName,
    year: null,
  });
  return [
    ...gone.map((line) => ({
      ...common(line),
      facts: [{ fact: "removed" as const, before: null, after: null }],
    })),
    ...repriced.map((line) => ({
      ...common(line),
      facts: [
        {
          fact: "price" as const,
          before: line.shownPriceCents / 100,
          after: line.priceCents / 100,
        },
      ],
    })),
  ];
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
