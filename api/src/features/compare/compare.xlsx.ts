import { comparedFacts, type ComparedVintage } from "@tonneline/contract/compare";
import writeXlsxFile, { type Row } from "write-excel-file/node";
import { sheetFont, wrapped } from "../../core/sheetLook.ts";
import { factName, factValue, groupNames } from "./compare.content.ts";

const bold = { fontWeight: "bold" } as const;
const width = 30;
const text = (value: string, look = {}) => ({ value, type: String, ...look });
const wrappedText = (value: string, look = {}) =>
  text(value, { ...wrapped(value, width), ...look });

/**
 * Renders the comparison as a single sheet: one column per vintage, with raw figures. Texts are
 * written as strings, never as formulas.
 */
export async function comparisonXlsx(
  vintages: readonly ComparedVintage[],
  day: string,
): Promise<Buffer> {
  const facts = comparedFacts(vintages);
  const rows: Row[] = [
    [
      text(`Comparison of ${day}`, bold),
      ...vintages.map(({ project }) => wrappedText(project.name, bold)),
    ],
    [text("Vintage"), ...vintages.map(({ year }) => ({ value: year, type: Number, ...bold }))],
  ];
  let group = "";
  for (const fact of facts) {
    if (fact.group !== group) {
      group = fact.group;
      rows.push([text(groupNames[fact.group], bold)]);
    }
    const format = fact.unit === "euros" ? { format: "#,##0.00" } : { format: "#,##0" };
    rows.push([
      text(factName(fact)),
      ...fact.values.map((value) => {
        const shown = factValue(fact, value);
        return typeof shown === "number"
          ? { value: shown, type: Number, ...format }
          : wrappedText(shown);
      }),
    ]);
  }
  const columns = [{ width: 34 }, ...vintages.map(() => ({ width }))];
  const file = writeXlsxFile(rows, { sheet: "Comparison", columns, stickyRowsCount: 2 }, sheetFont);
  return await file.toBuffer();
}
