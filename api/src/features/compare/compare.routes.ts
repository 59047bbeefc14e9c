import { getComparisonPdf, getComparisonXlsx, listVintages } from "@tonneline/contract/compare";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { bytesAnswer } from "../../core/http/files.ts";
import { xlsxType } from "../../core/http/xlsx.ts";
import type { Serve } from "../../core/http/serve.ts";
import { comparisonPdf } from "./compare.pdf.ts";
import { comparedBy } from "./compare.service.ts";
import { comparisonXlsx } from "./compare.xlsx.ts";

interface Site {
  publicUrl: string;
  /** The name of whoever runs the market. */
  seller: () => Promise<string>;
}

export function compareRoutes(serve: Serve, db: Db, { publicUrl, seller }: Site): void {
  const some = async (ids: readonly number[]) => {
    const vintages = await comparedBy(db, ids);
    return vintages.length > 0 ? vintages : refuse("NOT_FOUND");
  };
  const today = () => new Date().toISOString().slice(0, 10);

  serve(listVintages, async ({ query }) => ({ content: await comparedBy(db, query.ids) }));

  serve(getComparisonPdf, async ({ query: { ids } }) => {
    const address = `${publicUrl}/compare?v=${ids.join()}`;
    const paper = { issuer: await seller(), address, day: today() };
    const bytes = await comparisonPdf(await some(ids), paper);
    return bytesAnswer(bytes, `comparison-${today()}.pdf`, "application/pdf");
  });

  serve(getComparisonXlsx, async ({ query: { ids } }) => {
    const bytes = await comparisonXlsx(await some(ids), today());
    return bytesAnswer(bytes, `comparison-${today()}.xlsx`, xlsxType);
  });
}
