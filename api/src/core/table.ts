import { isUtf8 } from "node:buffer";
import { CsvError, parse } from "csv-parse/sync";
import { refuseField } from "./errors.ts";
import { UnreadableWorkbook, workbookRows } from "./workbook.ts";
import { isZip } from "./zip.ts";
import { formatInteger } from "./formats.ts";

/** The contents of an operator's file: its column names in lower case, and the rows under them, as text. */
export interface Table {
  head: string[];
  /** `line`: the number that an editor or a spreadsheet shows. */
  rows: { line: number; cells: string[] }[];
}

/**
 * Reads the table of a CSV file, with cells separated by commas, semicolons or tabs, or of the first sheet of an XLSX workbook.
 * VALIDATION_FAILED for anything else, and for more than `maxRows` rows.
 */
export async function readTable(bytes: Uint8Array, maxRows = 1000): Promise<Table> {
  const table = await readAny(bytes, maxRows);
  const most = formatInteger(maxRows);
  if (table.rows.length > maxRows)
    return refuseFile(
      `The file has more than ${most} rows. Split it: at most ${most} are read at once.`,
    );
  return table;
}

/** Rejects a file, with the reason as a sentence. */
export function refuseFile(message: string): never {
  return refuseField("file", message);
}

async function readAny(bytes: Uint8Array, maxRows: number): Promise<Table> {
  try {
    // A zip that is not a workbook is detected when it is read.
    return isZip(bytes) ? await tableOfWorkbook(bytes, maxRows) : tableOfCsv(bytes, maxRows);
  } catch (error) {
    if (error instanceof UnreadableWorkbook) return refuseFile(error.message);
    if (!(error instanceof CsvError)) throw error;
    return refuseFile(
      "This file cannot be read. Save it as “CSV UTF-8” or as a workbook (XLSX) and choose it again.",
    );
  }
}

/** Normalises column names for comparison. */
export const namesOf = (cells: readonly string[] = []) =>
  cells.map((each) => each.trim().toLowerCase());

async function tableOfWorkbook(bytes: Uint8Array, maxRows: number): Promise<Table> {
  // The head and one row more than allowed, to detect when there are too many.
  const [head, ...rows] = await workbookRows(bytes, maxRows + 2);
  return { head: namesOf(head?.cells), rows };
}

/** Detects the separator from the first line: files with decimal commas use semicolons. */
function separatorOf(bytes: Uint8Array): string {
  const [head = ""] = Buffer.from(bytes.subarray(0, 2000)).toString("utf8").split("\n", 1);
  return [";", "\t"].find((each) => head.includes(each)) ?? ",";
}

/** A row with its `info`, which the library's types lack. */
interface CsvRecord {
  record: string[];
  info: { lines: number };
}

/**
 * Returns the rows of a CSV file, the head first, without empty ones and without the line in which Excel declares the
 * separator. Reads a few more than `maxRows`, to detect when there are too many. Throws CsvError.
 */
export function csvRows(bytes: Uint8Array, maxRows: number): Table["rows"] {
  const records = parse(Buffer.from(bytes), {
    bom: true,
    delimiter: separatorOf(bytes),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    // Plus Excel's line, the head, and one more.
    to: maxRows + 3,
  }) as unknown as CsvRecord[];
  if (/^sep=.?$/i.test(records[0]?.record.join("") ?? "")) records.shift();
  return records.map(({ record, info }) => ({ line: info.lines, cells: record }));
}

/** Decodes Excel's plain “CSV”, which is in Windows' code page, where “€” is invalid UTF-8. Leaves marked UTF-16 as it is. */
function inUnicode(bytes: Uint8Array): Uint8Array {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString("hex");
  if (isUtf8(bytes) || mark === "fffe" || mark === "feff") return bytes;
  return Buffer.from(new TextDecoder("windows-1252").decode(bytes));
}

function tableOfCsv(bytes: Uint8Array, maxRows: number): Table {
  const [head, ...rows] = csvRows(inUnicode(bytes), maxRows);
  return { head: namesOf(head?.cells), rows };
}
