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
const file = writeXlsxFile([head, ...body], {
  sheet: name,
  columns: columns.map((column) => ({ width: Math.max(12, column.length + 2) })),
  stickyRowsCount: 1,
});
parentPort!.postMessage(await file.toBuffer());
