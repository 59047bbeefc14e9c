import { pendingApproval } from "./approvals.ts";
import { z } from "zod";
import { cartItem, cartSums } from "./cart.ts";
import { countryCodes } from "./countries.ts";
import { endpoint, file } from "./endpoint.ts";
import { order, orderDetails } from "./orders.ts";
import { id, idParams, instant, tabbedListOf } from "./shapes.ts";

export const quoteStatuses = ["OPEN", "ORDERED", "EXPIRED"] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];
const { changes: _changes, version: _version, ...sums } = cartSums;

export const quote = z.object({
  id,
  /** As the paper says it: Q-2026-000123. */
  number: z.string(),
  status: z.enum(quoteStatuses),
  /** As long as the credits are held for it; prices and credits stand until then. */
  validUntil: instant,
  createdAt: instant,
  userId: id,
  author: z.string(),
  /** Whether the caller made it, who alone orders it. */
  isOwn: z.boolean(),
  /** What became of it. */
  orderId: id.nullable(),
  items: z.array(cartItem),
  ...sums,
});
export type Quote = z.output<typeof quote>;

export const createQuote = endpoint({
  method: "POST",
  path: "/me/quotes",
  access: "admitted",
  companyRight: "buy",
  summary: "Make an offer of what is in the cart, valid as long as its credits are held",
  body: z.strictObject({ countryCode: z.enum(countryCodes).optional() }).nullish(),
  answer: quote,
  status: 201,
  refusals: ["CART_CHANGED", "INSUFFICIENT_CREDITS", "NOT_PURCHASABLE", "RATE_LIMITED"],
});

export const listQuotes = endpoint({
  method: "GET",
  path: "/me/quotes",
  access: "admitted",
  companyRight: "orders",
  summary: "The quotes of the caller's company, the newest first",
  ...tabbedListOf(quote, {
    sorts: ["createdAt", "validUntil", "totalPriceNet"],
    tabs: { field: "status", names: quoteStatuses },
  }),
});

export const getQuote = endpoint({
  method: "GET",
  path: "/me/quotes/:id",
  access: "admitted",
  companyRight: "orders",
  summary: "One quote",
  params: idParams,
  answer: quote,
});

export const getQuotePdf = endpoint({
  method: "GET",
  path: "/me/quotes/:id/pdf",
  access: "admitted",
  companyRight: "orders",
  summary: "The quote on paper",
  params: idParams,
  answer: file,
});

export const orderQuote = endpoint({
  method: "POST",
  path: "/me/quotes/:id/order",
  access: "admitted",
  companyRight: "buy",
  summary: "Order one's own quote as it stands; without details the saved ones are taken",
  params: idParams,
  body: orderDetails.nullish(),
  answer: order,
  accepted: pendingApproval,
  /** INVALID_TRANSITION once it has run out or was ordered, CART_CHANGED when the cart is another one now. */
  refusals: [
    "INVALID_TRANSITION",
    "CART_CHANGED",
    "INSUFFICIENT_CREDITS",
    "NOT_PURCHASABLE",
    "RATE_LIMITED",
  ],
});
