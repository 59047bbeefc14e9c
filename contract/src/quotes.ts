import { pendingApproval } from "./approvals.ts";
import { z } from "zod";
import { cartItem, cartSums, previewCartApproval } from "./cart.ts";
import { maxInt } from "./ceilings.ts";
import { countryCode } from "./addresses.ts";
import { endpoint, file } from "./endpoint.ts";
import { order, orderDetails } from "./orders.ts";
import { day, id, idParams, instant, pricePerTonne, tabbedListOf, textInt } from "./shapes.ts";

/**
 * OPEN: as long as its buyer's cart reserves its credits. KEPT: an operator agreed to a day, and its credits are reserved
 * until then. REQUESTED: a colleague has to decide on the order. EXPIRED also once that request ended without an order.
 */
export const quoteStatuses = [
  "OPEN",
  "KEPT",
  "ORDERED",
  "REQUESTED",
  "EXPIRED",
  "WITHDRAWN",
] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];
const { changes: _changes, version: _version, ...sums } = cartSums;

export const quote = z.object({
  id,
  /** As printed: Q-2026-000123. */
  number: z.string(),
  status: z.enum(quoteStatuses),
  /** It is OPEN, but its buyer's cart has changed since: ordering it is refused. */
  cartChanged: z.literal(true).optional(),
  /** When the reservation of its credits ends; prices and credits are guaranteed until then. */
  validUntil: instant,
  createdAt: instant,
  userId: id,
  author: z.string(),
  /** Whether the caller created it; only its creator can order it. */
  isOwn: z.boolean(),
  /** The order or approval request it led to. */
  orderId: id.nullable(),
  approvalId: id.nullable(),
  items: z.array(cartItem),
  ...sums,
});
export type Quote = z.output<typeof quote>;

/** A quote as operators see it. */
export const managedQuote = quote.extend({
  username: z.string(),
  companyId: id,
  companyName: z.string(),
});
export type ManagedQuote = z.output<typeof managedQuote>;

export const createQuote = endpoint({
  method: "POST",
  path: "/me/quotes",
  access: "admitted",
  companyRight: "buy",
  summary: "Create a quote from the cart, valid as long as its credits are held",
  body: z.strictObject({ countryCode: countryCode.optional() }).nullish(),
  response: quote,
  status: 201,
  idempotent: true,
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
  csv: true,
});

export const getQuote = endpoint({
  method: "GET",
  path: "/me/quotes/:id",
  access: "admitted",
  companyRight: "orders",
  summary: "One quote",
  params: idParams,
  response: quote,
});

export const getQuotePdf = endpoint({
  method: "GET",
  path: "/me/quotes/:id/pdf",
  access: "admitted",
  companyRight: "orders",
  summary: "The quote as a PDF",
  params: idParams,
  response: file("application/pdf"),
  generatedPerRequest: true,
});

export const orderQuote = endpoint({
  method: "POST",
  path: "/me/quotes/:id/order",
  access: "admitted",
  companyRight: "buy",
  summary: "Order one's own quote as it is; without details, the saved ones are used",
  params: idParams,
  body: orderDetails.nullish(),
  response: order,
  accepted: pendingApproval,
  /** INVALID_TRANSITION once it has expired or was ordered, CART_CHANGED if the cart has changed since. */
  refusals: [
    "INVALID_TRANSITION",
    "CART_CHANGED",
    "INSUFFICIENT_CREDITS",
    "NOT_PURCHASABLE",
    "RATE_LIMITED",
  ],
});

export const previewQuoteApproval = endpoint({
  method: "GET",
  path: "/me/quotes/:id/approval",
  access: "admitted",
  companyRight: "buy",
  summary:
    "What an order of one's own quote would come to, and whether it would wait for a colleague: the rules that ask for it, and who may decide",
  params: idParams,
  /** Its total includes VAT at today's rate, for the country of the saved details. */
  response: previewCartApproval.response.extend({
    totalPriceGross: sums.totalPriceGross,
    vatPercentage: sums.vatPercentage,
  }),
  refusals: ["CART_CHANGED", "NOT_PURCHASABLE"],
});

export const withdrawQuote = endpoint({
  method: "POST",
  path: "/me/quotes/:id/withdraw",
  access: "admitted",
  companyRight: "buy",
  summary: "Withdraw one's own quote; credits that were kept for it return to sale",
  params: idParams,
  response: quote,
  refusals: ["INVALID_TRANSITION"],
});

/** The longest an operator may guarantee prices and credits, in days. */
export const maxQuoteDays = 90;

export const listManagedQuotes = endpoint({
  method: "GET",
  path: "/management/quotes",
  access: "orders:read",
  summary: "Quotes of all companies, the newest first",
  ...tabbedListOf(managedQuote, {
    sorts: ["createdAt", "validUntil", "totalPriceNet", "companyName"],
    tabs: { field: "status", names: quoteStatuses },
    filters: { companyId: textInt(1).optional() },
  }),
  csv: true,
});

export const getManagedQuote = endpoint({
  method: "GET",
  path: "/management/quotes/:id",
  access: "orders:read",
  summary: "A quote of any company",
  params: idParams,
  response: managedQuote,
});

export const createManagedQuote = endpoint({
  method: "POST",
  path: "/management/quotes",
  access: "orders:write",
  summary: "Create a quote for a buyer, whose prices and credits are kept until the end of a day",
  body: z.strictObject({
    userId: id,
    /** The last day, in the seller's time zone; at most 90 days ahead. */
    until: day,
    items: z
      .array(
        z.strictObject({
          vintageId: id,
          credits: z.int().min(1).max(maxInt),
          /** Euros per tonne, net; defaults to the catalogue price. */
          price: pricePerTonne.optional(),
        }),
      )
      .min(1)
      .max(100)
      .superRefine((items, context) => {
        const seen = new Set<number>();
        for (const [at, { vintageId }] of items.entries()) {
          const message = "Expected each vintage once";
          if (seen.has(vintageId))
            context.addIssue({ code: "custom", path: [at, "vintageId"], message });
          seen.add(vintageId);
        }
      }),
  }),
  response: managedQuote,
  status: 201,
  idempotent: true,
  refusals: ["NOT_FOUND", "INSUFFICIENT_CREDITS", "NOT_PURCHASABLE"],
});

export const extendQuote = endpoint({
  method: "POST",
  path: "/management/quotes/:id/keep",
  access: "orders:write",
  summary: "Keep the prices and credits of a quote until the end of a day",
  params: idParams,
  body: z.strictObject({ until: day }),
  response: managedQuote,
  refusals: ["INVALID_TRANSITION", "CART_CHANGED", "INSUFFICIENT_CREDITS", "NOT_PURCHASABLE"],
});

export const withdrawManagedQuote = endpoint({
  method: "POST",
  path: "/management/quotes/:id/withdraw",
  access: "orders:write",
  summary: "Withdraw a quote; credits that were kept for it return to sale",
  params: idParams,
  response: managedQuote,
  refusals: ["INVALID_TRANSITION"],
});

export const orderManagedQuote = endpoint({
  method: "POST",
  path: "/management/quotes/:id/order",
  access: "orders:write",
  summary: "Order a kept quote for its buyer; omitted details are taken from the saved ones",
  params: idParams,
  body: orderDetails.partial().nullish(),
  response: order,
  accepted: pendingApproval,
  refusals: ["INVALID_TRANSITION", "CART_CHANGED", "NOT_PURCHASABLE", "RATE_LIMITED"],
});
