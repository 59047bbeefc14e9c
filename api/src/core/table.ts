import { isUtf8 } from "node:buffer";
import { CsvError, parse } from "csv-parse/sync";
import { refuseField } from "./errors.ts";
import { UnreadableWorkbook, workbookRows } from "./workbook.ts";
import { isZip } from "./zip.ts";
import { formatInteger } from "./formats.ts";

/** What an operator's file has: the names of its columns in small letters, and the rows below them, as text. */
export interface Table {
  head: string[];
  /** `line` as an editor or a spreadsheet numbers it. */
  rows: { line: number; cells: string[] }[];
}

/**
 * The table of a CSV file, whose cells are parted by commas, semicolons or tabs, or of the first sheet of an XLSX workbook.
 * VALIDATION_FAILED for anything else, and for more rows than `mostRows`.
 */
export async function readTable(bytes: Uint8Array, mostRows = 1000): Promise<Table> {
  const table = await readAny(bytes, mostRows);
  const most = formatInteger(mostRows);
  if (table.rows.length > mostRows)
    return refuseFile(
      `The file has more than ${most} rows. Split it: at most ${most} are read at once.`,
    );
  return table;
}

/** Refuses a file, with what is wrong with it in a sentence. */
export function refuseFile(message: string): never {
  return refuseField("file", message);
}

async function readAny(bytes: Uint8Array, mostRows: number): Promise<Table> {
  try {
    // What else is a zip is found out when it is read.
    return isZip(bytes) ? await tableOfWorkbook(bytes, mostRows) : tableOfCsv(bytes, mostRows);
  } catch (error) {
    if (error instanceof UnreadableWorkbook) return refuseFile(error.message);
    if (!(error instanceof CsvError)) throw error;
    return refuseFile(
      "This file cannot be read. Save it as “CSV UTF-8” or as a workbook (XLSX) and choose it again.",
    );
  }
}

/** As columns are looked for. */
export const namesOf = (cells: readonly string[] = []) =>
  cells.map((each) => each.trim().toLowerCase());

async function tableOfWorkbook(bytes: Uint8Array, mostRows: number): Promise<Table> {
  // One more than may be, so that too many are told from enough.
  const [head, ...rows] = await workbookRows(bytes, mostRows + 2);
  return { head: namesOf(head?.cells), rows };
}

/** What stands between the cells, by the file's first line: where a comma begins the cents, it is a semicolon. */
function separatorOf(bytes: Uint8Array): string {
  const [head = ""] = Buffer.from(bytes.subarray(0, 2000)).toString("utf8").split("\n", 1);
  return [";", "\t"].find((each) => head.includes(each)) ?? ",";
}

/** A row with what `info` says of it, which the library's types do not know. */
interface CsvRecord {
  record: string[];
  info: { lines: number };
}

/**
 * The rows of a CSV file, its head first, without those that hold nothing and without the line in which Excel says what
 * separates the cells: not many more than `mostRows`, so that too many are told from enough. Throws CsvError.
 */
export function csvRows(bytes: Uint8Array, mostRows: number): Table["rows"] {
  const records = parse(Buffer.from(bytes), {
    bom: true,
    delimiter: separatorOf(bytes),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    // Beside them Excel's line, the head, and one more.
    to: mostRows + 3,
  }) as unknown as CsvRecord[];
  if (/^sep=.?$/i.test(records[0]?.record.join("") ?? "")) records.shift();
  return records.map(({ record, info }) => ({ line: info.lines, cells: record }));
}

/** Excel saves a plain “CSV” in the code page of Windows, where “€” is no text in UTF-8. What has a mark of UTF-16 keeps it. */
function inUnicode(bytes: Uint8Array): Uint8Array {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString("hex");
  if (isUtf8(bytes) || mark === "fffe" || mark === "feff") return bytes;
  return Buffer.from(new TextDecoder("windows-1252").decode(bytes));
}

function tableOfCsv(bytes: Uint8Array, mostRows: number): Table {
  const [head, ...rows] = csvRows(inUnicode(bytes), mostRows);
  return { head: namesOf(head?.cells), rows };
}
