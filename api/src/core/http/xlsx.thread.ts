/** The thread that writes workbooks: `xlsx.ts` starts it for each, and takes what it sends. */
import { parentPort, workerData } from "node:worker_threads";
import writeXlsxFile from "write-excel-file/node";

/** A table of a workbook: its head, and what stands below it. */
export interface Sheet {
  name: string;
  columns: string[];
  rows: (string | number | null)[][];
}

const { name, columns, rows } = workerData as Sheet;
const head = columns.map((value) => ({ value, type: String, fontWeight: "bold" as const }));
const body = rows.map((row) =>
  row.map((value) => {
    if (typeof value === "number") return { value, type: Number };
    return { value: value ?? "", type: String };
  }),
);
// A message of many words would push all others off the screen.
const widest = 60;
const widthOf = (value: string | number | null) =>
  String(value ?? "")
    .split("\n")
    .reduce((most, line) => Math.max(most, line.length + 2), 0);
const widths = columns.map((column) => Math.max(12, widthOf(column)));
for (const row of rows) {
  for (const [index, value] of row.entries()) {
    const width = Math.min(widest, widthOf(value));
    if (width > (widths[index] ?? 0)) widths[index] = width;
  }
}
const file = writeXlsxFile([head, ...body], {
  sheet: name,
  columns: widths.map((width) => ({ width })),
  stickyRowsCount: 1,
});
parentPort!.postMessage(await file.toBuffer());
