import {
  getPortfolio,
  getPortfolioSummary,
  getPortfolioXlsx,
  getTargets,
  listHoldings,
  setTarget,
  type Holding,
} from "@tonneline/contract/portfolio";
import type { Db } from "../../core/db.ts";
import { csvFile, type CsvColumns } from "../../core/http/csv.ts";
import { xlsxFile } from "../../core/http/xlsx.ts";
import { ReadyJson } from "../../core/http/readyJson.ts";
import { pageOf, pageWithin } from "../../core/lists.ts";
import { reading } from "../../core/replica.ts";
import { ownerFilter, type Serve } from "../../core/http/serve.ts";
import { companyTargets, setTarget as saveTarget } from "./targets.service.ts";
import { holdingList, holdingsOf, portfolioOf, portfolioSummaryOf } from "./portfolio.service.ts";

const columns: CsvColumns<Holding> = [
  ["Project", (row) => row.projectName],
  ["Registry", (row) => row.registry.name],
  ["Registry ID", (row) => row.externalId],
  ["Project type", (row) => row.projectType.name],
  ["Countries", (row) => row.countries.join(" ")],
  ["Vintage", (row) => row.year],
  ["Credit type", (row) => row.creditType],
  ["Claim", (row) => row.claimType],
  ["Expected delivery", (row) => row.expectedDelivery],
  ["Bought (t)", (row) => row.purchased],
  ["Retirement in progress (t)", (row) => row.inProgress],
  ["Retired (t)", (row) => row.retired],
  ["Available (t)", (row) => row.available],
  ["Cost net (EUR)", (row) => row.cost, "money"],
  ["Average net (EUR/t)", (row) => averageOf(row), "money"],
];

const averageOf = ({ cost, purchased }: Holding) =>
  purchased === 0 ? null : Math.round((cost * 100) / purchased) / 100;

/** Registers the endpoints for the holdings, retirements and targets of the caller's company; with `by`, only own purchases. */
export function portfolioRoutes(serve: Serve, db: Db): void {
  serve(
    getPortfolio,
    async ({ caller, query }) => new ReadyJson(await portfolioOf(db, ownerFilter(caller, query))),
    ({ caller, query }) =>
      csvFile("holdings", columns, holdingList(db, ownerFilter(caller, query))),
  );

  serve(getPortfolioSummary, ({ caller, query }) =>
    reading(db, (reads) => portfolioSummaryOf(reads, ownerFilter(caller, query))),
  );

  serve(listHoldings, async ({ caller, query }) => {
    const { holdings, count, years, groups } = await reading(db, (reads) =>
      holdingsOf(reads, ownerFilter(caller, query), query),
    );
    return { ...pageOf(holdings, count, query), years, groups };
  });

  serve(getPortfolioXlsx, ({ caller, query }) =>
    xlsxFile("holdings", columns, holdingList(db, ownerFilter(caller, query))),
  );

  serve(getTargets, async ({ caller, query }) =>
    pageWithin(await companyTargets(db, caller.companyId), query),
  );

  serve(setTarget, async ({ caller, actor, body }) => ({
    content: await saveTarget(db, caller.companyId, actor, body),
  }));
}
