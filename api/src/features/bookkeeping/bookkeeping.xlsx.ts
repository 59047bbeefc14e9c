import writeXlsxFile from "write-excel-file/node";
import type { Sheet } from "./tables.ts";

/** A table as a sheet of a workbook: texts are texts, figures are figures. */
export async function tableXlsx({ name, columns, rows }: Sheet): Promise<Buffer> {
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
