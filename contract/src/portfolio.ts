import { claimTypes, creditTypes, labelKinds } from "./codes.ts";
import { z } from "zod";
import { quarter } from "./catalogue.ts";
import { deliveryStates } from "./delivery.ts";
import { endpoint, file, xlsxType } from "./endpoint.ts";
import {
  credits,
  day,
  id,
  instant,
  listOf,
  repeatable,
  money,
  named,
  mineFilter,
  pageOf,
  pageQuery,
  textInt,
} from "./shapes.ts";

export const holding = z.object({
  vintageId: id,
  projectId: id,
  projectName: z.string(),
  externalId: z.string().nullable(),
  registry: named,
  projectType: named,
  countries: z.array(z.string()),
  year: z.int(),
  creditType: z.enum(creditTypes),
  claimType: z.enum(claimTypes),
  expectedDelivery: quarter.nullable(),
  /** Null for credits that were never expected. */
  deliveryState: z.enum(deliveryStates).nullable(),
  purchased: credits,
  inProgress: credits,
  retired: credits,
  available: credits,
  /** Net price paid for all of it, less credit notes. */
  cost: money,
  /** Tonnes of the latest paid order. */
  lastBought: credits,
});
export type Holding = z.output<typeof holding>;

/** Tonnes bought of a part of the portfolio; `expected` is the part that no registry has issued yet. */
const bought = { purchased: z.int(), expected: z.int() };

export const portfolioSummary = z.object({
  totals: z.object({
    purchased: z.int(),
    inProgress: z.int(),
    retired: z.int(),
    available: z.int(),
    /** The part of the available tonnes that cannot be retired yet. */
    availableExAnte: z.int(),
    vintages: z.int(),
    projects: z.int(),
    /** Retirements waiting for the registry, since when the oldest waits, and the number completed. */
    requests: z.int(),
    oldestRequestAt: instant.nullable(),
    certificates: z.int(),
    spent: money,
    /** Cost of the available tonnes that are issued, each at the average of its vintage. */
    issuedCost: money,
    /** The first and last delivery quarter of expected credits in the portfolio. */
    expectedFrom: quarter.nullable(),
    expectedTo: quarter.nullable(),
  }),
  series: z.object({
    /** Running totals at the end of each quarter, oldest first, the current one last. */
    quarters: z.array(
      z.object({
        /** First day of the quarter. */
        from: day,
        purchased: z.int(),
        inProgress: z.int(),
        retired: z.int(),
        available: z.int(),
        /** The part of the available tonnes that is still expected today. */
        expected: z.int(),
      }),
    ),
    projectTypes: z.array(named.extend({ ...bought, available: z.int(), retired: z.int() })),
    claims: z.array(z.object({ claimType: z.enum(claimTypes), ...bought })),
    /** A project with several labels counts for each; null stands for projects without any. */
    labels: z.array(z.object({ kind: z.enum(labelKinds).nullable(), ...bought })),
    /** By vintage year, the latest first. */
    vintages: z.array(z.object({ year: z.int(), ...bought })),
    /** Payments per year, the latest first. */
    years: z.array(z.object({ year: z.int(), purchased: z.int(), spent: money })),
  }),
});
export type PortfolioSummary = z.output<typeof portfolioSummary>;

export const portfolio = portfolioSummary.extend({ holdings: z.array(holding) });
export type Portfolio = z.output<typeof portfolio>;

/** By default everything the company has; `me`: only what the caller bought and retired. */
const mineQuery = z.strictObject({ by: mineFilter });

export const getPortfolio = endpoint({
  method: "GET",
  path: "/me/portfolio",
  access: "admitted",
  summary: "What the caller bought, paid for, holds and retired; as CSV, the holdings",
  query: mineQuery,
  csv: true,
  response: portfolio,
});

export const getPortfolioSummary = endpoint({
  method: "GET",
  path: "/me/portfolio/summary",
  access: "admitted",
  summary: "The same without the individual holdings",
  query: mineQuery,
  response: portfolioSummary,
});

export const holdingSorts = [
  "projectName",
  "year",
  "purchased",
  "inProgress",
  "retired",
  "available",
] as const;

/** Keys by which holdings can be grouped. */
export const holdingGroups = ["project", "claim", "year"] as const;
export type HoldingGroup = (typeof holdingGroups)[number];

const holdingList = listOf(holding, {
  sorts: holdingSorts,
  filters: {
    group: z.enum(holdingGroups).optional(),
    by: mineFilter,
    vintageId: repeatable(textInt(1)).optional(),
    year: repeatable(textInt(1900, 2200)).optional(),
    creditType: repeatable(z.enum(creditTypes)).optional(),
  },
});

export const listHoldings = endpoint({
  method: "GET",
  path: "/me/portfolio/holdings",
  access: "admitted",
  summary: "A page of the holdings in the caller's portfolio",
  ...holdingList,
  response: holdingList.response.extend({
    /** Over all holdings, regardless of the search; the latest first. */
    years: z.array(z.int()),
    /** Totals of whole groups of the result, for groups with rows on the page. The key is a project id, a claim or a year. */
    groups: z.array(
      z.object({
        key: z.string(),
        holdings: z.int(),
        purchased: z.int(),
        retired: z.int(),
        available: z.int(),
      }),
    ),
  }),
});

export const getPortfolioXlsx = endpoint({
  method: "GET",
  path: "/me/portfolio/xlsx",
  access: "admitted",
  summary: "The holdings with what they cost, as a workbook",
  query: mineQuery,
  response: file(xlsxType),
  generatedPerRequest: true,
  refusals: ["NOT_FOUND"],
});

/** A company's retirement target for a year, and its progress. */
export const target = z.object({
  year: z.int(),
  tonnes: credits,
  changedAt: instant,
  /** Name of whoever set it. */
  changedBy: z.string(),
  /** Retired for that year: by the end of the claim period, or else by the retirement date. */
  retired: z.int(),
  /** Requested for that year, and waiting for a registry. */
  inProgress: z.int(),
  /** Issued tonnes in the portfolio, whatever they were bought for; expected ones are not counted. */
  held: z.int(),
  /** What is left to buy once all of these are retired for it. */
  toBuy: z.int(),
});
export type Target = z.output<typeof target>;

export const getTargets = endpoint({
  method: "GET",
  path: "/me/portfolio/targets",
  access: "admitted",
  summary: "The company's yearly targets, latest first, with its progress",
  query: pageQuery,
  response: pageOf(target),
});

export const setTarget = endpoint({
  method: "PUT",
  path: "/me/portfolio/targets",
  access: "admitted",
  companyRight: "manage",
  summary: "Set how many tonnes the company plans to retire for a year; 0 removes the target",
  body: z.strictObject({ year: z.int().min(2015).max(2100), tonnes: credits }),
  response: z.object({ content: z.array(target) }),
});
