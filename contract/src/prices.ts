import { z } from "zod";
import { countryCode } from "./addresses.ts";
import { bulkCall, bulkOpen, bulkRead, rowsOf } from "./decisions.ts";
import { endpoint } from "./endpoint.ts";
import {
  credits,
  id,
  listOf,
  repeatable,
  money,
  pricePerTonne,
  seenVersion,
  textInt,
} from "./shapes.ts";

export const vintagePrice = z.object({
  /** Id of the vintage. */
  id,
  project: z.object({ id, name: z.string(), externalId: z.string().nullable() }),
  year: z.int(),
  /** Euros per tonne without VAT; null: on request. */
  price: money.nullable(),
  available: credits,
  version: z.int(),
});
export type VintagePrice = z.output<typeof vintagePrice>;

const year = textInt(1990, 2100).optional();

export const listPrices = endpoint({
  method: "GET",
  path: "/management/prices",
  access: "projects:read",
  summary: "The price of every vintage on sale; the export can be edited and used to change prices",
  ...listOf(vintagePrice, {
    sorts: ["id", "project", "year", "price"],
    filters: {
      projectType: repeatable(textInt(1)).optional(),
      registry: repeatable(textInt(1)).optional(),
      developer: repeatable(textInt(1)).optional(),
      country: repeatable(countryCode).optional(),
      yearFrom: year,
      yearTo: year,
    },
  }),
  csv: true,
});

const byIs = "Enter a number other than 0, with at most two decimals";
const by = z
  .number(byIs)
  .min(-1_000_000, byIs)
  .max(1_000_000, byIs)
  .multipleOf(0.01, byIs)
  .refine((value) => value !== 0, { message: byIs })
  .describe("Percent or euros, as `kind` says, with at most two decimals");

/** A price change in percent, or in euros per tonne. */
export const priceRule = z.strictObject({ kind: z.enum(["PERCENT", "EUROS"]), by });
export type PriceRule = z.output<typeof priceRule>;

/** The effect of a price change, before it is started. */
export const pricePreview = z.object({
  /** Vintages whose price changes. */
  rows: z.array(
    vintagePrice.extend({
      after: money,
      /** Carts that contain it: their buyers have to review them before checkout. */
      carts: z.int(),
      shortlists: z.int(),
    }),
  ),
  /** What is left out, and why; `line` is the line in an uploaded file. */
  leftOut: z.array(z.object({ line: z.int().nullable(), name: z.string(), why: z.string() })),
  /** Vintages that already have this price. */
  unchanged: z.int(),
  /** Carts and shortlists whose users are notified, each counted once however many of its vintages change. */
  told: z.object({ carts: z.int(), shortlists: z.int() }),
});
export type PricePreview = z.output<typeof pricePreview>;

export const previewPrices = endpoint({
  method: "POST",
  path: "/management/prices/preview",
  access: "projects:write",
  summary: "Preview a rule's effect on the prices of these vintages; nothing is changed",
  body: z.strictObject({ rule: priceRule, ids: z.array(id).min(1).max(1000) }),
  response: pricePreview,
});

export const readPriceFile = endpoint({
  method: "POST",
  path: "/management/prices/file",
  access: "projects:write",
  summary:
    "Preview the changes of a CSV or XLSX file with the columns “Vintage” and “Price (EUR)”; nothing is changed",
  upload: { maxBytes: 2 * 1024 * 1024 },
  response: pricePreview,
});

/** The new price of a vintage, and the version shown in the preview. */
export const newPrice = z.strictObject({
  price: pricePerTonne,
  version: seenVersion,
});

export const changePrices = bulkCall("/management/prices/changes", "projects:write", {
  summary: "Change the prices of many vintages, one after the other",
  body: z.strictObject({ rows: rowsOf(newPrice) }),
});

export const listPriceChanges = bulkOpen("/management/prices/changes", "projects:write");

export const getPriceChanges = bulkRead("/management/prices/changes/:id", "projects:write");
