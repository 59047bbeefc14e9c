import { z } from "zod";
import { label, projectQuery } from "./catalogue.ts";
import { comparedVintage } from "./compare.ts";
import { endpoint, noContent } from "./endpoint.ts";
import {
  credits,
  id,
  idParams,
  instant,
  listQuery,
  money,
  pageOf,
  seenVersion,
  textInt,
  typedLines,
  typedText,
} from "./shapes.ts";

const name = typedText(1, 80);

const shortlistVintage = z.object({
  vintageId: id,
  note: z.string(),
  /** Who added it, and when. */
  author: z.string(),
  addedAt: instant,
  /** Values when it was added; `vintage` has the current ones. */
  priceThen: money.nullable(),
  availableThen: credits,
  vintage: comparedVintage,
});

export const shortlist = z.object({
  id,
  name: z.string(),
  /** Its creator; it belongs to the company. */
  userId: id,
  author: z.string(),
  createdAt: instant,
  updatedAt: instant,
  /** The link by which anyone can read it, without prices; null if there is none. */
  share: z.object({ url: z.string(), until: instant }).nullable(),
  /** The latest added first; without those of hidden projects. */
  vintages: z.array(shortlistVintage),
  version: z.int(),
});
export type Shortlist = z.output<typeof shortlist>;

export const listShortlists = endpoint({
  method: "GET",
  path: "/me/shortlists",
  access: "admitted",
  summary: "The shortlists of the caller's company",
  query: listQuery(["name", "updatedAt"], {}),
  response: pageOf(shortlist),
});

export const createShortlist = endpoint({
  method: "POST",
  path: "/me/shortlists",
  access: "admitted",
  summary: "Create a shortlist",
  companyRight: "buy",
  body: z.strictObject({ name }),
  response: shortlist,
  status: 201,
  idempotent: true,
});

export const updateShortlist = endpoint({
  method: "PATCH",
  path: "/me/shortlists/:id",
  access: "admitted",
  summary: "Rename a shortlist",
  companyRight: "buy",
  params: idParams,
  body: z.strictObject({ name, version: seenVersion.optional() }),
  response: shortlist,
  refusals: ["VERSION_CONFLICT"],
});

export const deleteShortlist = endpoint({
  method: "DELETE",
  path: "/me/shortlists/:id",
  access: "admitted",
  summary: "Delete a shortlist",
  companyRight: "buy",
  params: idParams,
  response: noContent,
});

const entryParams = z.object({ id: textInt(1), vintageId: textInt(1) });

export const setShortlistVintage = endpoint({
  method: "PUT",
  path: "/me/shortlists/:id/vintages/:vintageId",
  access: "admitted",
  summary: "Put a vintage on a shortlist, or change its note",
  companyRight: "buy",
  params: entryParams,
  /** Without `note`, an existing note is kept. */
  body: z.strictObject({ note: typedLines(0, 500).optional() }).nullish(),
  response: shortlist,
});

export const removeShortlistVintage = endpoint({
  method: "DELETE",
  path: "/me/shortlists/:id/vintages/:vintageId",
  access: "admitted",
  summary: "Take a vintage off a shortlist",
  companyRight: "buy",
  params: entryParams,
  response: noContent,
});

export const shareShortlist = endpoint({
  method: "POST",
  path: "/me/shortlists/:id/share",
  access: "admitted",
  summary:
    "Create a link for anybody to read a shortlist, without prices; it replaces the previous one",
  companyRight: "buy",
  params: idParams,
  /** Days from now, 30 by default. */
  body: z.strictObject({ days: z.int().min(1).max(365).optional() }).nullish(),
  response: z.object({ url: z.string(), until: instant }),
  /** INVALID_TRANSITION while sharing by link is switched off. */
  refusals: ["INVALID_TRANSITION"],
});

export const unshareShortlist = endpoint({
  method: "DELETE",
  path: "/me/shortlists/:id/share",
  access: "admitted",
  summary: "End the link of a shortlist",
  companyRight: "buy",
  params: idParams,
  response: noContent,
});

export const sharedShortlist = z.object({
  name: z.string(),
  until: instant,
  vintages: z.array(
    z.object({
      vintageId: id,
      year: z.int(),
      creditType: comparedVintage.shape.creditType,
      expectedDelivery: comparedVintage.shape.expectedDelivery,
      impactType: comparedVintage.shape.impactType,
      note: z.string(),
      project: z.object({
        id,
        name: z.string(),
        externalId: z.string().nullable(),
        registry: z.string(),
        registryUrl: z.string().nullable(),
        projectType: z.string(),
        countries: z.array(z.string()),
        labels: z.array(label),
      }),
    }),
  ),
});
export type SharedShortlist = z.output<typeof sharedShortlist>;

export const getSharedShortlist = endpoint({
  method: "GET",
  path: "/shared-shortlists/:key",
  access: "public",
  summary: "A shortlist as shown to anybody with its link",
  params: z.object({ key: z.uuid() }),
  response: sharedShortlist,
});

export const searchAlerts = ["NONE", "DAILY"] as const;

/** A query string of the project list, as in the address bar. */
const query = z
  .string()
  .trim()
  // Parsing takes quadratic time.
  .max(2000, { abort: true })
  .overwrite((text) => text.replace(/^\?/, ""))
  .refine((text) => projectQuery.safeParse(queryOf(text)).success, {
    message: "Expected a query string for the list of projects",
  });

/** Parses a query string into the list's parameters; repeated ones become arrays. */
export function queryOf(text: string): Record<string, string | string[]> {
  const params = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(params.keys())].map((key) => {
      const values = params.getAll(key);
      return [key, values.length === 1 ? values[0]! : values];
    }),
  );
}

export const savedSearch = z.object({
  id,
  name: z.string(),
  query: z.string(),
  alert: z.enum(searchAlerts),
  /** Projects it currently finds. */
  projects: z.int(),
  createdAt: instant,
});
export type SavedSearch = z.output<typeof savedSearch>;

export const listSearches = endpoint({
  method: "GET",
  path: "/me/searches",
  access: "admitted",
  summary: "The caller's saved searches",
  query: listQuery(["name", "createdAt"], {}),
  response: pageOf(savedSearch),
});

export const saveSearch = endpoint({
  method: "POST",
  path: "/me/searches",
  access: "admitted",
  summary: "Save a search; with DAILY, updates are emailed once a day",
  body: z.strictObject({ name, query, alert: z.enum(searchAlerts).default("NONE") }),
  response: savedSearch,
  status: 201,
  idempotent: true,
});

export const updateSearch = endpoint({
  method: "PATCH",
  path: "/me/searches/:id",
  access: "admitted",
  summary: "Rename a saved search, or turn its alert on or off",
  params: idParams,
  body: z.strictObject({ name: name.optional(), alert: z.enum(searchAlerts).optional() }),
  response: savedSearch,
});

export const deleteSearch = endpoint({
  method: "DELETE",
  path: "/me/searches/:id",
  access: "admitted",
  summary: "Delete a saved search",
  params: idParams,
  response: noContent,
});
