import type { ComparedVintage } from "@tonneline/contract/compare";
import type { Executor } from "../../core/db.ts";
import { vintagesBy } from "./compare.sql.ts";
import { comparedView } from "./compare.view.ts";

/** These vintages as a comparison shows them, in this order; without those of hidden projects. */
export async function comparedBy(
  executor: Executor,
  ids: readonly number[],
): Promise<ComparedVintage[]> {
  return (await vintagesBy(executor, ids)).map(comparedView);
}
