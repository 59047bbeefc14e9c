import { stringify } from "csv-stringify/sync";
import { withoutFormulas } from "../../core/formats.ts";
import type { Sheet } from "../../core/http/xlsx.ts";

/** Writes a table as CSV (RFC 4180), with a byte order mark, and an apostrophe before anything a spreadsheet would evaluate. */
export function tableCsv({ columns, rows }: Sheet): Buffer {
  const heads = columns.map(([head]) => head);
  const text = stringify([heads, ...rows.map((row) => row.map((cell) => cell ?? ""))], {
    bom: true,
    record_delimiter: "windows",
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    // Negative numbers are not formulas.
    cast: {
      number: (value) => ({ value: String(value), escape_formulas: false }),
      string: withoutFormulas,
    },
  });
  return Buffer.from(text);
}
