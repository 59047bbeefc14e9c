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
// Each has its whole table in memory, and occupies a processor.
const oneByOne = limitConcurrency(1);
// More at once would block other requests noticeably.
const rowsAtOnce = 500;

/**
 * Writes a table as a workbook: texts are texts and never computed, numbers are numbers, days are days. Runs in a separate
 * thread, one workbook at a time: 11,000 projects take more than a second, which would block all other requests.
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
 * Returns the columns of an export as a workbook. `name` is the name of the sheet and, without day and extension, of the file.
 * NOT_FOUND if there is no row.
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
