import {
  getPortfolio,
  getPortfolioSummary,
  listHoldings,
  type Holding,
} from "@tonneline/contract/portfolio";
import type { Db } from "../../core/db.ts";
import { csvFile, type CsvColumns } from "../../core/http/csv.ts";
import { pageOf } from "../../core/lists.ts";
import type { Caller, Serve } from "../../core/http/serve.ts";
import { holdingList, holdingsOf, portfolioOf, portfolioSummaryOf } from "./portfolio.service.ts";

const columns: CsvColumns<Holding> = [
  ["Project", (row) => row.projectName],
  ["Registry", (row) => row.registry.name],
  ["Registry id", (row) => row.externalId],
  ["Project type", (row) => row.projectType.name],
  ["Countries", (row) => row.countries.join(" ")],
  ["Vintage", (row) => row.year],
  ["Credit type", (row) => row.creditType],
  ["Bought (t)", (row) => row.purchased],
  ["Retirement in progress (t)", (row) => row.inProgress],
  ["Retired (t)", (row) => row.retired],
  ["Available (t)", (row) => row.available],
];

const whoseIn = (
  { companyId, userId }: Pick<Caller, "companyId" | "userId">,
  { by }: { by?: "me" | undefined },
) => ({ companyId, userId: by && userId });

export function portfolioRoutes(serve: Serve, db: Db): void {
  serve(
    getPortfolio,
    ({ caller, query }) => portfolioOf(db, whoseIn(caller, query)),
    ({ caller, query }) => csvFile("portfolio", columns, holdingList(db, whoseIn(caller, query))),
  );

  serve(getPortfolioSummary, ({ caller, query }) => portfolioSummaryOf(db, whoseIn(caller, query)));

  serve(listHoldings, async ({ caller, query }) => {
    const { holdings, count, years } = await holdingsOf(db, whoseIn(caller, query), query);
    return { ...pageOf(holdings, count, query), years };
  });
}
