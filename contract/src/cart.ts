import { changedFacts, claimTypes, continents, creditTypes, impactTypes } from "./codes.ts";
import { z } from "zod";
import { image, quarter } from "./catalogue.ts";
import { countryCode } from "./addresses.ts";
import { endpoint, noContent } from "./endpoint.ts";
import { shownRule } from "./approvalRules.ts";
import { pendingApproval } from "./approvals.ts";
import { order, orderDetails } from "./orders.ts";
import {
  coded,
  credits,
  id,
  idParams,
  instant,
  money,
  named,
  seenVersion,
  typedText,
} from "./shapes.ts";
import { vatCategories } from "./vat.ts";

const factValue = z.union([z.string(), z.number(), z.boolean()]).nullable();

/** A change to a line made by others: prices in euros, types as codes. `year` is the vintage year as the buyer last saw it. */
export const cartChange = z.object({
  productType: z.enum(["VINTAGE_CREDITS", "DUE_DILIGENCE_REPORT"]),
  /** Id of the vintage or report. */
  productId: id,
  name: z.string(),
  year: z.int().nullable(),
  fact: z.enum(changedFacts),
  before: factValue,
  after: factValue,
});
export type CartChange = z.output<typeof cartChange>;

/** Totals common to both views of a cart. */
export const cartSums = {
  totalCredits: z.int(),
  currency: z.literal("EUR"),
  totalPriceNet: money,
  totalPriceGross: money,
  vatPercentage: z.number(),
  vatAmount: money,
  version: z.int(),
  countryCode,
  vatCategory: z.enum(vatCategories),
  /** Changes that the buyer has not acknowledged, the oldest first. */
  changes: z.array(cartChange),
};

const itemCommon = {
  id,
  quantity: credits,
  price: money,
  totalPrice: money,
  currency: z.literal("EUR"),
  /** When the reservation of the credits expires; null when they are not reserved (reports never are). */
  reservedTo: instant.nullable(),
};

export const projectAttributes = {
  continent: z.enum(continents).nullable(),
  countries: z.array(z.string()),
  registry: named,
  projectType: named,
};

export const vintageProduct = z.object({
  id,
  projectId: id,
  projectName: z.string(),
  externalId: z.string().nullable(),
  ...projectAttributes,
  images: z.array(image),
  year: z.int(),
  impactType: coded(impactTypes),
  claimType: coded(claimTypes),
  methodology: z.string(),
  /** Catalogue price, if `price` is specific to the company. */
  listPrice: money.nullable().optional(),
  creditType: z.enum(creditTypes),
  /** For credits that are not issued yet. */
  expectedDelivery: quarter.nullable(),
  availableCredits: credits,
  /** False while the project is not on sale: it stays in the cart but cannot be ordered. */
  purchasable: z.boolean(),
});

export const reportProduct = z.object({
  reportId: id,
  reportName: z.string(),
  pages: z.int().nullable(),
  projects: z.array(z.object({ id, name: z.string(), ...projectAttributes })),
});

export const cartItem = z.discriminatedUnion("productType", [
  z.object({ ...itemCommon, productType: z.literal("VINTAGE_CREDITS"), product: vintageProduct }),
  z.object({
    ...itemCommon,
    productType: z.literal("DUE_DILIGENCE_REPORT"),
    product: reportProduct,
  }),
]);
export type CartItem = z.output<typeof cartItem>;

export const cart = z.object({ id, userId: id, items: z.array(cartItem), ...cartSums });
export type Cart = z.output<typeof cart>;

export const cartQuery = z.strictObject({ countryCode: countryCode.optional() });
export const setVintage = z.strictObject({ vintageId: id, credits });
export const oneVintage = z.strictObject({ vintageId: id });
const oneReport = z.strictObject({ reportId: id });

export const getCart = endpoint({
  method: "GET",
  path: "/me/cart",
  access: "admitted",
  summary: "The caller's cart; a country changes the VAT of this response",
  query: cartQuery,
  response: cart,
});

export const setCartVintage = endpoint({
  method: "POST",
  path: "/me/cart/vintages",
  access: "admitted",
  companyRight: "buy",
  summary: "Set the tonnes of a vintage and hold them; 0 removes it",
  query: cartQuery,
  body: setVintage,
  response: cart,
  refusals: ["INSUFFICIENT_CREDITS", "NOT_PURCHASABLE", "NOT_FOUND", "RATE_LIMITED"],
});

export const removeCartVintage = endpoint({
  method: "DELETE",
  path: "/me/cart/vintages",
  access: "admitted",
  companyRight: "buy",
  summary: "Take a vintage out of the cart and free its credits",
  query: cartQuery,
  body: oneVintage,
  response: cart,
});

export const addCartReport = endpoint({
  method: "POST",
  path: "/me/cart/reports",
  access: "admitted",
  companyRight: "buy",
  summary: "Put a due-diligence report in the cart",
  query: cartQuery,
  body: oneReport,
  response: cart,
  refusals: ["NOT_FOUND"],
});

export const removeCartReport = endpoint({
  method: "DELETE",
  path: "/me/cart/reports",
  access: "admitted",
  companyRight: "buy",
  summary: "Take a due-diligence report out of the cart",
  query: cartQuery,
  body: oneReport,
  response: cart,
});

export const acknowledgeCartChanges = endpoint({
  method: "POST",
  path: "/me/cart/changes/noted",
  access: "admitted",
  summary: "Record that the buyer has seen what changed up to this version of the cart",
  body: z.strictObject({ version: seenVersion }),
  response: noContent,
});

export const restoreCartFromRequest = endpoint({
  method: "POST",
  path: "/me/cart/requests/:id",
  access: "admitted",
  companyRight: "buy",
  summary:
    "Put the items of the caller's request back into the cart: a pending request is withdrawn, an ended one is left unchanged; items sold in the meantime are missing",
  params: idParams,
  response: z.object({
    /** Tonnes of the request that are in the cart now; reports count as none. */
    credits: z.int(),
    /** Tonnes of each project that are no longer available, 0 for a report. */
    missing: z.array(z.object({ name: z.string(), credits: z.int() })),
  }),
  refusals: ["INVALID_TRANSITION", "RATE_LIMITED"],
});

export const previewCartApproval = endpoint({
  method: "GET",
  path: "/me/cart/approval",
  access: "admitted",
  companyRight: "buy",
  summary:
    "Whether an order of the cart as it stands would wait for a colleague: the rules that ask for it, and who may decide",
  query: z.strictObject({ costCentre: typedText(1, 60).optional() }),
  response: z.object({
    /** Empty if the order would be placed at once. */
    rules: z.array(shownRule),
    /** Names of colleagues; empty if no rule applies, or nobody may decide. */
    waitsFor: z.array(z.string()),
  }),
});

export const checkout = endpoint({
  method: "POST",
  path: "/me/cart/checkout",
  access: "admitted",
  companyRight: "buy",
  summary: "Order what is in the cart, on invoice; 202 when a colleague has to approve it first",
  body: orderDetails.extend({
    version: seenVersion,
    /** The total in euros that the buyer saw; refused if a different VAT rate applies by now. */
    totalPriceGross: money.optional(),
  }),
  response: order,
  accepted: pendingApproval,
  idempotent: true,
  refusals: ["CART_CHANGED", "INSUFFICIENT_CREDITS", "NOT_PURCHASABLE", "RATE_LIMITED"],
});
/** What is ordered, and how it is billed. */
export type CheckoutBody = z.output<typeof checkout.body>;
