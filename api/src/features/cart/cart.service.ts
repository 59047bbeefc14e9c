import type { CountryCode } from "@tonneline/contract/countries";
import { databaseNow, inTransaction, type Db, type Executor, type Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { companyDetailsOf } from "../company/company.service.ts";
import { lockAvailable, postMovements } from "../ledger/ledger.service.ts";
import type { Settings } from "../settings/settings.defaults.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { isPurchasable } from "./cart.rules.ts";
import { isStale, settleCart } from "./cart.settling.ts";
import * as store from "./cart.sql.ts";
import type { CartContent, Taxation } from "./cart.view.ts";

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
    return { cart, vintages, reports };
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

  /** Locks the cart, lets `work` change it, and answers it settled. The version grows when `work` says it changed. */
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
    return change(userId, country, async (tx, cart, minutes, { heldTonnes, holdsPerDay }) => {
      const { available } = await settleCart(tx, cart, {
        rehold: true,
        minutes,
        touched: vintageId,
      });
      const offer = await store.offerOf(tx, vintageId);
      const lines = await store.vintageLines(tx, cart.id);
      const line = lines.find((candidate) => candidate.vintageId === vintageId);
      if (credits === 0) return line ? removeLine(tx, cart, line) : false;
      if (!offer || offer.hidden) return refuse("NOT_FOUND");
      if (!isPurchasable(offer)) return refuse("NOT_PURCHASABLE");
      const held = line?.reserved ?? 0;
      const left = (available.get(vintageId) ?? 0) + held;
      if (credits > left) return refuse("INSUFFICIENT_CREDITS", { available: left });
      const others = lines.reduce((sum, each) => sum + each.reserved, 0) - held;
      // What is held already may always become less.
      if (credits > held && credits + others > heldTonnes) {
        const detail = `You can hold ${heldTonnes.toLocaleString("en")} t at once. Order what is in your cart, or hold less.`;
        return refuse("RATE_LIMITED", { retryAfterSeconds: minutes * 60, detail });
      }
      // Less may always be held: it frees credits for others.
      if (credits >= held && !(await store.countHold(tx, cart.id, holdsPerDay))) {
        return refuse("RATE_LIMITED", {
          retryAfterSeconds: await store.secondsLeftToday(tx),
          detail: `You have held or renewed credits ${holdsPerDay.toLocaleString("en")} times today. Order what is in your cart, or try again tomorrow.`,
        });
      }
      const { year, claimType, impactType, creditType, priceCents } = offer;
      const shown = {
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
          ownerId: userId,
          actorId: userId,
          reason: "set in the cart",
        },
      ]);
      // Setting the same quantity again only renews the hold; unless the row showed something older.
      return !line || line.quantity !== credits || !sameShown(line.shown, shown);
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
    return true;
  }

  /** Adds a report; nothing happens when it is there already. NOT_FOUND for one that is not on sale. */
  function addReport(userId: number, reportId: number, country?: CountryCode) {
    return change(userId, country, async (tx, cart, minutes) => {
      await settleCart(tx, cart, { rehold: true, minutes });
      const report = (await store.reportOnSale(tx, reportId)) ?? refuse("NOT_FOUND");
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

  /** Frees the credits of holds whose time is over; answers how many holds ended. Safe on several servers at once. */
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

function sameShown(before: object, after: object): boolean {
  return Object.entries(after).every(
    ([key, value]) => (before as Record<string, unknown>)[key] === value,
  );
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
  await store.raiseVersion(tx, cart.id);
}
