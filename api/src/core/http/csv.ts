import { Readable } from "node:stream";
import { stringify } from "csv-stringify";
import { withoutFormulas } from "../formats.ts";
import type { StreamAnswer } from "./serve.ts";
import type { CellKind } from "./xlsx.thread.ts";

type Value = string | number | boolean | null | undefined;

/**
 * A column of an export: its head and the value of each row. Money in euros, dates ISO 8601. A workbook formats it by its
 * `kind`, or else as plain text or number.
 */
export type CsvColumns<Row> = readonly (readonly [
  head: string,
  value: (row: Row) => Value,
  kind?: CellKind,
])[];

/** An export's rows, all at once or as a stream. */
export type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

/**
 * Streams an export as CSV (RFC 4180); `name` is the file's name without day and extension. A byte order mark makes
 * spreadsheets read UTF-8, and an apostrophe before what looks like a formula prevents them from computing it.
 */
export function csvFile<Row>(
  name: string,
  columns: CsvColumns<Row>,
  rows: Rows<Row>,
): StreamAnswer {
  const lines = stringify({
    bom: true,
    header: true,
    columns: columns.map(([head]) => head),
    record_delimiter: "windows",
    // A lone CR or LF is not the library's record delimiter, but ends a row in a spreadsheet.
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    cast: { string: withoutFormulas },
  });
  const values = Readable.from(records(columns, rows));
  values.on("error", (error) => lines.destroy(error));
  // If the reader goes away, the query ends too.
  lines.on("close", () => values.destroy());
  return {
    stream: values.pipe(lines),
    name: `${name}.csv`,
    dated: true,
    mediaType: "text/csv; charset=utf-8",
  };
}

/** Returns the rows of an export once `check` has not refused: then its refusal is the answer, not an empty file. */
export async function* checkedRows<Row>(
  check: () => Promise<unknown>,
  rows: AsyncIterable<Row>,
): AsyncGenerator<Row> {
  await check();
  yield* rows;
}

async function* records<Row>(columns: CsvColumns<Row>, rows: Rows<Row>) {
  for await (const row of rows) yield columns.map(([, value]) => cellOf(value(row)));
}

/** Returns the value of an export's cell, in CSV files and workbooks; null leaves it empty. */
export function cellOf(value: Value): string | number | null {
  return typeof value === "boolean" ? (value ? "yes" : "no") : (value ?? null);
}
