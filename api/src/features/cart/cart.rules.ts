import type {
  AvailabilityStatus,
  ClaimType,
  CreditType,
  ImpactType,
} from "@tonneline/contract/catalogue";
import type { CartChange } from "@tonneline/contract/cart";
import type { NotificationCode } from "@tonneline/contract/notifications";
import { euros, eurosOrNone } from "../../core/money.ts";
import { ownPrice, type PricedVintage, type Terms } from "../catalogue/ownPrices.rules.ts";

/** Returns the price of an offer for the buyer's company, in cents; null: on request. */
export function priceAt(
  offer: Omit<PricedVintage, "projectTypeId"> & { typeId: number; terms: Terms[] | null },
): number | null {
  return ownPrice({ ...offer, projectTypeId: offer.typeId }, offer.terms);
}

/** Returns the catalogue's price in euros, if the buyer was shown a lower one. */
export function listPriceOf({ shown, offer: { listCents } }: Pick<Line, "shown" | "offer">) {
  if (listCents !== null && listCents <= shown.priceCents) return {};
  return { listPrice: eurosOrNone(listCents) };
}

/** What the buyer was last shown of a vintage. */
export interface Shown {
  priceCents: number;
  year: number;
  claimType: ClaimType;
  impactType: ImpactType;
  creditType: CreditType;
  purchasable: boolean;
}

/** The vintage's current state in the catalogue. */
export interface Offer extends Omit<Shown, "priceCents" | "purchasable"> {
  /** The price for the buyer's company. Null: price on request. */
  priceCents: number | null;
  /** The list price. */
  listCents: number | null;
  projectStatus: AvailabilityStatus;
  hidden: boolean;
  withdrawn: boolean;
}

export interface Line {
  quantity: number;
  /** Tonnes reserved in the ledger: all of the quantity, or 0. */
  reserved: number;
  reservedTo: Date | null;
  shown: Shown;
  offer: Offer;
}

export interface Change {
  code: NotificationCode;
  before?: string | number;
  after?: string | number;
  reason?: string;
}

/** A fact of a line that changed through others: prices in euros, types as their codes. */
export type ChangedFact = Pick<CartChange, "fact" | "before" | "after">;

export interface Settled {
  /** 0: the line is removed from the cart. */
  quantity: number;
  /** Tonnes held after settling. */
  reserved: number;
  /** The hold starts anew. */
  renewed: boolean;
  shown: Shown;
  /** What the buyer is notified of; empty if nothing changes for them. */
  changes: Change[];
}

/**
 * Returns whether the catalogue lets this buyer buy it: on sale, at a price, of an available project. Does not check how many
 * credits are left.
 */
export function isPurchasable(offer: Offer): boolean {
  return (
    !offer.hidden &&
    !offer.withdrawn &&
    offer.priceCents !== null &&
    offer.projectStatus === "AVAILABLE"
  );
}

/** True for a line without a hold, too. */
export function holdHasEnded(line: Pick<Line, "reservedTo">, now: Date): boolean {
  return line.reservedTo === null || line.reservedTo <= now;
}

function shownNow({ shown, offer }: Line): Shown {
  const { year, claimType, impactType, creditType } = offer;
  const priceCents = offer.priceCents ?? shown.priceCents;
  return { priceCents, year, claimType, impactType, creditType, purchasable: isPurchasable(offer) };
}

/**
 * Returns whether a line differs from what was shown, or has lost its hold and would renew it (`renewHolds`): then its stock must
 * be locked and the line settled. A released hold cannot be renewed while the line is not on sale, so there is nothing to
 * settle.
 */
export function needsSettling(line: Line, now: Date, renewHolds: boolean): boolean {
  const next = shownNow(line);
  return (
    line.offer.hidden ||
    line.offer.withdrawn ||
    (renewHolds && holdHasEnded(line, now) && (line.reserved > 0 || next.purchasable)) ||
    (Object.keys(next) as (keyof Shown)[]).some((key) => next[key] !== line.shown[key])
  );
}

/**
 * Returns the line's new state. `available` are the tonnes of the vintage that nobody holds. With `renewHolds` (the buyer views the
 * cart or checks out) an expired hold is renewed, cut to what is left, or the line is removed; without it (a change in the
 * catalogue) holds stay as they are.
 */
export function settle(line: Line, available: number, now: Date, renewHolds: boolean): Settled {
  const shown = shownNow(line);
  const { hidden, withdrawn } = line.offer;
  if (hidden || withdrawn) return removed(shown, "It is no longer offered.");
  const changes = changesBetween(line.shown, shown);
  const kept = { quantity: line.quantity, reserved: line.reserved, renewed: false, shown, changes };
  if (!renewHolds || !holdHasEnded(line, now)) return kept;
  if (!shown.purchasable) return { ...kept, reserved: 0 };
  const left = available + line.reserved;
  if (left === 0) return removed(shown, "Its hold had ended and no credits are left.");
  if (left >= line.quantity) return { ...kept, reserved: line.quantity, renewed: true };
  const reason = "Its hold had ended and fewer credits are left.";
  const cut: Change = { code: "cart.vintage.removed", before: line.quantity, after: left, reason };
  return { quantity: left, reserved: left, renewed: true, shown, changes: [...changes, cut] };
}

function removed(shown: Shown, reason: string): Settled {
  const changes = [{ code: "cart.vintage.removed" as const, reason }];
  return { quantity: 0, reserved: 0, renewed: false, shown, changes };
}

/** Returns the notifications due when what was shown of a line changes. */
export function changesBetween(before: Shown, after: Shown): Change[] {
  const changes: Change[] = [];
  const note = (key: keyof Shown, code: NotificationCode) => {
    if (before[key] === after[key]) return;
    changes.push({
      code,
      before: before[key] as string | number,
      after: after[key] as string | number,
    });
  };
  if (before.priceCents !== after.priceCents) {
    changes.push({
      code: "cart.vintage.price.changed",
      before: euros(before.priceCents),
      after: euros(after.priceCents),
    });
  }
  note("claimType", "cart.claim.type.changed");
  note("impactType", "cart.impact.type.changed");
  note("year", "cart.vintage.year.changed");
  note(
    "creditType",
    after.creditType === "EX_POST" ? "cart.vintage.credit.ex-post" : "cart.vintage.credit.ex-ante",
  );
  if (before.purchasable && !after.purchasable)
    changes.push({ code: "cart.project.temporarily.unavailable" });
  return changes;
}

/**
 * Returns whether settling changed what the buyer sees, so that the cart's version must be raised. A renewed hold alone does
 * not count.
 */
export function contentChanged(line: Line, settled: Settled): boolean {
  return (
    settled.quantity !== line.quantity ||
    settled.changes.length > 0 ||
    settled.shown.purchasable !== line.shown.purchasable
  );
}

/** Returns the facts of a line that settling changed, which the page shows until the buyer acknowledges them. */
export function changedFacts(
  line: Pick<Line, "quantity" | "shown">,
  settled: Settled,
): ChangedFact[] {
  if (settled.quantity === 0) return [{ fact: "removed", before: null, after: null }];
  const facts = shownFacts(line.shown, settled.shown);
  if (settled.quantity === line.quantity) return facts;
  return [{ fact: "quantity", before: line.quantity, after: settled.quantity }, ...facts];
}

/** Returns the facts that differ between two states of a line. */
export function shownFacts(before: Shown, after: Shown): ChangedFact[] {
  const { priceCents, ...facts } = before;
  const changed: ChangedFact[] = (Object.keys(facts) as (keyof typeof facts)[])
    .filter((fact) => before[fact] !== after[fact])
    .map((fact) => ({ fact, before: before[fact], after: after[fact] }));
  if (priceCents === after.priceCents) return changed;
  return [{ fact: "price", before: euros(priceCents), after: euros(after.priceCents) }, ...changed];
}
