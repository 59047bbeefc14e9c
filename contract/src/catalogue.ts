import { z } from "zod";
import { countryCode } from "./addresses.ts";
import {
  availabilityStatuses,
  categories,
  claimTypes,
  continents,
  creditTypes,
  impactTypes,
  labelFilters,
  labelKinds,
  vintageStatuses,
} from "./codes.ts";
import { deliveryStates, quarterPattern } from "./delivery.ts";
import { endpoint, file, xlsxType } from "./endpoint.ts";
import {
  coded,
  credits,
  creditSum,
  day,
  id,
  idParams,
  instant,
  listQuery,
  repeatable,
  money,
  named,
  pageOf,
  searchText,
  textEuros,
  textFlag,
  textInt,
} from "./shapes.ts";

export type LabelKind = (typeof labelKinds)[number];
export type Continent = (typeof continents)[number];
export type Category = (typeof categories)[number];
export type AvailabilityStatus = (typeof availabilityStatuses)[number];
export type CreditType = (typeof creditTypes)[number];
export type ImpactType = (typeof impactTypes)[number];
export type ClaimType = (typeof claimTypes)[number];

const year = z.int().min(1990).max(2100);
/** Country of an existing project: responses check only its format. */
const countryOfProject = z.string().regex(/^[A-Z]{2}$/);
const sdg = z.int().min(1).max(17);

export const image = z.object({
  imageId: id,
  alt: z.string(),
  urls: z.object({
    small: z.string(),
    medium: z.string(),
    large: z.string(),
    original: z.string(),
  }),
});

/** A quarter such as 2027-Q4. */
export const quarter = z.string().regex(quarterPattern);

export const vintage = z.object({
  id,
  year,
  periodStart: day.nullable(),
  periodEnd: day.nullable(),
  impactType: coded(impactTypes),
  claimType: coded(claimTypes),
  status: coded(vintageStatuses),
  methodology: z.string(),
  availableCredits: credits,
  /** Null: price on request. */
  price: money.nullable(),
  /** Catalogue price, if `price` is specific to the caller's company. */
  listPrice: money.nullable().optional(),
  currency: z.literal("EUR"),
  creditType: coded(creditTypes),
  /** When unissued credits are expected, or were before their issuance; null if not announced. */
  expectedDelivery: quarter.nullable(),
  /** Null for credits that were never expected. */
  deliveryState: coded(deliveryStates).nullable(),
  /** Why delivery is late or will not happen; blank otherwise. */
  deliveryNote: z.string(),
});
export type Vintage = z.output<typeof vintage>;

const window = z.object({ from: day, to: day });
export const sponsoringDetails = z.object({
  expectedImpact: z.string(),
  sponsoringOpportunity: window,
});
export const financingDetails = z.object({
  expectedCredits: credits,
  financingOpportunity: window,
  averagePricePerCredit: money,
  creditingPeriod: z.array(year),
  methodology: z.string(),
});
export const label = z.object({
  kind: z.enum(labelKinds),
  detail: z.string(),
  source: z.string(),
  asOf: day,
});

const reportSummary = z.object({
  id,
  name: z.string(),
  description: z.string(),
  price: money,
  currency: z.literal("EUR"),
  pages: z.int().nullable(),
  publishedAt: day,
});

/** Fields common to cards, tables and the project page. */
export const projectSummary = z.object({
  id,
  name: z.string(),
  externalId: z.string().nullable(),
  registry: named,
  registryUrl: z.string().nullable(),
  projectDeveloper: named,
  projectType: named,
  countries: z.array(countryOfProject),
  continent: z.enum(continents).nullable(),
  sustainableDevelopmentGoals: z.array(sdg),
  status: coded(availabilityStatuses),
  categories: z.array(z.enum(categories)),
  investmentAvailable: z.boolean(),
  availableCredits: creditSum,
  /** The part of the available credits that is not issued yet. */
  expectedCredits: creditSum,
  /** The first and last quarter in which they are expected; null if not announced. */
  expectedDelivery: z.object({ from: quarter, to: quarter }).nullable(),
  totalCredits: creditSum,
  vintagesAvailable: z.object({ min: year, max: year }).nullable(),
  /** Over vintages with credits left; if none has any, over all on sale. */
  priceFrom: money.nullable(),
  priceTo: money.nullable(),
  /** Lowest catalogue price, if prices are specific to the caller's company. */
  listPriceFrom: money.nullable().optional(),
  creditTypes: z.array(z.enum(creditTypes)),
  impactTypes: z.array(z.enum(impactTypes)),
  claimTypes: z.array(z.enum(claimTypes)),
  images: z.array(image),
  labels: z.array(label),
  /** How many of the facts that a claim rests on are known, for the vintage on sale with the most. */
  facts: z.object({ known: z.int(), of: z.int() }),
  sponsoringDetails: sponsoringDetails.nullable(),
  financingDetails: financingDetails.nullable(),
  /** Price and availability are made up for demonstration. */
  demonstration: z.boolean(),
});
export type ProjectSummary = z.output<typeof projectSummary>;

export const projectDocument = z.object({
  documentId: id,
  name: z.string(),
  /** External, or, for a file stored here, the call `getProjectDocument`. */
  url: z.string(),
  /** Null for an external document. */
  bytes: z.int().nullable(),
});
export type ProjectDocument = z.output<typeof projectDocument>;

export const project = projectSummary.extend({
  /** The name at the registry, if it differs. */
  nameAtRegistry: z.string().nullable(),
  description: z.string(),
  auditor: named.nullable(),
  vintages: z.array(vintage),
  documents: z.array(projectDocument),
  changes: z.array(z.object({ id, change: z.string(), date: instant })),
  embedUrl: z.string().nullable(),
  youtubeVideos: z.array(z.object({ videoId: z.string() })),
  reports: z.array(reportSummary),
  registryStatus: z.string().nullable(),
  hidden: z.boolean(),
  version: z.int(),
});
export type Project = z.output<typeof project>;

export const projectSorts = [
  "recommended",
  "relevance",
  "name",
  "price",
  "availableCredits",
  "newest",
] as const;

const projectFilters = {
  category: z.enum(categories).default("CREDIT_SALE"),
  continent: repeatable(z.enum(continents)).optional(),
  country: repeatable(countryCode).optional(),
  projectType: repeatable(textInt(1)).optional(),
  registry: repeatable(textInt(1)).optional(),
  developer: repeatable(textInt(1)).optional(),
  sdg: repeatable(textInt(1, 17)).optional(),
  creditType: repeatable(z.enum(creditTypes)).optional(),
  impactType: repeatable(z.enum(impactTypes)).optional(),
  claimType: repeatable(z.enum(claimTypes)).optional(),
  status: repeatable(z.enum(availabilityStatuses)).optional(),
  label: repeatable(z.enum(labelFilters)).optional(),
  /** Only the projects with these ids. */
  project: repeatable(textInt(1)).optional(),
  /** At least this many facts are known of one vintage on sale. */
  knownFrom: textInt(0, 14).optional(),
  vintageFrom: textInt(1990, 2100).optional(),
  vintageTo: textInt(1990, 2100).optional(),
  priceFrom: textEuros.optional(),
  priceTo: textEuros.optional(),
  availableOnly: textFlag.optional(),
};

/**
 * `recommended` (without `q`): what can be bought and is best documented first, mixed by type and country. `relevance`
 * (with `q`): the best match first. Both have only one direction. `newest`: by the newest vintage's year; `price`: by
 * the "from" price, for FINANCING the average.
 */
export const projectQuery = listQuery(projectSorts, projectFilters);
export type ProjectQuery = z.output<typeof projectQuery>;

export const facetsQuery = z.strictObject({ q: searchText.optional(), ...projectFilters });
/** The filters shared by the project list and its facets. */
export type ProjectFilters = z.output<typeof facetsQuery>;

export const listProjects = endpoint({
  method: "GET",
  path: "/projects",
  access: "admitted",
  summary: "Projects of a listing category",
  query: projectQuery,
  response: pageOf(projectSummary).extend({ availableCredits: z.int() }),
});

export const getProjectsXlsx = endpoint({
  method: "GET",
  path: "/projects/list.xlsx",
  access: "admitted",
  summary: "All projects of a listing category that match a search, as a workbook",
  /** Paging is ignored: the file has all rows. */
  query: projectQuery,
  response: file(xlsxType),
  generatedPerRequest: true,
  refusals: ["NOT_FOUND"],
});

const count = z.int();
const countedName = named.extend({ count });
const countedCode = z.object({ id: z.string(), count });
/** Counts for the same query; each facet ignores its own filter, so that it shows what another choice would add. */
export const facets = z.object({
  categories: z.array(countedCode),
  continents: z.array(countedCode),
  countries: z.array(countedCode),
  projectTypes: z.array(countedName),
  registries: z.array(countedName),
  developers: z.array(countedName),
  sdgs: z.array(z.object({ id: sdg, count })),
  creditTypes: z.array(countedCode),
  impactTypes: z.array(countedCode),
  claimTypes: z.array(countedCode),
  statuses: z.array(countedCode),
  labels: z.array(countedCode),
  vintages: z.object({ min: year, max: year }).nullable(),
  /**
   * Histogram of projects by "from" price, in at most 24 equal steps on a log scale; each includes its lower bound and
   * excludes its upper one. `min` and `max` are the ends of the bars, at most 1 % beyond the prices. Null if nothing
   * has a price.
   */
  prices: z
    .object({
      min: money,
      max: money,
      histogram: z.array(z.object({ from: money, to: money, count })),
    })
    .nullable(),
});
export type Facets = z.output<typeof facets>;

export const getProjectFacets = endpoint({
  method: "GET",
  path: "/projects/facets",
  access: "admitted",
  summary: "Facet counts for the same query as the list",
  query: facetsQuery,
  response: facets,
});

export const countryTotals = z.object({
  /** Most projects first; a project in several countries counts in each of them. */
  countries: z.array(
    z.object({
      id: countryOfProject,
      projects: count,
      /** Equals `availableCredits` of the project list filtered by this country. */
      credits: creditSum,
      /** The lowest price of what can be bought there now; null if nothing can. */
      priceFrom: money.nullable(),
    }),
  ),
});
export type CountryTotals = z.output<typeof countryTotals>;

export const listProjectCountries = endpoint({
  method: "GET",
  path: "/projects/countries",
  access: "admitted",
  summary: "Projects, tonnes for sale and lowest price by country, for the same query as the list",
  query: facetsQuery,
  response: countryTotals,
});

export const suggestions = z.object({
  projects: z.array(
    z.object({
      id,
      name: z.string(),
      externalId: z.string().nullable(),
      projectType: z.string(),
      countries: z.array(countryOfProject),
    }),
  ),
  developers: z.array(named.extend({ projects: count })),
  /** The typed text parsed as filters: `query` is a query string of `GET /projects` that finds `projects` projects. */
  filters: z.array(z.object({ label: z.string(), query: z.string(), projects: count })),
});
export type Suggestions = z.output<typeof suggestions>;

export const suggestQuery = z.strictObject({
  q: searchText,
  /** Maximum number of projects. */
  size: textInt(1, 20).default(5),
  category: projectFilters.category,
});
export type SuggestQuery = z.output<typeof suggestQuery>;

export const suggestProjects = endpoint({
  method: "GET",
  path: "/projects/suggest",
  access: "admitted",
  summary: "Suggested filters, projects and developers for typed text",
  query: suggestQuery,
  response: suggestions,
});

export const getProject = endpoint({
  method: "GET",
  path: "/projects/:id",
  access: "admitted",
  summary: "One project with its vintages, reports, documents and history",
  params: idParams,
  response: project,
});

export const report = reportSummary.extend({
  projects: z.array(
    z.object({
      id,
      name: z.string(),
      continent: z.enum(continents).nullable(),
      countries: z.array(countryOfProject),
      registry: named,
      projectType: named,
    }),
  ),
});
export type Report = z.output<typeof report>;

export const reportQuery = listQuery(["name", "price", "publishedAt"], {
  projectId: textInt(1).optional(),
});
export type ReportQuery = z.output<typeof reportQuery>;

export const listReports = endpoint({
  method: "GET",
  path: "/reports",
  access: "admitted",
  summary: "Due-diligence reports on sale",
  query: reportQuery,
  response: pageOf(report),
});

export const getReport = endpoint({
  method: "GET",
  path: "/reports/:id",
  access: "admitted",
  summary: "One due-diligence report",
  params: idParams,
  response: report,
});
