import writeXlsxFile from "write-excel-file/node";
import { refuse } from "../errors.ts";
import type { CsvColumns } from "./csv.ts";
import { bytesAnswer } from "./files.ts";
import type { FileAnswer } from "./serve.ts";

/** The media type of a workbook. */
export const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A table of a workbook: its head, and what stands below it. */
export interface Sheet {
  name: string;
  columns: string[];
  rows: (string | number | null)[][];
}

/** A table as a workbook: texts are texts and never computed, figures are figures. */
export async function sheetXlsx({ name, columns, rows }: Sheet): Promise<Buffer> {
  const head = columns.map((value) => ({ value, type: String, fontWeight: "bold" as const }));
  const body = rows.map((row) =>
    row.map((value) => {
      if (typeof value === "number") return { value, type: Number };
      return { value: value ?? "", type: String };
    }),
  );
  const widths = columns.map((column) => ({ width: Math.max(12, column.length + 2) }));
  const file = writeXlsxFile([head, ...body], {
    sheet: name,
    columns: widths,
    stickyRowsCount: 1,
  });
  return await file.toBuffer();
}

/**
 * The columns of an export as a workbook's answer. `name` is the file's without day and ending, and the sheet's.
 * NOT_FOUND where there is no row.
 */
export async function xlsxFile<Row>(
  name: string,
  columns: CsvColumns<Row>,
  rows: AsyncIterable<Row> | Iterable<Row>,
): Promise<FileAnswer> {
  const cells: Sheet["rows"] = [];
  for await (const row of rows) cells.push(columns.map(([, value]) => cell(value(row))));
  if (cells.length === 0) refuse("NOT_FOUND", { detail: "There is nothing to save yet." });
  const bytes = await sheetXlsx({ name, columns: columns.map(([head]) => head), rows: cells });
  return { ...bytesAnswer(bytes, `${name}.xlsx`, xlsxType), dated: true };
}

function cell(value: string | number | boolean | null | undefined): string | number | null {
  return typeof value === "boolean" ? (value ? "yes" : "no") : (value ?? null);
}
