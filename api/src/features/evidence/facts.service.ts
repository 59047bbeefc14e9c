import type { importFacts as importCall } from "@tonneline/contract/evidence";
import type { UploadedFile } from "@tonneline/contract/endpoint";
import { parse } from "csv-parse/sync";
import type { z } from "zod";
import type { Actor } from "../../core/audit.ts";
import { inTransaction, type Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { tellFactIn } from "./evidence.service.ts";
import { projectIdsBy } from "./evidence.sql.ts";
import { missingColumns, readFact, type FactRow, type Refused } from "./facts.rules.ts";

const mostRows = 5000;

type Report = z.output<typeof importCall.answer>;

/**
 * Says the facts of a CSV file in the seller's name, those that can be taken all together, and tells each other line with
 * its reason. VALIDATION_FAILED for what is no such file or has more than 5,000 rows.
 */
export async function importFacts(db: Db, actor: Actor, file: UploadedFile): Promise<Report> {
  const read = rowsOf(file).map(({ line, cells }) => readFact(line, cells));
  const rows = read.filter((one): one is FactRow => "fact" in one);
  return await inTransaction(db, async (tx) => {
    const ids = await projectIdsBy(tx, [...new Set(rows.map(({ registryId }) => registryId))]);
    const unknown = rows
      .filter(({ registryId }) => !ids.has(registryId))
      .map(({ line, registryId }) => ({ line, reason: `No project has the ID ${registryId}` }));
    // Locked in the order of their ids, so that two files do not wait for each other.
    const known = rows
      .filter(({ registryId }) => ids.has(registryId))
      .toSorted((a, b) => ids.get(a.registryId)! - ids.get(b.registryId)! || a.line - b.line);
    let changed = 0;
    for (const { registryId, field, fact } of known) {
      if (await tellFactIn(tx, actor, ids.get(registryId)!, field, fact)) changed++;
    }
    const refused = [...read.filter((one): one is Refused => "reason" in one), ...unknown];
    return {
      changed,
      same: known.length - changed,
      refused: refused.toSorted((a, b) => a.line - b.line),
    };
  });
}

function rowsOf({ bytes }: UploadedFile): { line: number; cells: Record<string, string> }[] {
  const wrongFile = (message: string) =>
    refuse("VALIDATION_FAILED", { fieldErrors: [{ path: "file", message }] });
  let header: string[] = [];
  try {
    const rows: { record: Record<string, string>; info: { lines: number } }[] = parse(bytes, {
      bom: true,
      columns: (names: string[]) => (header = names.map((name) => name.trim().toLowerCase())),
      info: true,
      skip_empty_lines: true,
      relax_column_count: true,
    });
    const missing = missingColumns(header);
    if (missing) return wrongFile(missing);
    if (rows.length > mostRows) return wrongFile(`At most ${mostRows} rows are taken at once.`);
    return rows.map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "Error" || !("code" in error)) throw error;
    return wrongFile(`This is no CSV file: ${error.message}`);
  }
}
