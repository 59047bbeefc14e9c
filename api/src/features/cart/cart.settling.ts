import type { Tx } from "../../core/db.ts";
import { euros } from "../../core/money.ts";
import { lockAvailable, postMovements, type Movement } from "../ledger/ledger.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { changedFacts, contentChanged, needsSettling, settle, type Settled } from "./cart.rules.ts";
import * as store from "./cart.sql.ts";
import { addChanges, reportProduct, vintageProduct, type ChangedLine } from "./changes.sql.ts";
import { cartState, type CartState, type ReportLine, type VintageLine } from "./state.sql.ts";

export interface Settling {
  /** Set when the buyer views the cart or checks out: expired holds are renewed if possible. */
  renewHolds: boolean;
  minutes: number;
  /** A vintage that the caller is about to change: its stock is locked together with the others. */
  touched?: number;
}

/**
 * Brings a locked cart up to date with the catalogue and the stock: lines, holds, version, ledger and notifications, in the
 * caller's transaction. Returns the resulting cart; one that needs no change is returned as read.
 */
export async function settleCart(
  tx: Tx,
  state: CartState,
  { renewHolds, minutes, touched }: Settling,
): Promise<CartState> {
  const { cart, now } = state;
  const due = state.vintages.filter(
    (line) => line.vintageId !== touched && needsSettling(line, now, renewHolds),
  );
  const reports = changedReports(state.reports);
  if (due.length + reports.length === 0) return state;
  const toLock = due.map((line) => line.vintageId);
  if (touched !== undefined) toLock.push(touched);
  const available = await lockAvailable(tx, toLock);

  const settled = due.map((line) => {
    const left = available.get(line.vintageId) ?? 0;
    return { line, to: settle(line, left, now, renewHolds) };
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
    if (to.quantity > 0) await store.updateItem(tx, line.id, to, minutes);
  }
  await notify(
    tx,
    settled.flatMap(({ line, to }) => noticesOf(cart.userId, line, to)),
  );
  await settleReports(tx, reports);
  const isChanged = reports.length > 0 || settled.some(({ line, to }) => contentChanged(line, to));
  const version = isChanged ? await store.raiseVersion(tx, cart.id) : cart.version;
  await addChanges(tx, { id: cart.id, version }, [
    ...settled.map(changedVintage),
    ...reports.map(changedReport),
  ]);
  return (await cartState(tx, cart.userId, touched))!;
}

function changedVintage({ line, to }: { line: VintageLine; to: Settled }): ChangedLine {
  return {
    ...vintageProduct(line.vintageId),
    name: line.projectName,
    year: line.shown.year,
    facts: changedFacts(line, to),
  };
}

function holdMovement(userId: number, line: VintageLine, to: Settled): Movement {
  const more = to.reserved - line.reserved;
  const common = { vintageId: line.vintageId, ownerId: userId };
  return more >= 0
    ? { ...common, kind: "RESERVE", quantity: more, reason: "hold in the cart taken again" }
    : { ...common, kind: "RELEASE", quantity: -more, reason: "hold in the cart ended" };
}

/** Returns the notifications about changes of a line. */
export function noticesOf(
  userId: number,
  line: Pick<VintageLine, "projectId" | "projectName">,
  to: Pick<Settled, "shown" | "changes">,
) {
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

const changedReports = (reports: readonly ReportLine[]) =>
  reports.filter((line) => line.hidden || line.priceCents !== line.shownPriceCents);

/** Removes reports that are no longer on sale, and updates the prices of the others. */
async function settleReports(tx: Tx, reports: readonly ReportLine[]): Promise<void> {
  const gone = reports.filter((line) => line.hidden);
  await store.deleteItems(
    tx,
    gone.map((line) => line.id),
  );
  for (const line of reports) {
    if (!line.hidden) await store.updateReportPrice(tx, line.id, line.priceCents);
  }
}

function changedReport(line: ReportLine): ChangedLine {
  const common = { ...reportProduct(line.reportId), name: line.reportName, year: null };
  if (line.hidden) return { ...common, facts: [{ fact: "removed", before: null, after: null }] };
  const before = euros(line.shownPriceCents);
  return { ...common, facts: [{ fact: "price", before, after: euros(line.priceCents) }] };
}

/** Returns whether this cart must be settled before it is shown; `renewHolds`: including expired holds to be renewed. */
export function isStale({ vintages, reports, now }: CartState, renewHolds: boolean): boolean {
  const isDue = vintages.some((line) => needsSettling(line, now, renewHolds));
  return isDue || changedReports(reports).length > 0;
}
