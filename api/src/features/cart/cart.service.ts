import type { CountryCode } from "@tonneline/contract/countries";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { isShortfall, lockAvailable, releaseCredits } from "../ledger/ledger.service.ts";
import type { Settings } from "../settings/settings.defaults.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { isStale, settleCart } from "./cart.settling.ts";
import * as store from "./cart.sql.ts";
import type { Taxation } from "./cart.view.ts";
import { acknowledgeChanges, deleteChanges, reportProduct } from "./changes.sql.ts";
import { cartState, type CartState } from "./state.sql.ts";
import { setVintageLine } from "./vintage.service.ts";

export { lockExistingCart } from "./cart.sql.ts";

export interface SeenCart {
  state: CartState;
  taxation: Taxation;
}

export type CartService = ReturnType<typeof createCartService>;

/** The buyer's cart: its contents, holds and totals. */
export function createCartService(db: Db, settings: SettingsService) {
  const holdMinutes = async () => (await settings.current()).reservation.minutes;

  const seen = (state: CartState, country: CountryCode | undefined) =>
    taxed(settings, state, country);

  /** Locks the cart, reads it together with the requested vintage, and lets `work` change it. */
  async function change(
    userId: number,
    country: CountryCode | undefined,
    work: (tx: Tx, state: CartState, settings: Settings) => Promise<CartState>,
    requestedVintageId?: number,
  ): Promise<SeenCart> {
    // Read before the transaction: inside it, all connections of the pool could be waiting for another one.
    const current = await settings.current();
    const attempt = (isCareful: boolean) =>
      inTransaction(db, async (tx) =>
        work(tx, await lockedState(tx, userId, requestedVintageId, isCareful), current),
      );
    const state = await attempt(false).catch((error: unknown) => {
      if (!isShortfall(error)) throw error;
      // Others took credits between the read and the hold: retry with the stock locked.
      return attempt(true);
    });
    return seen(state, country);
  }

  /** Returns the cart after settling, with its changes; `renewHolds` (for members who may buy) renews expired holds. */
  async function read(userId: number, country: CountryCode | undefined, renewHolds: boolean) {
    const state = await cartState(db, userId);
    if (state && !isStale(state, renewHolds)) return seen(state, country);
    return change(userId, country, (tx, locked, { reservation: { minutes } }) =>
      settleCart(tx, locked, { renewHolds, minutes }),
    );
  }

  /**
   * Sets the tonnes of a vintage and holds them for the settings' minutes; 0 removes it. NOT_FOUND for an unknown or hidden
   * vintage, NOT_PURCHASABLE while it is not on sale, INSUFFICIENT_CREDITS with what is left for this buyer.
   */
  function setVintage(userId: number, vintageId: number, credits: number, country?: CountryCode) {
    return change(
      userId,
      country,
      (tx, state, { reservation: { minutes }, ceilings }) =>
        setVintageLine(tx, state, { vintageId, credits, minutes, ceilings, isLast: true }),
      vintageId,
    );
  }

  /** Adds a report; a no-op if it is already there. NOT_FOUND for one that is not on sale. */
  function addReport(userId: number, reportId: number, country?: CountryCode) {
    return change(userId, country, async (tx, _state, { reservation: { minutes } }) => {
      if (!(await putReport(tx, userId, reportId, minutes))) refuse("NOT_FOUND");
      return (await cartState(tx, userId))!;
    });
  }

  /** Removes a report; a no-op if it is not there. */
  function removeReport(userId: number, reportId: number, country?: CountryCode) {
    return change(userId, country, (tx, state, { reservation: { minutes } }) =>
      removeReportLine(tx, state, reportId, minutes),
    );
  }

  return {
    read,
    acknowledgeChanges: (userId: number, seen: number) => acknowledgeChanges(db, userId, seen),
    setVintage,
    addReport,
    removeReport,
    /** Applies catalogue changes to every cart that contains one of these vintages, and notifies the buyers. */
    applyCatalogueChanges: async (vintageIds: readonly number[]) =>
      settleCarts(db, await store.usersHolding(db, vintageIds), await holdMinutes()),
    /** The same for all carts of these companies, whose prices have changed. */
    applyPriceChanges: async (companyIds: readonly number[]) =>
      settleCarts(db, await store.usersOf(db, companyIds), await holdMinutes()),
    endHolds: () => endHolds(db),
  };
}

/** Taxes the cart with the VAT of `country`, by default that of the saved company details, else the seller's country. */
async function taxed(
  settings: SettingsService,
  state: CartState,
  country: CountryCode | undefined,
): Promise<SeenCart> {
  const countryCode =
    country ?? state.companyCountry ?? (await settings.current()).seller.countryCode;
  return { state, taxation: { countryCode, ...(await settings.vatFor(countryCode)) } };
}

async function removeReportLine(
  tx: Tx,
  state: CartState,
  reportId: number,
  minutes: number,
): Promise<CartState> {
  const { cart, reports } = await settleCart(tx, state, { renewHolds: true, minutes });
  await deleteChanges(tx, cart.id, reportProduct(reportId));
  const line = reports.find((each) => each.reportId === reportId);
  if (line) {
    await store.deleteItems(tx, [line.id]);
    await store.raiseVersion(tx, cart.id);
  }
  return (await cartState(tx, cart.userId))!;
}

async function settleCarts(db: Db, userIds: readonly number[], minutes: number): Promise<void> {
  for (const userId of userIds) {
    await inTransaction(db, async (tx) => {
      await settleCart(tx, await lockedState(tx, userId), { renewHolds: false, minutes });
    });
  }
}

/** Frees the credits of expired holds; returns how many holds ended. Safe on several servers at once. */
async function endHolds(db: Db): Promise<number> {
  let ended = 0;
  for (const cartId of await store.cartsWithEndedHolds(db, 500)) {
    ended += await inTransaction(db, async (tx) => {
      const holds = await store.endHolds(tx, cartId);
      await releaseCredits(
        tx,
        holds.map(({ vintageId, reserved, userId }) => ({
          vintageId,
          quantity: reserved,
          ownerId: userId,
          reason: "hold in the cart ended",
        })),
      );
      return holds.length;
    });
  }
  return ended;
}

/**
 * Locks a user's cart until the transaction ends, then reads it together with a vintage of the catalogue. With `isCareful` the
 * stock of all its vintages is locked in between, so that the available tonnes cannot change.
 */
export async function lockedState(
  tx: Tx,
  userId: number,
  requestedVintageId?: number,
  isCareful = false,
): Promise<CartState> {
  // A separate statement: a combined one would read the lines as of before it waited for the lock.
  await store.lockCart(tx, userId);
  const state = (await cartState(tx, userId, requestedVintageId))!;
  if (!isCareful) return state;
  const vintageIds = state.vintages.map(({ vintageId }) => vintageId);
  await lockAvailable(
    tx,
    requestedVintageId === undefined ? vintageIds : [...vintageIds, requestedVintageId],
  );
  return (await cartState(tx, userId, requestedVintageId))!;
}

/** Adds a report to a user's cart if it is on sale and not there already; returns 1 if the cart contains it, else 0. */
export async function putReport(
  tx: Tx,
  userId: number,
  reportId: number,
  minutes: number,
): Promise<0 | 1> {
  const state = await lockedState(tx, userId);
  const { cart, reports } = await settleCart(tx, state, { renewHolds: true, minutes });
  if (reports.some((line) => line.reportId === reportId)) return 1;
  const report = await store.reportOnSale(tx, reportId);
  if (!report) return 0;
  await deleteChanges(tx, cart.id, reportProduct(reportId));
  await store.insertReportItem(tx, { cartId: cart.id, reportId, priceCents: report.priceCents });
  await store.raiseVersion(tx, cart.id);
  return 1;
}

/** Empties a user's cart and frees its holds, in the caller's transaction. */
export async function emptyCart(tx: Tx, userId: number): Promise<void> {
  const { cart, vintages } = await lockedState(tx, userId);
  const held = vintages.filter(({ reserved }) => reserved > 0);
  await store.emptyCart(tx, cart.id);
  await releaseCredits(
    tx,
    held.map(({ vintageId, reserved }) => ({
      vintageId,
      quantity: reserved,
      ownerId: userId,
      reason: "the account was erased",
    })),
  );
}
