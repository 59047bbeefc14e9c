import { Readable } from "node:stream";
import { stringify } from "csv-stringify";
import { withoutFormulas } from "../formats.ts";
import type { StreamAnswer } from "./serve.ts";
import type { CellKind } from "./xlsx.thread.ts";

type Value = string | number | boolean | null | undefined;

/**
 * A column of an export: its head and what stands below it. Money in euros, dates ISO 8601. A workbook shows it as its `kind`,
 * without one as the text or the figure that it is.
 */
export type CsvColumns<Row> = readonly (readonly [
  head: string,
  value: (row: Row) => Value,
  kind?: CellKind,
])[];

/** What a file is written of, at once or as it comes. */
export type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

/**
 * An export as an answer (RFC 4180), row by row as they come; `name` is the file's without day and ending. A byte order mark
 * makes spreadsheets read UTF-8, and an apostrophe before what begins like a formula keeps them from computing it.
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
    // A single sign of the two is not its record delimiter, but ends a row in a spreadsheet.
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    cast: { string: withoutFormulas },
  });
  const values = Readable.from(records(columns, rows));
  values.on("error", (error) => lines.destroy(error));
  // Whoever stops reading ends the query as well.
  lines.on("close", () => values.destroy());
  return {
    stream: values.pipe(lines),
    name: `${name}.csv`,
    dated: true,
    mediaType: "text/csv; charset=utf-8",
  };
}

async function* records<Row>(columns: CsvColumns<Row>, rows: Rows<Row>) {
  for await (const row of rows) yield columns.map(([, value]) => cellOf(value(row)));
}

/** What stands in a cell of an export, be it of a CSV file or of a workbook; null leaves it empty. */
export function cellOf(value: Value): string | number | null {
  return typeof value === "boolean" ? (value ? "yes" : "no") : (value ?? null);
}
