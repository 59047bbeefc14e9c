import { creditTypes } from "./codes.ts";
import { z } from "zod";
import { quarter } from "./catalogue.ts";
import { deliveryStates } from "./delivery.ts";
import { endpoint } from "./endpoint.ts";
import { credits, day, id, listOf, many, money, named, ownOnly, textInt } from "./shapes.ts";

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
  expectedDelivery: quarter.nullable(),
  /** Null for credits that were never expected. */
  deliveryState: z.enum(deliveryStates).nullable(),
  purchased: credits,
  inProgress: credits,
  retired: credits,
  available: credits,
});
export type Holding = z.output<typeof holding>;

export const portfolioSummary = z.object({
  totals: z.object({
    purchased: z.int(),
    inProgress: z.int(),
    retired: z.int(),
    available: z.int(),
    /** Of the available tonnes those that cannot be retired yet. */
    availableExAnte: z.int(),
    vintages: z.int(),
    projects: z.int(),
    /** Retirements that wait for the registry, and those that it carried out. */
    requests: z.int(),
    certificates: z.int(),
    spent: money,
  }),
  series: z.object({
    /** Running totals at the end of each quarter, oldest first, the present one last. */
    quarters: z.array(
      z.object({
        /** First day of the quarter. */
        from: day,
        purchased: z.int(),
        inProgress: z.int(),
        retired: z.int(),
        available: z.int(),
      }),
    ),
    projectTypes: z.array(
      named.extend({ purchased: z.int(), available: z.int(), retired: z.int() }),
    ),
  }),
});
export type PortfolioSummary = z.output<typeof portfolioSummary>;

export const portfolio = portfolioSummary.extend({ holdings: z.array(holding) });
export type Portfolio = z.output<typeof portfolio>;

/** Without it what the company holds; else what the caller bought and retired of it. */
const whose = z.strictObject({ by: ownOnly });

export const getPortfolio = endpoint({
  method: "GET",
  path: "/me/portfolio",
  access: "admitted",
  summary: "What the caller bought and paid, holds and retired; as CSV the holdings",
  query: whose,
  csv: true,
  answer: portfolio,
});

export const getPortfolioSummary = endpoint({
  method: "GET",
  path: "/me/portfolio/summary",
  access: "admitted",
  summary: "The same without the single holdings",
  query: whose,
  answer: portfolioSummary,
});

export const holdingSorts = [
  "projectName",
  "year",
  "purchased",
  "inProgress",
  "retired",
  "available",
] as const;

const holdingList = listOf(holding, {
  sorts: holdingSorts,
  filters: {
    by: ownOnly,
    vintageId: many(textInt(1)).optional(),
    year: many(textInt(1900, 2200)).optional(),
    creditType: many(z.enum(creditTypes)).optional(),
  },
});

export const listHoldings = endpoint({
  method: "GET",
  path: "/me/portfolio/holdings",
  access: "admitted",
  summary: "The holdings of the caller's portfolio, a page of them",
  ...holdingList,
  answer: holdingList.answer.extend({
    /** Of all holdings, whatever is searched; the latest first. */
    years: z.array(z.int()),
  }),
});
