import path from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { xlsxType } from "@tonneline/contract/endpoint";
import { refuse } from "../errors.ts";
import { limitConcurrency } from "../concurrency.ts";
import { cellOf, type CsvColumns, type Rows } from "./csv.ts";
import { bytesAnswer } from "./files.ts";
import type { FileAnswer } from "./serve.ts";
import type { Sheet } from "./xlsx.thread.ts";

export type { Sheet };

const program = path.join(import.meta.dirname, "xlsx.thread.ts");
// Each has all of its table in memory, and a processor for itself.
const oneByOne = limitConcurrency(1);
// More at once are a pause for everybody else.
const rowsAtOnce = 500;

/**
 * A table as a workbook: texts are texts and never computed, figures are figures, days are days. It is written by a thread of
 * its own, one workbook after the other: one of 11,000 projects takes more than a second, in which nobody else would be
 * answered.
 */
export function sheetXlsx(sheet: Sheet): Promise<Buffer> {
  return oneByOne(() => written(sheet));
}

function written(sheet: Sheet): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(program, { workerData: sheet });
    thread.once("message", ({ buffer, byteOffset, byteLength }: Uint8Array) =>
      resolve(Buffer.from(buffer, byteOffset, byteLength)),
    );
    thread.once("error", reject);
    thread.once("exit", () => reject(new Error("The thread of a workbook ended before it.")));
  });
}

/**
 * The columns of an export as a workbook's answer. `name` is the file's without day and ending, and the sheet's.
 * NOT_FOUND where there is no row.
 */
export async function xlsxFile<Row>(
  name: string,
  columns: CsvColumns<Row>,
  rows: Rows<Row>,
): Promise<FileAnswer> {
  const cells: Sheet["rows"] = [];
  for await (const row of rows) {
    if (cells.push(columns.map(([, value]) => cellOf(value(row)))) % rowsAtOnce === 0) await turn();
  }
  if (cells.length === 0) refuse("NOT_FOUND", { detail: "There is nothing to save yet." });
  const bytes = await sheetXlsx({
    name,
    columns: columns.map(([head, , kind]) => [head, kind]),
    rows: cells,
  });
  return { ...bytesAnswer(bytes, `${name}.xlsx`, xlsxType), dated: true };
}
