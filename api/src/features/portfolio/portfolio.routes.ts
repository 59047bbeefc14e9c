import { codeNames } from "@tonneline/contract/codes";
import { namesOfCountries } from "@tonneline/contract/countries";
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

/** CSV is for programs and has codes; a workbook is for people and, with `inWords`, has their names. */
const columnsOf = (inWords: boolean): CsvColumns<Holding> => [
  ["Project", (row) => row.projectName],
  ["Registry", (row) => row.registry.name],
  ["Registry ID", (row) => row.externalId],
  ["Project type", (row) => row.projectType.name],
  [
    "Countries",
    ({ countries }) => (inWords ? namesOfCountries(countries).join("; ") : countries.join(" ")),
  ],
  ["Vintage", (row) => row.year],
  ["Credit type", ({ creditType }) => (inWords ? codeNames[creditType] : creditType)],
  ["Claim", ({ claimType }) => (inWords ? codeNames[claimType] : claimType)],
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
      csvFile("holdings", columnsOf(false), holdingList(db, ownerFilter(caller, query))),
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
    xlsxFile("holdings", columnsOf(true), holdingList(db, ownerFilter(caller, query))),
  );

  serve(getTargets, async ({ caller, query }) =>
    pageWithin(await companyTargets(db, caller.companyId), query),
  );

  serve(setTarget, async ({ caller, actor, body }) => ({
    content: await saveTarget(db, caller.companyId, actor, body),
  }));
}
