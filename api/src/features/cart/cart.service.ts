import type { CountryCode } from "@tonneline/contract/countries";
import { databaseNow, inTransaction, type Db, type Executor, type Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { companyDetailsOf } from "../company/company.service.ts";
import { lockAvailable, postMovements } from "../ledger/ledger.service.ts";
import type { Settings } from "../settings/settings.defaults.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { isStale, settleCart } from "./cart.settling.ts";
import * as store from "./cart.sql.ts";
import type { CartContent, Taxation } from "./cart.view.ts";
import { changesOf, forgetChanges, noteChanges, reportProduct } from "./changes.sql.ts";
import { setVintageLine } from "./vintage.service.ts";

export interface SeenCart {
  content: CartContent;
  taxation: Taxation;
}

export type CartService = ReturnType<typeof createCartService>;

/** The buyer's cart: what is in it, what is held, what it costs. */
export function createCartService(db: Db, settings: SettingsService) {
  async function holdMinutes(): Promise<number> {
    return (await settings.current()).reservation.minutes;
  }

  async function contentOf(executor: Executor, cart: store.CartRow): Promise<CartContent> {
    const vintages = await store.vintageLines(executor, cart.id);
    const reports = await store.reportLines(executor, cart.id);
    const changes = await changesOf(executor, cart.id);
    return { cart, vintages, reports, changes };
  }

  /** The VAT of a country; without one, of the saved company details, else of the seller's own country. */
  async function taxationOf(userId: number, country: CountryCode | undefined): Promise<Taxation> {
    const countryCode =
      country ??
      (await companyDetailsOf(db, userId)).invoiceAddress?.countryCode ??
      (await settings.current()).seller.countryCode;
    return { countryCode, ...(await settings.vatFor(countryCode)) };
  }

  async function seen(
    userId: number,
    content: CartContent,
    country?: CountryCode,
  ): Promise<SeenCart> {
    return { content, taxation: await taxationOf(userId, country) };
  }

  /** Locks the cart, lets `work` change it, and returns it settled. The version grows when `work` says it changed. */
  async function change(
    userId: number,
    country: CountryCode | undefined,
    work: (
      tx: Tx,
      cart: store.CartRow,
      minutes: number,
      ceilings: Settings["ceilings"],
    ) => Promise<boolean>,
  ): Promise<SeenCart> {
    // Read before the transaction: within it, all connections could be waiting for one more.
    const { reservation, ceilings } = await settings.current();
    const content = await inTransaction(db, async (tx) => {
      const cart = await store.lockCart(tx, userId);
      const changed = await work(tx, cart, reservation.minutes, ceilings);
      if (changed) cart.version = await store.raiseVersion(tx, cart.id);
      return contentOf(tx, cart);
    });
    return seen(userId, content, country);
  }

  /** The cart as it stands now; ended holds are taken again, changed offers are shown and told. */
  async function read(userId: number, country?: CountryCode): Promise<SeenCart> {
    const cart = await store.cartOf(db, userId);
    if (cart) {
      const content = await contentOf(db, cart);
      const now = await databaseNow(db);
      if (!isStale(content.vintages, content.reports, now)) return seen(userId, content, country);
    }
    return change(userId, country, async (tx, locked, minutes) => {
      await settleCart(tx, locked, { rehold: true, minutes });
      return false;
    });
  }

  /**
   * Sets the tonnes of a vintage and holds them for the settings' minutes; 0 takes it out. NOT_FOUND for an unknown or
   * hidden vintage, NOT_PURCHASABLE while it is not on sale, INSUFFICIENT_CREDITS with what is left for this buyer.
   */
  function setVintage(userId: number, vintageId: number, credits: number, country?: CountryCode) {
    return change(userId, country, (tx, cart, minutes, ceilings) =>
      setVintageLine(tx, cart, { vintageId, credits, minutes, ceilings }),
    );
  }

  /** Adds a report; nothing happens when it is there already. NOT_FOUND for one that is not on sale. */
  function addReport(userId: number, reportId: number, country?: CountryCode) {
    return change(userId, country, async (tx, cart, minutes) => {
      await settleCart(tx, cart, { rehold: true, minutes });
      const report = (await store.reportOnSale(tx, reportId)) ?? refuse("NOT_FOUND");
      await forgetChanges(tx, cart.id, reportProduct(reportId));
      return store.insertReportItem(tx, {
        cartId: cart.id,
        reportId,
        priceCents: report.priceCents,
      });
    });
  }

  /** Takes a report out; nothing happens when it is not there. */
  function removeReport(userId: number, reportId: number, country?: CountryCode) {
    return change(userId, country, async (tx, cart, minutes) => {
      await settleCart(tx, cart, { rehold: true, minutes });
      const line = (await store.reportLines(tx, cart.id)).find(
        (each) => each.reportId === reportId,
      );
      await store.deleteItems(tx, line ? [line.id] : []);
      await forgetChanges(tx, cart.id, reportProduct(reportId));
      return line !== undefined;
    });
  }

  /** Shows the catalogue's news to every cart that holds one of these vintages, and tells their buyers. */
  async function takeUpNews(vintageIds: readonly number[]): Promise<void> {
    const minutes = await holdMinutes();
    for (const userId of await store.usersHolding(db, vintageIds)) {
      await inTransaction(db, async (tx) => {
        const cart = await store.lockCart(tx, userId);
        await settleCart(tx, cart, { rehold: false, minutes });
      });
    }
  }

  /** Frees the credits of holds whose time is over; returns how many holds ended. Safe on several servers at once. */
  async function endHolds(): Promise<number> {
    let ended = 0;
    for (const cartId of await store.cartsWithEndedHolds(db, 500)) {
      ended += await inTransaction(db, async (tx) => {
        const holds = await store.endHolds(tx, cartId);
        await lockAvailable(
          tx,
          holds.map((hold) => hold.vintageId),
        );
        await postMovements(
          tx,
          holds.map(({ vintageId, reserved, userId }) => ({
            kind: "RELEASE",
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

  return {
    read,
    noteChanges: (userId: number, version: number) => noteChanges(db, userId, version),
    setVintage,
    addReport,
    removeReport,
    takeUpNews,
    endHolds,
    holdMinutes,
    ceilings: async () => (await settings.current()).ceilings,
    taxationOf,
    contentOf,
  };
}

/** Takes everything out of a user's cart and frees what it held, in the caller's transaction. */
export async function emptyCart(tx: Tx, userId: number): Promise<void> {
  const cart = await store.lockCart(tx, userId);
  const lines = await store.vintageLines(tx, cart.id);
  const reports = await store.reportLines(tx, cart.id);
  const held = lines.filter(({ reserved }) => reserved > 0);
  await lockAvailable(
    tx,
    held.map(({ vintageId }) => vintageId),
  );
  await store.deleteItems(
    tx,
    [...lines, ...reports].map(({ id }) => id),
  );
  await postMovements(
    tx,
    held.map(({ vintageId, reserved }) => ({
      kind: "RELEASE",
      vintageId,
      quantity: reserved,
      ownerId: userId,
      reason: "the account was erased",
    })),
  );
  await forgetChanges(tx, cart.id);
  await store.raiseVersion(tx, cart.id);
}
