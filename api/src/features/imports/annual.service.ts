import type { Tx } from "../../core/db.ts";
import { readCsv, type CsvFile } from "./csv.ts";
import { saveAnnualFigures, type AnnualFigures } from "./figures.sql.ts";
import { annualColumns, parseAnnual } from "./rows.ts";

const batchRows = 5000;

/**
 * Imports the registries' tonnes by calendar year, replacing the figures of earlier files for the same years.
 * Invalid rows and rows of unknown projects are reported and skipped. Throws UnusableFile like `readCsv`.
 */
export async function importAnnualFile(
  tx: Tx,
  file: CsvFile,
  refused: (line: number, reason: string) => void,
): Promise<{ taken: number; refused: number }> {
  const counts = { taken: 0, refused: 0 };
  const refuse = (line: number, reason: string) => {
    counts.refused++;
    refused(line, reason);
  };
  const keep = async (batch: AnnualFigures[]) => {
    const unknown = await saveAnnualFigures(tx, batch);
    for (const { line, externalId } of unknown)
      refuse(line, `belongs to no known project: ${externalId}`);
    counts.taken += batch.length - unknown.length;
  };
  const batch: AnnualFigures[] = [];
  for await (const { line, cells, cellCount, headerCells } of readCsv(file, annualColumns)) {
    const { row, refusals } = cells
      ? parseAnnual(cells)
      : {
          refusals: [
            { column: "the row", reason: `has ${cellCount} cells, the header ${headerCells}` },
          ],
        };
    if (row) batch.push({ ...row, line });
    else refuse(line, refusals.map(({ column, reason }) => `${column} ${reason}`).join("; "));
    if (batch.length === batchRows) await keep(batch.splice(0));
  }
  await keep(batch);
  return counts;
}
