import { z } from "zod";
import { quarter } from "./catalogue.ts";
import { claimTypes, continents, creditTypes, impactTypes } from "./codes.ts";
import { coded, credits, id, money, named } from "./shapes.ts";

const orderedCommon = {
  id,
  quantity: credits,
  price: money,
  totalPrice: money,
  currency: z.literal("EUR"),
  /** Net of all credit notes. */
  creditedQuantity: z.int(),
  creditedAmount: money,
  /** Tonnes of `creditedQuantity` that went back on sale. */
  returnedQuantity: z.int(),
};
const orderedProject = {
  id,
  name: z.string(),
  externalId: z.string().nullable(),
  continent: z.enum(continents).nullable(),
  countries: z.array(z.string()),
  registry: named,
  projectType: named,
};

/** A snapshot of what was bought, as of the order. */
export const orderedVintage = z.object({
  project: z.object(orderedProject),
  vintage: z.object({
    id,
    year: z.int(),
    impactType: coded(impactTypes),
    claimType: coded(claimTypes),
    methodology: z.string(),
    /** Catalogue price, if the order used a price specific to the company. */
    listPrice: money.nullable().optional(),
    creditType: coded(creditTypes),
    /** As announced at the time of the order. */
    expectedDelivery: quarter.nullable(),
  }),
});
export const orderedReport = z.object({
  reportId: id,
  reportName: z.string(),
  pages: z.int().nullable(),
  projects: z.array(z.object(orderedProject)),
});

export const orderItem = z.discriminatedUnion("productType", [
  z.object({
    ...orderedCommon,
    productType: z.literal("VINTAGE_CREDITS"),
    product: orderedVintage,
  }),
  z.object({
    ...orderedCommon,
    productType: z.literal("DUE_DILIGENCE_REPORT"),
    product: orderedReport,
  }),
]);
export type OrderItem = z.output<typeof orderItem>;
