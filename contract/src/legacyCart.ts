import { claimTypes, creditTypes, impactTypes, vintageStatuses } from "./codes.ts";
import { z } from "zod";
import { cartQuery, cartSums, oneVintage, projectAttributes, setVintage } from "./cart.ts";
import { image, quarter } from "./catalogue.ts";
import { endpoint } from "./endpoint.ts";
import { coded, credits, id, instant, money } from "./shapes.ts";

const legacyVintage = z.object({
  id,
  year: z.int(),
  impactType: coded(impactTypes),
  claimType: coded(claimTypes),
  status: coded(vintageStatuses),
  methodology: z.string(),
  availableCredits: credits,
  price: money,
  /** Catalogue price, if `price` is specific to the company. */
  listPrice: money.nullable().optional(),
  currency: z.literal("EUR"),
  creditType: coded(creditTypes),
  expectedDelivery: quarter.nullable(),
  reservedTo: instant.nullable(),
  credits,
  purchasable: z.boolean(),
});

/**
 * Vintages grouped by project. The totals are those of the order that a checkout would create, so reports are listed as
 * well.
 */
export const legacyCart = z.object({
  projects: z.array(
    z.object({
      id,
      name: z.string(),
      externalId: z.string().nullable(),
      ...projectAttributes,
      images: z.array(image),
      vintages: z.array(legacyVintage),
    }),
  ),
  reports: z.array(z.object({ reportId: id, reportName: z.string(), price: money })),
  ...cartSums,
});
export type LegacyCart = z.output<typeof legacyCart>;

export const getLegacyCart = endpoint({
  method: "GET",
  path: "/me/cart/deprecated",
  access: "admitted",
  summary: "The caller's cart, vintages grouped by project",
  deprecated: true,
  query: cartQuery,
  response: legacyCart,
});

export const setLegacyCartVintage = endpoint({
  method: "POST",
  path: "/me/cart/deprecated",
  access: "admitted",
  companyRight: "buy",
  summary: "Set the tonnes of a vintage and hold them; 0 removes it",
  deprecated: true,
  query: cartQuery,
  body: setVintage,
  response: legacyCart,
  refusals: ["INSUFFICIENT_CREDITS", "NOT_PURCHASABLE", "NOT_FOUND", "RATE_LIMITED"],
});

export const removeLegacyCartVintage = endpoint({
  method: "DELETE",
  path: "/me/cart/deprecated",
  access: "admitted",
  companyRight: "buy",
  summary: "Take a vintage out of the cart and free its credits",
  deprecated: true,
  query: cartQuery,
  body: oneVintage,
  response: legacyCart,
});
