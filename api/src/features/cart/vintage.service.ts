import type { CartChange } from "@tonneline/contract/cart";
import type { Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { formatInteger } from "../../core/formats.ts";
import { movementsStatement } from "../ledger/ledger.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import type { Settings } from "../settings/settings.defaults.ts";
import { requirePayable } from "./ceilings.service.ts";
import { changesBetween, isPurchasable, shownFacts, type Shown } from "./cart.rules.ts";
import { noticesOf, settleCart } from "./cart.settling.ts";
import * as store from "./cart.sql.ts";
import { netOf } from "./cart.view.ts";
import { addChanges, vintageProduct, type Product } from "./changes.sql.ts";
import { cartState, type CartState, type OfferedVintage, type VintageLine } from "./state.sql.ts";

interface Wanted {
  vintageId: number;
  /** Tonnes; 0 removes the vintage. */
  credits: number;
  minutes: number;
  ceilings: Settings["ceilings"];
  /** Whether it is the last step of its transaction, and may commit it. */
  isLast?: boolean;
}

/**
 * Sets the tonnes of a vintage in a locked cart, and holds them for `minutes` from now. Returns the resulting cart, with a new
 * version unless the tonnes are unchanged, which only renews the hold. `state` was read with this vintage as its
 * `requestedVintage`. NOT_FOUND for an unknown or hidden vintage, NOT_PURCHASABLE while it is not on sale,
 * INSUFFICIENT_CREDITS with what is left for this buyer, RATE_LIMITED above the settings' ceilings, VALIDATION_FAILED above
 * the maximum of an order.
 */
export async function setVintageLine(
  tx: Tx,
  state: CartState,
  { vintageId, credits, minutes, ceilings, isLast = false }: Wanted,
): Promise<CartState> {
  const settled = await settleCart(tx, state, { renewHolds: true, minutes, touched: vintageId });
  const { cart, requestedVintage, vintages } = settled;
  const line = vintages.find((candidate) => candidate.vintageId === vintageId);
  if (credits === 0) return line ? removeLine(tx, settled, line) : settled;
  if (!requestedVintage || requestedVintage.offer.hidden) return refuse("NOT_FOUND");
  if (!isPurchasable(requestedVintage.offer)) return refuse("NOT_PURCHASABLE");
  const held = line?.reserved ?? 0;
  const left = requestedVintage.available + held;
  if (credits > left) return refuse("INSUFFICIENT_CREDITS", { available: left });
  const others = vintages.reduce((sum, each) => sum + each.reserved, 0) - held;
  requireBelowLimit({ credits, held, others, minutes, ceilings });
  // Reducing a hold is always allowed.
  if (credits > held) requirePayable(netWith(settled, requestedVintage, credits));
  const { year, claimType, impactType, creditType, priceCents } = requestedVintage.offer;
  const shown: Shown = {
    priceCents: priceCents!,
    year,
    claimType,
    impactType,
    creditType,
    purchasable: true,
  };
  const facts = line ? shownFacts(line.shown, shown) : [];
  const isChanged = line?.quantity !== credits || facts.length > 0;
  // Reducing a hold is always allowed: it frees credits for others.
  const counts = credits >= held;
  if (counts && cart.holdsToday >= ceilings.holdsPerDay) {
    return refuseForToday(tx, ceilings.holdsPerDay);
  }
  const wanted = { cartId: cart.id, vintageId, quantity: credits, minutes, shown };
  const movement = movementsStatement([
    {
      kind: credits > held ? "RESERVE" : "RELEASE",
      vintageId,
      quantity: Math.abs(credits - held),
      ownerId: cart.userId,
      actorId: cart.userId,
      reason: "set in the cart",
    },
  ]);
  const notifies = line !== undefined && facts.length > 0;
  const set = await store.setLine(
    tx,
    { ...wanted, isChanged, counts, isLast: isLast && !notifies },
    movement,
  );
  const product = vintageProduct(vintageId);
  if (notifies) {
    const { projectName: name } = line;
    await addChanges(tx, { id: cart.id, version: set.version }, [
      { ...product, name, year: line.shown.year, facts },
    ]);
    const changes = changesBetween(line.shown, shown);
    await notify(tx, noticesOf(cart.userId, line, { shown, changes }));
    return (await cartState(tx, cart.userId))!;
  }
  const next: VintageLine = {
    ...requestedVintage,
    available: left - credits,
    id: set.id,
    quantity: credits,
    reserved: credits,
    reservedTo: set.reservedTo,
    shown,
  };
  return {
    ...settled,
    cart: { ...cart, version: set.version },
    vintages: line ? vintages.map((each) => (each === line ? next : each)) : [...vintages, next],
    changes: settled.changes.filter(
      (change) => !isChangeOf(change, product) || !ofQuantity.has(change.fact),
    ),
  };
}

// Dropped when the buyer sets the tonnes: these changes are outdated then.
const ofQuantity = new Set(["quantity", "removed"]);
const isChangeOf = (change: CartChange, { productType, productId }: Product) =>
  change.productType === productType && change.productId === productId;

/** Returns the net total of the cart in cents with this many tonnes of a vintage. */
function netWith(state: CartState, { vintageId, offer }: OfferedVintage, credits: number): number {
  const vintages = state.vintages.filter((each) => each.vintageId !== vintageId);
  return netOf({ ...state, vintages }).netCents + credits * offer.priceCents!;
}

/** Throws RATE_LIMITED if the buyer would hold more tonnes than the ceilings allow. */
function requireBelowLimit(
  hold: Pick<Wanted, "credits" | "minutes" | "ceilings"> & { held: number; others: number },
): void {
  const { credits, held, others, minutes } = hold;
  const { heldTonnes } = hold.ceilings;
  // Reducing a hold is always allowed.
  if (credits <= held || credits + others <= heldTonnes) return;
  const detail = `You can hold ${formatInteger(heldTonnes)} t at once. Order what is in your cart, or hold less.`;
  refuse("RATE_LIMITED", { retryAfterSeconds: minutes * 60, detail });
}

async function refuseForToday(tx: Tx, holdsPerDay: number): Promise<never> {
  return refuse("RATE_LIMITED", {
    retryAfterSeconds: await store.secondsLeftToday(tx),
    detail: `You have held or renewed credits ${formatInteger(holdsPerDay)} times today. Order what is in your cart, or try again tomorrow.`,
  });
}

async function removeLine(tx: Tx, state: CartState, line: VintageLine): Promise<CartState> {
  const { cart } = state;
  const { id: itemId, vintageId } = line;
  const movement = movementsStatement([
    {
      kind: "RELEASE",
      vintageId,
      quantity: line.reserved,
      ownerId: cart.userId,
      actorId: cart.userId,
      reason: "taken out of the cart",
    },
  ]);
  const version = await store.deleteLine(tx, { cartId: cart.id, itemId, vintageId }, movement);
  return {
    ...state,
    cart: { ...cart, version },
    vintages: state.vintages.filter((each) => each !== line),
    changes: state.changes.filter((change) => !isChangeOf(change, vintageProduct(vintageId))),
  };
}
