import { getReport, listReports, type Report } from "@tonneline/contract/catalogue";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { pageOf } from "../../core/http/pages.ts";
import type { Serve } from "../../core/http/serve.ts";
import { euros } from "../../core/money.ts";
import { findReports, reportById, type ReportRow } from "./reports.sql.ts";

export function reportRoutes(serve: Serve, db: Db): void {
  serve(listReports, async ({ query }) => {
    const { content, totalElements } = await findReports(db, query);
    return pageOf(content.map(reportView), totalElements, query);
  });

  serve(getReport, async ({ params }) => {
    return reportView((await reportById(db, params.id)) ?? refuse("NOT_FOUND"));
  });
}

function reportView(row: ReportRow): Report {
  const { id, name, description, priceCents, pages, publishedAt } = row;
  const projects = row.projects as Report["projects"];
  return {
    id,
    name,
    description,
    price: euros(priceCents),
    currency: "EUR",
    pages,
    publishedAt,
    projects,
  };
}
