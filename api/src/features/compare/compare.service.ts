import type { ComparedVintage } from "@tonneline/contract/compare";
import type { Executor } from "../../core/db.ts";
import { recordsOfVintages } from "../catalogue/records.service.ts";
import { vintagesBy } from "./compare.sql.ts";
import { comparedView } from "./compare.view.ts";

/**
 * Returns these vintages as shown in a comparison, in this order and without those of hidden
 * projects, at a company's prices or at the list prices.
 */
export async function comparedBy(
  executor: Executor,
  ids: readonly number[],
  companyId: number | null,
): Promise<ComparedVintage[]> {
  const rows = await vintagesBy(executor, ids, companyId);
  const projectIds = [...new Set(rows.map(({ projectId }) => projectId))];
  const records = await recordsOfVintages(executor, projectIds);
  return rows.map((row) => comparedView(row, records.get(row.id)!));
}
