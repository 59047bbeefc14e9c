import type { CountryCode } from "@tonneline/contract/countries";
import { orderDetails, type OrderDetails } from "@tonneline/contract/orders";
import { createQuote } from "@tonneline/contract/quotes";
import {
  databaseNow,
  inTransaction,
  lockOwner,
  type Db,
  type Executor,
  type Tx,
} from "../../core/db.ts";
import type { KnownActor } from "../../core/audit.ts";
import { refuse } from "../../core/errors.ts";
import { earlierAnswer, storeAnswer, type IdempotentCall } from "../../core/idempotency.ts";
import { cents, euros, vatCents } from "../../core/money.ts";
import { lockOwnCompany } from "../../core/ownCompany.sql.ts";
import { requirePayable } from "../cart/ceilings.service.ts";
import { rulesOf } from "../approvals/planning.service.ts";
import { createCartService } from "../cart/cart.service.ts";
import { cartView, sumsOf } from "../cart/cart.view.ts";
import {
  createCheckout,
  numberMissing,
  orderItems,
  placeOrRequest,
  wouldNeedApproval,
  type CheckedOut,
} from "../cart/checkout.service.ts";
import { takeCartHolds } from "../cart/quoted.service.ts";
import { companyDetailsOf } from "../company/company.service.ts";
import type { SalesTerms } from "../settings/salesTerms.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { buyerGone, recordOrderFor, withdraw } from "./keeping.service.ts";
import { quotedLines } from "./lines.service.ts";
import { statusOf, validUntil } from "./quotes.rules.ts";
import * as store from "./quotes.sql.ts";
import { quoteView } from "./quotes.view.ts";

// Each quote stores the whole cart.
const perDay = 500;

interface Buyer {
  userId: number;
  companyId: number;
}

/**
 * Offers made from carts. They hold no credits themselves but rely on the cart's holds while these last, until an operator
 * keeps one to a certain day.
 */
export function createQuotes(db: Db, settings: SettingsService, salesTerms: SalesTerms) {
  const carts = createCartService(db, settings);
  const { checkout, previewApproval } = createCheckout(db, settings, salesTerms);
  const read = async ({ companyId }: Buyer, id: number) =>
    (await store.quoteBy(db, companyId, id)) ?? refuse("NOT_FOUND");
  const readOwn = async (buyer: Buyer, id: number) => {
    const quote = await read(buyer, id);
    return quote.userId === buyer.userId ? quote : refuse("NOT_FOUND");
  };

  return {
    /**
     * Creates a quote of the cart. CART_CHANGED for an empty cart, NOT_PURCHASABLE if an item is not on sale or no longer held,
     * RATE_LIMITED beyond 500 a day, VALIDATION_FAILED above the maximum of an order. Idempotent by key: returns the same
     * quote, whatever has happened to the cart since.
     */
    async make(buyer: Buyer, country: CountryCode | undefined, key?: string) {
      const { userId } = buyer;
      const call = key && { userId, endpoint: createQuote.path, key, body: { country } };
      const before = await earlierQuoteId(db, call);
      if (before !== undefined) return quoteView(await read(buyer, before), userId);
      const content = offerOf(await carts.read(userId, country, true));
      const { minutes } = (await settings.current()).reservation;
      const now = await databaseNow(db);
      const until = validUntil(content.items, new Date(now.getTime() + minutes * 60_000));
      const made = { userId, content, validUntil: until };
      const id = await inTransaction(db, (tx) => insertOnce(tx, made, call));
      return quoteView((await store.anyQuote(db, id))!, userId);
    },

    read,

    /**
     * Previews whether ordering the caller's quote would need approval, and its total; NOT_FOUND for another user's quote,
     * CART_CHANGED (and NOT_PURCHASABLE for a kept one) if it can no longer be ordered as it is.
     */
    async previewApproval(buyer: Buyer, id: number) {
      const quote = await readOwn(buyer, id);
      const ofCart = () => previewApproval(buyer.userId, undefined, quote.cartVersion ?? 0);
      const asks = quote.holding ? await keptNeedsApproval(db, quote) : await ofCart();
      return { ...asks, ...(await totalNow(db, settings, quote)) };
    },

    /** Withdraws the caller's quote; NOT_FOUND for a colleague's, INVALID_TRANSITION once it is ordered or expired. */
    async withdraw(buyer: Buyer, id: number, actor: KnownActor) {
      await inTransaction(db, async (tx) => {
        const row = await store.lockQuote(tx, id);
        if (row?.userId !== buyer.userId || row.companyId !== buyer.companyId) refuse("NOT_FOUND");
        await withdraw(tx, row!, actor);
      });
      return quoteView(await read(buyer, id), buyer.userId);
    },

    /**
     * Orders a kept quote as promised, any other by checking out its cart; a company rule may turn it into a request for
     * approval. NOT_FOUND also for a colleague's, INVALID_TRANSITION once expired or ordered, CART_CHANGED if out of date.
     */
    async order(buyer: Buyer, id: number, given: OrderDetails | null | undefined) {
      const quote = await readOwn(buyer, id);
      if (quote.holding) return orderKept({ db, settings, salesTerms }, quote, given);
      orderable(quote);
      const details = await detailsWith(db, buyer, given, toBuyer);
      const { userId, cartVersion } = quote;
      return await checkout({
        userId,
        details,
        version: cartVersion ?? 0,
        idempotencyKey: `quote ${id}`,
        alongside: (tx, done) => recordOrdered(tx, id, done),
      });
    },

    /** Orders a kept quote on behalf of its buyer, who owns the order; the audit log records the operator. */
    async orderFor(id: number, given: Given, operator: KnownActor) {
      const quote = (await store.anyQuote(db, id)) ?? refuse("NOT_FOUND");
      if (!quote.holding) refuseNotKept(quote);
      return await orderKept({ db, settings, salesTerms }, quote, given, operator);
    },
  };
}

/** Order details submitted with the request. */
type Given = Partial<OrderDetails> | null | undefined;

interface Kept {
  db: Db;
  settings: SettingsService;
  salesTerms: SalesTerms;
}

/** The messages about missing details, by who orders. */
const toBuyer = {
  whose: "Your company",
  noDetails: "Save your company and invoice details first, or send them with the order.",
};
const toOperator: typeof toBuyer = {
  whose: "The buyer's company",
  noDetails:
    "The buyer's company has no invoice details yet. The quote can be ordered once they are saved.",
};

type CartRead = Awaited<ReturnType<ReturnType<typeof createCartService>["read"]>>;

/** Returns the contents of the cart, provided that it is not empty and every item is on sale and held. */
function offerOf({ state, taxation }: CartRead) {
  const content = cartView(state, taxation);
  const { items } = content;
  if (items.length === 0) refuse("CART_CHANGED", { detail: "Your cart is empty." });
  const isUnavailable = (item: (typeof items)[number]) =>
    item.productType === "VINTAGE_CREDITS" &&
    (!item.product.purchasable || item.reservedTo === null);
  if (items.some(isUnavailable)) refuse("NOT_PURCHASABLE");
  requirePayable(sumsOf(state, taxation).grossCents);
  return content;
}

type Keyed = IdempotentCall | "" | undefined;

async function earlierQuoteId(executor: Executor, call: Keyed): Promise<number | undefined> {
  const earlier = call && ((await earlierAnswer(executor, call)) as { id: number } | undefined);
  return earlier ? earlier.id : undefined;
}

async function insertOnce(
  tx: Tx,
  quote: Omit<Parameters<typeof store.insertQuote>[1], "companyId">,
  call: Keyed,
): Promise<number> {
  await lockOwner(tx, "quotes", quote.userId);
  const meanwhile = await earlierQuoteId(tx, call);
  if (meanwhile !== undefined) return meanwhile;
  await requireDailyLimit(tx, quote.userId);
  const companyId = await lockOwnCompany(tx, quote.userId);
  const id = await store.insertQuote(tx, { ...quote, companyId });
  if (call) await storeAnswer(tx, call, { id });
  return id;
}

async function requireDailyLimit(tx: Tx, userId: number): Promise<void> {
  if ((await store.countToday(tx, userId)) < perDay) return;
  const detail = `You have made ${perDay} quotes within a day. Please continue tomorrow.`;
  refuse("RATE_LIMITED", { retryAfterSeconds: 24 * 60 * 60, detail });
}

/** Returns whether ordering a kept quote would need approval. */
async function keptNeedsApproval(db: Db, quote: store.QuoteRow) {
  const { companyId, userId } = quote;
  const company = { id: companyId, rules: await rulesOf(db, companyId) };
  return await wouldNeedApproval(db, company, { ...(await quotedLines(db, quote)), userId });
}

/** Returns the total of a quote's order at today's VAT, for the country of the saved details. */
async function totalNow(db: Db, settings: SettingsService, quote: store.QuoteRow) {
  const { totalPriceNet, countryCode } = quote.content;
  const { invoiceAddress } = await companyDetailsOf(db, quote.companyId);
  const vat = await settings.vatFor(invoiceAddress?.countryCode ?? countryCode);
  const netCents = cents(totalPriceNet);
  const grossCents = netCents + vatCents(netCents, vat.percent);
  return { totalPriceGross: euros(grossCents), vatPercentage: vat.percent };
}

/** Places the order of a kept quote at its prices, whatever the current ones; for its buyer if `operator` is given. */
async function orderKept(
  { db, settings, salesTerms }: Kept,
  quote: store.QuoteRow,
  given: Given,
  operator?: KnownActor,
) {
  const { id, userId } = quote;
  const texts = operator ? toOperator : toBuyer;
  const details = await detailsWith(db, quote, given, texts);
  const { ceilings, approval } = await settings.current();
  const { countryCode } = details.invoiceAddress;
  const taxation = { countryCode, ...(await settings.vatFor(countryCode)) };
  const ownTermsFileId = await salesTerms.ownFileId();
  return await inTransaction(db, async (tx): Promise<CheckedOut> => {
    const { cart, company } = await takeCartHolds(tx, userId, null);
    const row = (await store.lockQuote(tx, id)) ?? refuse("NOT_FOUND");
    orderable(row);
    if (!row.holding) refuse("INVALID_TRANSITION");
    const buyer = await store.buyerBy(tx, userId);
    if (buyer?.companyId !== row.companyId) refuse("INVALID_TRANSITION", { detail: buyerGone });
    if (company.requirePurchaseOrderNumber && !details.purchaseOrderNumber) {
      throw numberMissing(texts.whose);
    }
    const lines = await quotedLines(tx, row);
    const order = {
      userId,
      details,
      ...sumsOf({ ...lines, cart, changes: [] }, taxation),
      items: orderItems(lines),
      ownTermsFileId,
      perHour: ceilings.ordersPerHour,
    };
    const done = await placeOrRequest(tx, order, company, approval.holdHours);
    const outcome = outcomeOf(done);
    await store.recordOutcome(tx, id, outcome);
    if (operator) await recordOrderFor(tx, operator, row, outcome);
    return done;
  });
}

async function recordOrdered(tx: Tx, id: number, done: CheckedOut): Promise<void> {
  // It may have been withdrawn since it was read.
  orderable((await store.lockQuote(tx, id)) ?? refuse("NOT_FOUND"));
  await store.recordOutcome(tx, id, outcomeOf(done));
}

/** Returns the company's saved details, overridden by those given. */
async function detailsWith(
  db: Db,
  { companyId }: { companyId: number },
  given: Given,
  { noDetails }: typeof toBuyer,
): Promise<OrderDetails> {
  const { version: _version, ...details } = await companyDetailsOf(db, companyId);
  const { data } = orderDetails.safeParse({ ...details, ...given });
  return data ?? refuse("VALIDATION_FAILED", { detail: noDetails });
}

function refuseNotKept(quote: store.QuoteRow): never {
  orderable(quote);
  const detail = "Keep the quote first: until then, only its buyer can order it, from the cart.";
  return refuse("INVALID_TRANSITION", { detail });
}

function orderable(quote: store.QuoteRow): void {
  const status = statusOf(quote);
  if (status === "OPEN" || status === "KEPT") return;
  refuse("INVALID_TRANSITION", { detail: whyNot[status] });
}

const whyNot = {
  ORDERED: "This quote has already been ordered.",
  REQUESTED: "The order of this quote was sent to a colleague for approval.",
  EXPIRED: "This quote has expired.",
  WITHDRAWN: "This quote was withdrawn.",
};

const outcomeOf = (done: CheckedOut) =>
  "approval" in done ? { approvalId: done.approval.id } : { orderId: done.id };
