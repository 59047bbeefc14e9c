import type { ComparedVintage } from "@tonneline/contract/compare";
import type { Executor } from "../../core/db.ts";
import { recordsOfVintages } from "../catalogue/records.service.ts";
import { vintagesBy } from "./compare.sql.ts";
import { comparedView } from "./compare.view.ts";

/** These vintages as a comparison shows them, in this order; without those of hidden projects. */
export async function comparedBy(
  executor: Executor,
  ids: readonly number[],
): Promise<ComparedVintage[]> {
  const rows = await vintagesBy(executor, ids);
  const projectIds = [...new Set(rows.map(({ projectId }) => projectId))];
  const records = await recordsOfVintages(executor, projectIds);
  return rows.map((row) => comparedView(row, records.get(row.id)!));
}
