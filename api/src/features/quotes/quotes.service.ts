import type { CountryCode } from "@tonneline/contract/countries";
import { orderDetails, type OrderDetails } from "@tonneline/contract/orders";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { createCartService } from "../cart/cart.service.ts";
import { cartView } from "../cart/cart.view.ts";
import { createCheckout } from "../cart/checkout.service.ts";
import { companyDetailsOf } from "../company/company.service.ts";
import type { SalesTerms } from "../settings/salesTerms.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { statusOf, validUntil } from "./quotes.rules.ts";
import * as store from "./quotes.sql.ts";
import { quoteView } from "./quotes.view.ts";

interface Buyer {
  userId: number;
  companyId: number;
}

/** Offers of carts. They hold nothing themselves: the cart's own holds are what they promise, and as long. */
export function createQuotes(db: Db, settings: SettingsService, salesTerms: SalesTerms) {
  const carts = createCartService(db, settings);
  const { checkout } = createCheckout(db, settings, salesTerms);
  const read = async ({ companyId }: Buyer, id: number) =>
    (await store.quoteBy(db, companyId, id)) ?? refuse("NOT_FOUND");

  return {
    /** CART_CHANGED for an empty cart, NOT_PURCHASABLE when something in it is not on sale or no longer held. */
    async make(buyer: Buyer, country: CountryCode | undefined) {
      const { state, taxation } = await carts.read(buyer.userId, country);
      const content = cartView(state, taxation);
      const { items } = content;
      if (items.length === 0) return refuse("CART_CHANGED", { detail: "Your cart is empty." });
      const isOff = (item: (typeof items)[number]) =>
        item.productType === "VINTAGE_CREDITS" &&
        (!item.product.purchasable || item.reservedTo === null);
      if (items.some(isOff)) return refuse("NOT_PURCHASABLE");
      const { minutes } = (await settings.current()).reservation;
      const until = validUntil(items, new Date(Date.now() + minutes * 60_000));
      const id = await store.insertQuote(db, { ...buyer, content, validUntil: until });
      return quoteView(await read(buyer, id), buyer.userId);
    },

    read,

    /**
     * Orders it by the checkout of the cart that it was made of. INVALID_TRANSITION once it has run out or was ordered,
     * CART_CHANGED when the cart or a price is another one now. NOT_FOUND also for a colleague's. Under a rule of the company
     * it becomes a request to its colleagues instead.
     */
    async order(buyer: Buyer, id: number, given: OrderDetails | null | undefined) {
      const quote = await read(buyer, id);
      if (quote.userId !== buyer.userId) return refuse("NOT_FOUND");
      const status = statusOf(quote, new Date());
      if (status === "ORDERED")
        return refuse("INVALID_TRANSITION", { detail: "This quote was ordered already." });
      if (status === "EXPIRED")
        return refuse("INVALID_TRANSITION", {
          detail: "This quote has run out. Make a new one from your cart.",
        });
      const details = given ?? (await savedDetails(buyer));
      const { cartVersion: version } = quote;
      const { userId } = buyer;
      const done = await checkout({ userId, details, version, idempotencyKey: `quote ${id}` });
      if ("id" in done) await store.noteOrder(db, id, done.id);
      return done;
    },
  };

  async function savedDetails({ companyId }: Buyer): Promise<OrderDetails> {
    const { version: _version, ...details } = await companyDetailsOf(db, companyId);
    const saved = orderDetails.safeParse(details);
    const { data } = saved;
    if (data) return data;
    const detail = "Save your company and invoice details first, or send them with the order.";
    return refuse("VALIDATION_FAILED", { detail });
  }
}
