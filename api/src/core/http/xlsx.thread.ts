/** The thread that writes workbooks: `xlsx.ts` starts one for each, and receives its message. */
import { parentPort, workerData } from "node:worker_threads";
import writeXlsxFile from "write-excel-file/node";
import { sheetFont, wrapped } from "../sheetLook.ts";

/** How a spreadsheet sorts, sums and formats a cell: as an ISO day, an ISO moment in UTC, or euros. */
export type CellKind = "day" | "moment" | "money";

type Value = string | number | null;

/** A worksheet: the heads of its columns with their kinds, and its rows. */
export interface Sheet {
  name: string;
  columns: (readonly [head: string, kind?: CellKind | undefined])[];
  rows: Value[][];
}

const { name, columns, rows } = workerData as Sheet;
const formats = { day: "yyyy-mm-dd", moment: "yyyy-mm-dd hh:mm:ss", money: "#,##0.00" };
// Spreadsheets treat 1900 as a leap year, and disagree about earlier days.
const firstDay = "1900-03-01";
// A long message would push all other columns off the screen.
const widest = 60;

function cellOf(value: Value, kind: CellKind | undefined) {
  if (value === null || value === "") return null;
  if (typeof value === "number") {
    return { value, type: Number, ...(kind === "money" && { format: formats.money }) };
  }
  if ((kind === "day" || kind === "moment") && value >= firstDay) {
    // A workbook has no time zones: it shows the stored time as is, wherever it is opened.
    return { value: new Date(value), type: Date, format: formats[kind] };
  }
  return { value, type: String, ...(value.includes("\n") && wrapped(value, widest)) };
}

const head = columns.map(([value]) => ({ value, type: String, fontWeight: "bold" as const }));
const body = rows.map((row) => row.map((value, index) => cellOf(value, columns[index]?.[1])));
const widthOf = (value: Value) =>
  String(value ?? "")
    .split("\n")
    .reduce((most, line) => Math.max(most, line.length + 2), 0);
const widths = columns.map(([column]) => Math.max(12, widthOf(column)));
for (const row of rows) {
  for (const [index, value] of row.entries()) {
    const width = Math.min(widest, widthOf(value));
    if (width > (widths[index] ?? 0)) widths[index] = width;
  }
}
const file = writeXlsxFile(
  [head, ...body],
  { sheet: name, columns: widths.map((width) => ({ width })), stickyRowsCount: 1 },
  sheetFont,
);
parentPort!.postMessage(await file.toBuffer());
