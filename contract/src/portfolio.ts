import { z } from "zod";
import { creditTypes } from "./catalogue.ts";
import { endpoint } from "./endpoint.ts";
import { credits, day, id, money, named } from "./shapes.ts";

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
  purchased: credits,
  inProgress: credits,
  retired: credits,
  available: credits,
});
export type Holding = z.output<typeof holding>;

export const portfolio = z.object({
  holdings: z.array(holding),
  totals: z.object({
    purchased: z.int(),
    inProgress: z.int(),
    retired: z.int(),
    available: z.int(),
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
export type Portfolio = z.output<typeof portfolio>;

export const getPortfolio = endpoint({
  method: "GET",
  path: "/me/portfolio",
  access: "admitted",
  summary: "What the caller bought and paid, holds and retired; as CSV the holdings",
  csv: true,
  answer: portfolio,
});
