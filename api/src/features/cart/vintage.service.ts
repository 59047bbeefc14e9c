import type { Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { postMovements } from "../ledger/ledger.service.ts";
import type { Settings } from "../settings/settings.defaults.ts";
import { isPurchasable, shownFacts, type Shown } from "./cart.rules.ts";
import { settleCart } from "./cart.settling.ts";
import * as store from "./cart.sql.ts";
import { addChanges, forgetChanges, vintageProduct } from "./changes.sql.ts";

interface Wanted {
  vintageId: number;
  /** Tonnes; 0 takes the vintage out. */
  credits: number;
  minutes: number;
  ceilings: Settings["ceilings"];
}

/**
 * Sets the tonnes of a vintage in a locked cart, and holds them for so many minutes from now on. Whether the buyer's
 * cart is another one then: setting the same tonnes again only renews the hold. NOT_FOUND for an unknown or hidden
 * vintage, NOT_PURCHASABLE while it is not on sale, INSUFFICIENT_CREDITS with what is left for this buyer, RATE_LIMITED
 * above the settings' ceilings.
 */
export async function setVintageLine(
  tx: Tx,
  cart: store.CartRow,
  { vintageId, credits, minutes, ceilings }: Wanted,
): Promise<boolean> {
  const settling = { rehold: true, minutes, touched: vintageId };
  const { available, lines } = await settleCart(tx, cart, settling);
  const line = lines.find((candidate) => candidate.vintageId === vintageId);
  if (credits === 0) return line ? removeLine(tx, cart, line) : false;
  const offer = await store.offerOf(tx, vintageId);
  if (!offer || offer.hidden) return refuse("NOT_FOUND");
  if (!isPurchasable(offer)) return refuse("NOT_PURCHASABLE");
  const held = line?.reserved ?? 0;
  const left = (available.get(vintageId) ?? 0) + held;
  if (credits > left) return refuse("INSUFFICIENT_CREDITS", { available: left });
  const others = lines.reduce((sum, each) => sum + each.reserved, 0) - held;
  await demandRoom(tx, cart.id, { credits, held, others, minutes, ceilings });
  const { year, claimType, impactType, creditType, priceCents } = offer;
  const shown: Shown = {
    priceCents: priceCents!,
    year,
    claimType,
    impactType,
    creditType,
    purchasable: true,
  };
  await store.upsertVintageItem(tx, {
    cartId: cart.id,
    vintageId,
    quantity: credits,
    minutes,
    shown,
  });
  await postMovements(tx, [
    {
      kind: credits > held ? "RESERVE" : "RELEASE",
      vintageId,
      quantity: Math.abs(credits - held),
      ownerId: cart.userId,
      actorId: cart.userId,
      reason: "set in the cart",
    },
  ]);
  // How many tonnes there are is the buyer's own doing from now on.
  const product = vintageProduct(vintageId);
  await forgetChanges(tx, cart.id, product, ["quantity", "removed"]);
  if (!line) return true;
  const facts = shownFacts(line.shown, shown);
  if (facts.length === 0) return line.quantity !== credits;
  const next = { id: cart.id, version: cart.version + 1 };
  const { projectName: name } = line;
  await addChanges(tx, next, [{ ...product, name, year: line.shown.year, facts }]);
  return true;
}

/** RATE_LIMITED when the buyer would hold more tonnes, or has held or renewed oftener today, than the ceilings allow. */
async function demandRoom(
  tx: Tx,
  cartId: number,
  hold: Pick<Wanted, "credits" | "minutes" | "ceilings"> & { held: number; others: number },
): Promise<void> {
  const { credits, held, others, minutes } = hold;
  const { heldTonnes, holdsPerDay } = hold.ceilings;
  // What is held already may always become less.
  if (credits > held && credits + others > heldTonnes) {
    const detail = `You can hold ${heldTonnes.toLocaleString("en")} t at once. Order what is in your cart, or hold less.`;
    return refuse("RATE_LIMITED", { retryAfterSeconds: minutes * 60, detail });
  }
  // Less may always be held: it frees credits for others.
  if (credits < held || (await store.countHold(tx, cartId, holdsPerDay))) return;
  refuse("RATE_LIMITED", {
    retryAfterSeconds: await store.secondsLeftToday(tx),
    detail: `You have held or renewed credits ${holdsPerDay.toLocaleString("en")} times today. Order what is in your cart, or try again tomorrow.`,
  });
}

async function removeLine(tx: Tx, cart: store.CartRow, line: store.VintageLine): Promise<true> {
  await store.deleteItems(tx, [line.id]);
  await postMovements(tx, [
    {
      kind: "RELEASE",
      vintageId: line.vintageId,
      quantity: line.reserved,
      ownerId: cart.userId,
      actorId: cart.userId,
      reason: "taken out of the cart",
    },
  ]);
  await forgetChanges(tx, cart.id, vintageProduct(line.vintageId));
  return true;
}
