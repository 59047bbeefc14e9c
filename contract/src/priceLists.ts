import { z } from "zod";
import { creditTypes } from "./codes.ts";
import { countryCode } from "./addresses.ts";
import { endpoint, noContent } from "./endpoint.ts";
import { percentOf } from "./percents.ts";
import {
  day,
  id,
  idParams,
  instant,
  money,
  pricePerTonne,
  named,
  seenVersion,
  tabbedListOf,
  textInt,
  typedText,
} from "./shapes.ts";
import { vintagePrice } from "./prices.ts";

const someIds = z.array(id).min(1).max(300).optional();
const yearIs = "Enter a year from 1990 to 2100";
const year = z.int(yearIs).min(1990, yearIs).max(2100, yearIs).optional();

/** A discount in percent off the list price, for vintages that match all of its criteria. */
export const priceListRule = z.strictObject({
  percent: percentOf(0.01, 99.99),
  project: someIds,
  projectType: someIds,
  registry: someIds,
  developer: someIds,
  country: z.array(countryCode).min(1).max(300).optional(),
  creditType: z.array(z.enum(creditTypes)).min(1).optional(),
  yearFrom: year,
  yearTo: year,
});
export type PriceListRule = z.output<typeof priceListRule>;

export const maxRules = 20;
export const maxNamedPrices = 2000;

const namedPrice = z.strictObject({ vintageId: id, price: pricePerTonne });
// A stored rule with the years reversed is still returned, but must be fixed when its list is next saved.
const enteredRule = priceListRule.refine(
  ({ yearFrom, yearTo }) => yearFrom === undefined || yearTo === undefined || yearFrom <= yearTo,
  { path: ["yearTo"], message: "The last year is before the first" },
);
const rules = z.array(enteredRule).max(maxRules);
const prices = z
  .array(namedPrice)
  .max(maxNamedPrices)
  .refine((all) => new Set(all.map(({ vintageId }) => vintageId)).size === all.length, {
    message: "Expected each vintage once",
  });

export const priceListStates = ["CURRENT", "COMING", "ENDED"] as const;
export type PriceListState = (typeof priceListStates)[number];

const common = {
  id,
  name: z.string(),
  /** Dates in the seller's time zone, both inclusive; null: valid until someone ends it. */
  validFrom: day,
  validUntil: day.nullable(),
  state: z.enum(priceListStates),
  /** Companies whose members buy at its prices; one that was merged into another has none. */
  companies: z.array(named),
  updatedAt: instant,
  version: z.int(),
};

const listedPriceList = z.object({ ...common, rules: z.int(), prices: z.int() });
export type ListedPriceList = z.output<typeof listedPriceList>;

export const priceList = z.object({
  ...common,
  rules: z.array(priceListRule),
  /** With the listed vintage; withdrawn ones too, since they may return. */
  prices: z.array(vintagePrice.omit({ version: true }).extend({ own: money })),
});
export type PriceList = z.output<typeof priceList>;

export const listPriceLists = endpoint({
  method: "GET",
  path: "/management/price-lists",
  access: "projects:read",
  summary: "Price lists of companies",
  ...tabbedListOf(listedPriceList, {
    sorts: ["name", "validFrom", "validUntil", "updatedAt"],
    tabs: { field: "state", names: priceListStates },
    filters: { companyId: textInt(1).optional() },
  }),
  csv: true,
});

export const getPriceList = endpoint({
  method: "GET",
  path: "/management/price-lists/:id",
  access: "projects:read",
  summary: "One price list",
  params: idParams,
  response: priceList,
});

const facts = {
  name: typedText(1, 200),
  validFrom: day,
  validUntil: day.nullable(),
  companies: z.array(id).max(500),
  rules,
  prices,
};
const days = z.object({ validFrom: day, validUntil: day.nullable() });
const inOrder = ({ validFrom, validUntil }: { validFrom: string; validUntil: string | null }) =>
  validUntil === null || validUntil >= validFrom;
const endBeforeStart = {
  path: ["validUntil"],
  message: "The end is before the start",
  // Beside other errors too: one that comes and goes with them would look cured.
  when: ({ value }: { value: unknown }) => days.safeParse(value).success,
};

export const createPriceList = endpoint({
  method: "POST",
  path: "/management/price-lists",
  access: "projects:write",
  summary: "Add a price list with companies' own prices",
  body: z.strictObject(facts).refine(inOrder, endBeforeStart),
  response: priceList,
  status: 201,
  idempotent: true,
});

/** Replaces the whole price list: what is shown of it is what it does. */
export const updatePriceList = endpoint({
  method: "PATCH",
  path: "/management/price-lists/:id",
  access: "projects:write",
  summary: "Change a price list",
  params: idParams,
  body: z.strictObject({ ...facts, version: seenVersion }).refine(inOrder, endBeforeStart),
  response: priceList,
  refusals: ["VERSION_CONFLICT"],
});

export const deletePriceList = endpoint({
  method: "DELETE",
  path: "/management/price-lists/:id",
  access: "projects:write",
  summary: "Delete a price list; its companies buy at list prices again",
  params: idParams,
  response: noContent,
});

/** What a price list would do to the vintages on sale. */
export const priceListPreview = z.object({
  /** Vintages that its companies would buy for less, or could buy only through it. */
  affected: z.int(),
  /** Number of vintages on sale. */
  onSale: z.int(),
  /** The first of them by project name. */
  rows: z.array(vintagePrice.omit({ version: true }).extend({ own: money })),
  /** Fixed prices without effect, since the list price is lower. */
  idle: z.int(),
  /** Carts of its companies that contain a vintage whose price would change. */
  carts: z.int(),
});
export type PriceListPreview = z.output<typeof priceListPreview>;

export const previewPriceList = endpoint({
  method: "POST",
  path: "/management/price-lists/preview",
  access: "projects:read",
  summary: "Preview a price list's effect on its companies' prices; nothing is changed",
  body: z.strictObject({ rules, prices, companies: facts.companies }),
  response: priceListPreview,
});

export const readPriceListFile = endpoint({
  method: "POST",
  path: "/management/price-lists/file",
  access: "projects:write",
  summary: "The prices of a CSV or XLSX file with the columns “Vintage” and “Price (EUR)”",
  upload: { maxBytes: 2 * 1024 * 1024 },
  response: z.object({
    prices: z.array(vintagePrice.omit({ version: true }).extend({ own: money })),
    leftOut: z.array(z.object({ line: z.int(), name: z.string(), why: z.string() })),
  }),
});
