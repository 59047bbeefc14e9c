import type { Executor, Tx } from "../../core/db.ts";
import { lockOwnCompany } from "../../core/ownCompany.sql.ts";
import { lockedState } from "./cart.service.ts";
import { emptyCart, lockCart } from "./cart.sql.ts";
import { offersOf, reportOffers, type CartState } from "./state.sql.ts";

/** A line offered independently of any cart; the price in cents. */
export interface QuotedLine {
  vintageId?: number | undefined;
  reportId?: number | undefined;
  quantity: number;
  /** Defaults to the price of the company, else to the list price, if there is one. */
  priceCents?: number | undefined;
}

type Lines = Pick<CartState, "vintages" | "reports">;

/** Returns the lines at given prices with their current catalogue data; products no longer in the catalogue are left out. */
export async function linesAt(
  executor: Executor,
  wanted: readonly QuotedLine[],
  companyId: number,
): Promise<Lines> {
  const ids = (key: "vintageId" | "reportId") => wanted.flatMap((line) => line[key] ?? []);
  const offers = await offersOf(executor, ids("vintageId"), companyId);
  const reports = await reportOffers(executor, ids("reportId"));
  return {
    vintages: wanted.flatMap(({ vintageId, quantity, priceCents }, at) => {
      const found = offers.find((each) => each.vintageId === vintageId);
      if (!found) return [];
      const { priceCents: asked, year, claimType, impactType, creditType } = found.offer;
      const shown = { year, claimType, impactType, creditType, purchasable: true };
      return {
        ...found,
        id: at + 1,
        quantity,
        reserved: 0,
        reservedTo: null,
        shown: { ...shown, priceCents: priceCents ?? asked ?? 0 },
      };
    }),
    reports: wanted.flatMap(({ reportId, priceCents }, at) => {
      const found = reports.find((each) => each.reportId === reportId);
      return found ? { ...found, id: at + 1, shownPriceCents: priceCents ?? found.priceCents } : [];
    }),
  };
}

/**
 * Locks a buyer's cart and company until the transaction ends, so that the company cannot be merged, and returns both. If the
 * cart still has this version, it is emptied: `taken` are its held tonnes by vintage, which stay reserved in the buyer's name
 * for the caller.
 */
export async function takeCartHolds(tx: Tx, userId: number, version: number | null) {
  await lockCart(tx, userId);
  // Before quotes and accounts, as in a merge, which waits for both.
  await lockOwnCompany(tx, userId);
  const state = await lockedState(tx, userId);
  const { cart, company, vintages } = state;
  const taken = new Map<number, number>();
  if (version !== null && cart.version === version) {
    for (const { vintageId, reserved } of vintages) taken.set(vintageId, reserved);
    await emptyCart(tx, cart.id);
  }
  return { cart, company, taken };
}
