import type { importFacts as importCall, EnteredFact } from "@tonneline/contract/evidence";
import type { UploadedFile } from "@tonneline/contract/endpoint";
import { CsvError } from "csv-parse/sync";
import { isUtf8 } from "node:buffer";
import type { z } from "zod";
import type { Actor } from "../../core/audit.ts";
import { daysAfter } from "../../core/days.ts";
import { today } from "../../core/days.sql.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { csvRows, namesOf, refuseFile } from "../../core/table.ts";
import * as store from "./evidence.sql.ts";
import { missingColumns, readFact, type FactRow, type Refused } from "./facts.rules.ts";
import { setFactIn, type FactTarget } from "./setFact.service.ts";

const maxRows = 5000;

type Report = z.output<typeof importCall.response>;

/**
 * States the facts of a CSV file on the seller's behalf: all valid rows together; the others are reported with
 * their reasons. Refuses with VALIDATION_FAILED for anything that is not such a file or has more than 5,000 rows.
 */
export async function importFacts(db: Db, actor: Actor, file: UploadedFile): Promise<Report> {
  const read = rowsOf(file).map(({ line, cells }) => readFact(line, cells));
  const rows = read.filter((one): one is FactRow => "fact" in one);
  return await inTransaction(db, async (tx) => {
    const { known, refused } = await placed(tx, rows);
    let changed = 0;
    for (const { targets, fact } of known) {
      const isChanged = await setFacts(tx, actor, targets, fact);
      if (isChanged) changed++;
    }
    return {
      changed,
      same: known.length - changed,
      refused: [...read.filter((one): one is Refused => "reason" in one), ...refused].toSorted(
        (a, b) => a.line - b.line,
      ),
    };
  });
}

/** Returns whether any of the places has changed. */
async function setFacts(
  tx: Tx,
  actor: Actor,
  targets: readonly FactTarget[],
  fact: EnteredFact,
): Promise<boolean> {
  let changed = false;
  for (const target of targets) changed = (await setFactIn(tx, actor, target, fact)) || changed;
  return changed;
}

/** Resolves what rows are about, ordered by project to avoid deadlocks between two files, and refuses unknown ones. */
async function placed(tx: Tx, rows: readonly FactRow[]) {
  const ids = await store.projectIdsBy(tx, [...new Set(rows.map(({ registryId }) => registryId))]);
  const vintages = await store.vintagesOf(tx, [...ids.values()]);
  // In the operator's time zone it may already be tomorrow.
  const latest = daysAfter(await today(tx), 1);
  const refused: Refused[] = [];
  const known: { line: number; targets: FactTarget[]; fact: EnteredFact }[] = [];
  for (const { line, registryId, fact, ...row } of rows) {
    const projectId = ids.get(registryId);
    if (projectId === undefined) {
      refused.push({ line, reason: `No project has the ID ${registryId}` });
      continue;
    }
    if (fact.asOf > latest) {
      refused.push({ line, reason: "as_of: This date is in the future" });
      continue;
    }
    const targets: FactTarget[] =
      row.year === undefined
        ? [{ projectId, field: row.field }]
        : vintages
            .filter((one) => one.projectId === projectId && one.year === row.year)
            .map(({ id }) => ({ projectId, vintageId: id, field: row.field }));
    if (targets.length > 0) known.push({ line, targets, fact });
    else refused.push({ line, reason: `${registryId} has no vintage ${row.year}` });
  }
  const projectOf = ({ targets }: { targets: FactTarget[] }) => targets[0]!.projectId;
  return {
    known: known.toSorted((a, b) => projectOf(a) - projectOf(b) || a.line - b.line),
    refused,
  };
}

function rowsOf({ bytes }: UploadedFile): { line: number; cells: Record<string, string> }[] {
  // In any other encoding, its letters would be stored, and shown to buyers, as replacement characters.
  if (!isUtf8(bytes))
    return refuseFile("This file cannot be read. Save it as “CSV UTF-8” and choose it again.");
  try {
    const [first, ...rows] = csvRows(bytes, maxRows);
    const head = namesOf(first?.cells);
    const missing = missingColumns(head);
    if (missing) return refuseFile(missing);
    if (rows.length > maxRows) return refuseFile(`At most ${maxRows} rows are accepted at once.`);
    return rows.map(({ line, cells }) => ({
      line,
      cells: Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ""])),
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return refuseFile(`This is no CSV file: ${error.message}`);
  }
}
