import {
  comparedFacts,
  type ComparedFact,
  type ComparedVintage,
} from "@tonneline/contract/compare";
import { ink } from "../../core/pdf/brand.ts";
import { page, Sheet } from "../../core/pdf/sheet.ts";
import { cents, formatEuros } from "../../core/money.ts";
import { formatDay, formatInteger } from "../../core/formats.ts";
import { factName, factValue, groupNames } from "./compare.content.ts";

const left = 40;
const right = page.height - 40;
const bottom = page.width - 52;
const nameWidth = 128;
const gap = 10;

interface Paper {
  issuer: string;
  /** The URL at which members of the company open the same comparison. */
  address: string;
  day: string;
}

type Table = PDFKit.PDFStructureElement;

/** Renders the comparison on landscape A4, one column per vintage. */
export function comparisonPdf(
  vintages: readonly ComparedVintage[],
  { issuer, address, day }: Paper,
): Promise<Buffer> {
  const title = `Comparison of ${vintages.length} vintages`;
  const info = { title, author: issuer, subject: "Carbon credits side by side" };
  const sheet = new Sheet(info, { landscape: true });
  const width = (right - left - nameWidth) / vintages.length;
  const columns = vintages.map((_, nth) => left + nameWidth + nth * width);
  sheet.mark(left, 32, 22);
  sheet.tagged("H1", () => void sheet.text(title, left + 30, 32, 500, { style: "bold", size: 15 }));
  const table = sheet.group("Table");
  let y = drawHeads(sheet, table, vintages, columns, width, 66);
  let group = "";
  for (const fact of comparedFacts(vintages)) {
    const isFirst = fact.group !== group;
    const height = rowHeight(sheet, fact, width) + (isFirst ? 20 : 0);
    if (y + height > bottom) {
      sheet.pdf.addPage();
      y = drawHeads(sheet, table, vintages, columns, width, 40);
    }
    if (isFirst) {
      group = fact.group;
      y = drawGroup(sheet, table, groupNames[fact.group], y);
    }
    y = drawFact(sheet, table, fact, columns, width, y);
  }
  table.end();
  return sheet.finish((number, count) => {
    sheet.decoration(() => {
      const foot = `${issuer} · ${formatDay(day)} · ${address} · A blue bar marks what differs. Page ${number} of ${count}`;
      sheet.text(foot, left, page.width - 34, right - left, { size: 7.5, color: ink.faint });
    });
  });
}

function drawHeads(
  sheet: Sheet,
  table: Table,
  vintages: readonly ComparedVintage[],
  columns: readonly number[],
  width: number,
  y: number,
): number {
  const row = sheet.group("TR", table);
  sheet.tagged("TH", () => void sheet.text("Vintage", left, y, nameWidth - gap, quiet), row);
  const ends = vintages.map(({ project, year }, nth) => {
    let end = y;
    const draw = () => {
      const below = sheet.text(project.name, columns[nth]!, y, width - gap, {
        style: "bold",
        size: 8.5,
        leading: 1.3,
      });
      end = sheet.text(String(year), columns[nth]!, below + 3, width - gap, {
        size: 11,
        style: "bold",
      });
    };
    sheet.tagged("TH", draw, row);
    return end;
  });
  row.end();
  const end = Math.max(...ends) + 6;
  sheet.hairline(end, left, right, ink.edge);
  return end + 4;
}

const quiet = { size: 8, color: ink.faint } as const;

function drawGroup(sheet: Sheet, table: Table, name: string, y: number): number {
  const row = sheet.group("TR", table);
  sheet.tagged(
    "TH",
    () => void sheet.text(name, left, y + 5, 300, { style: "bold", size: 8.5 }),
    row,
  );
  row.end();
  sheet.hairline(y + 19, left, right);
  return y + 20;
}

function drawFact(
  sheet: Sheet,
  table: Table,
  fact: ComparedFact,
  columns: readonly number[],
  width: number,
  y: number,
): number {
  const height = rowHeight(sheet, fact, width);
  if (fact.differs)
    sheet.decoration(() => sheet.pdf.rect(left - 6, y + 1, 2, height - 3).fill(ink.blue));
  const row = sheet.group("TR", table);
  sheet.tagged(
    "TH",
    () => void sheet.text(factName(fact), left, y + 3, nameWidth - gap, quiet),
    row,
  );
  for (const [nth, text] of textsOf(fact).entries())
    sheet.tagged(
      "TD",
      () => void sheet.text(text, columns[nth]!, y + 3, width - gap, { size: 8 }),
      row,
    );
  row.end();
  sheet.hairline(y + height, left, right);
  return y + height;
}

function rowHeight(sheet: Sheet, fact: ComparedFact, width: number): number {
  const lines = [
    sheet.lines(factName(fact), nameWidth - gap, quiet).length,
    ...textsOf(fact).map((text) => sheet.lines(text, width - gap, { size: 8 }).length),
  ];
  return 7 + Math.max(...lines) * 8 * 1.4;
}

const textsOf = (fact: ComparedFact) =>
  fact.values.map((value) => {
    const shown = factValue(fact, value);
    if (typeof shown !== "number") return shown;
    return fact.unit === "euros" ? formatEuros(cents(shown)) : `${formatInteger(shown)} t`;
  });
