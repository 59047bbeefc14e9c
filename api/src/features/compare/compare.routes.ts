import { getComparisonPdf, getComparisonXlsx, compareVintages } from "@tonneline/contract/compare";
import { xlsxType } from "@tonneline/contract/endpoint";
import { today } from "../../core/days.sql.ts";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { bytesAnswer } from "../../core/http/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import { comparedBy } from "./compare.service.ts";

interface Site {
  publicUrl: string;
  /** The name of the market's operator. */
  seller: () => Promise<string>;
}

/**
 * Serves vintages side by side at the prices of the caller's company, as data, PDF and workbook.
 * Files refuse with NOT_FOUND if none of the vintages can be shown.
 */
export function compareRoutes(serve: Serve, db: Db, { publicUrl, seller }: Site): void {
  const some = async (ids: readonly number[], companyId: number) => {
    const vintages = await comparedBy(db, ids, companyId);
    return vintages.length > 0 ? vintages : refuse("NOT_FOUND");
  };

  serve(compareVintages, async ({ caller, query }) => ({
    content: await comparedBy(db, query.ids, caller.companyId),
  }));

  serve(getComparisonPdf, async ({ caller, query: { ids } }) => {
    const address = `${publicUrl}/compare?v=${ids.join()}`;
    const paper = { issuer: await seller(), address, day: await today(db) };
    const { comparisonPdf } = await import("./compare.pdf.ts");
    const bytes = await comparisonPdf(await some(ids, caller.companyId), paper);
    return bytesAnswer(bytes, `comparison-${paper.day}.pdf`, "application/pdf");
  });

  serve(getComparisonXlsx, async ({ caller, query: { ids } }) => {
    const day = await today(db);
    const { comparisonXlsx } = await import("./compare.xlsx.ts");
    const bytes = await comparisonXlsx(await some(ids, caller.companyId), day);
    return bytesAnswer(bytes, `comparison-${day}.xlsx`, xlsxType);
  });
}
