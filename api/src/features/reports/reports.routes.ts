import { getReport, listReports, type Report } from "@tonneline/contract/catalogue";
import { getMyReportFile, listMyReports } from "@tonneline/contract/reports";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { fileAnswer } from "../../core/http/files.ts";
import { pageOf } from "../../core/lists.ts";
import type { Serve } from "../../core/http/serve.ts";
import { euros } from "../../core/money.ts";
import {
  boughtFileOf,
  findBought,
  findReports,
  reportById,
  type ReportRow,
} from "./reports.sql.ts";

/** Serves the due-diligence reports on sale, and those that the caller's company has paid for, with their files. */
export function reportRoutes(serve: Serve, db: Db, files: FileStore): void {
  serve(listReports, async ({ query }) => {
    const { content, totalElements } = await findReports(db, query);
    return pageOf(content.map(reportView), totalElements, query);
  });

  serve(getReport, async ({ params }) => {
    return reportView((await reportById(db, params.id)) ?? refuse("NOT_FOUND"));
  });

  serve(listMyReports, async ({ caller, query }) => {
    const { content, totalElements } = await findBought(db, caller.companyId, query);
    const bought = content.map(({ fileName, bytes, ...row }) => ({
      ...row,
      projects: row.projects as Report["projects"],
      file: fileName === null || bytes === null ? null : { name: fileName, bytes },
    }));
    return pageOf(bought, totalElements, query);
  });

  serve(getMyReportFile, async ({ caller, params }) =>
    fileAnswer(db, files, await boughtFileOf(db, caller.companyId, params.id)),
  );
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
