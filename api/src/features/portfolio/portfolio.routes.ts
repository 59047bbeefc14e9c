import {
  getPortfolio,
  getPortfolioSummary,
  listHoldings,
  type Holding,
} from "@tonneline/contract/portfolio";
import type { Db } from "../../core/db.ts";
import { csvFile, type CsvColumns } from "../../core/http/csv.ts";
import { pageOf } from "../../core/lists.ts";
import type { Serve } from "../../core/http/serve.ts";
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

export function portfolioRoutes(serve: Serve, db: Db): void {
  serve(
    getPortfolio,
    ({ caller }) => portfolioOf(db, caller.companyId),
    ({ caller }) => csvFile("portfolio", columns, holdingList(db, caller.companyId)),
  );

  serve(getPortfolioSummary, ({ caller }) => portfolioSummaryOf(db, caller.companyId));

  serve(listHoldings, async ({ caller, query }) => {
    const { holdings, count, years } = await holdingsOf(db, caller.companyId, query);
    return { ...pageOf(holdings, count, query), years };
  });
}
