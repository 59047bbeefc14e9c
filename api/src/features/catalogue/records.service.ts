import type { VintageRecord } from "@tonneline/contract/evidence";
import type { Executor } from "../../core/db.ts";
import { vintageRecordsOf, type RecordSource } from "./record.rules.ts";
import { rowsOf } from "./rows.sql.ts";

/**
 * Returns the data that a project's record and those of its vintages are derived from, hidden ones
 * included; undefined for an unknown project.
 */
export async function recordSourceOf(
  executor: Executor,
  projectId: number,
): Promise<RecordSource | undefined> {
  return (await rowsOf(executor, [projectId]))[0];
}

/** Returns the records of all vintages of these projects, by vintage id. */
export async function recordsOfVintages(
  executor: Executor,
  projectIds: readonly number[],
): Promise<Map<number, VintageRecord>> {
  const records = (await rowsOf(executor, projectIds)).flatMap(vintageRecordsOf);
  return new Map(
    records.map(({ id, known, of, fields }) => [id, { vintageId: id, known, of, fields }]),
  );
}
