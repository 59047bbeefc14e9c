import { setImmediate as turn } from "node:timers/promises";
import type { CountryCode } from "@tonneline/contract/countries";
import { vatIdentifierIn } from "@tonneline/contract/vatNumbers";
import { drawFoot, type Foot, footTop } from "../../core/pdf/foot.ts";
import type { Seller } from "../../core/seller.ts";
import { ink } from "../../core/pdf/brand.ts";
import { inner, innerWidth, Sheet } from "../../core/pdf/sheet.ts";
import { formatEuros } from "../../core/money.ts";
import { formatDay, formatShortDay } from "../../core/formats.ts";
import { movementName } from "./documents.csv.ts";
import type { Statement } from "./statement.rules.ts";

/** The seller, the company and its open invoices. */
export interface StatementFacts {
  seller: Seller;
  company: string;
  vatNumber: string | null;
  countryCode: CountryCode | null;
  /** The day on which the statement is made. */
  madeOn: string;
  openInvoices: readonly { number: string; orderId: number; dueOn: string; openCents: number }[];
}

interface Column {
  name: string;
  x: number;
  width: number;
  right?: true;
}

const movements: Column[] = [
  { name: "Day", x: inner.left, width: 62 },
  { name: "Movement", x: inner.left + 66, width: 78 },
  { name: "Number or reference", x: inner.left + 146, width: 112 },
  { name: "Order", x: inner.left + 262, width: 38 },
  { name: "Debit", x: inner.right - 191, width: 61, right: true },
  { name: "Credit", x: inner.right - 126, width: 61, right: true },
  { name: "Balance", x: inner.right - 61, width: 61, right: true },
];
const invoices: Column[] = [
  { name: "Invoice", x: inner.left, width: 110 },
  { name: "Order", x: inner.left + 146, width: 60 },
  { name: "Due", x: inner.left + 230, width: 110 },
  { name: "Open", x: inner.right - 90, width: 90, right: true },
];
type Row = readonly string[];

const footOf = ({ seller, madeOn }: StatementFacts): Foot => ({
  seller,
  note: `Made ${formatDay(madeOn)}. Amounts in euros, VAT included.`,
});
/** Rows may extend down to here, above the foot. */
const bottomOf = (sheet: Sheet, facts: StatementFacts) => footTop(sheet, footOf(facts)) - 12;

/**
 * Draws the statement of a company's account on A4: opening balance, movements, closing balance. Yields between pages so that
 * other requests are served.
 */
export async function statementPdf(statement: Statement, facts: StatementFacts): Promise<Buffer> {
  const title = "Statement of account";
  const { from, to, openingCents, closingCents, debitCents, creditCents } = statement;
  const sheet = new Sheet({ title, author: facts.seller.name, subject: facts.company });
  const y = drawHead(sheet, title, statement, facts);
  const rows = statement.rows.map((row): Row => [
    formatShortDay(row.day),
    movementName(row),
    row.reference ?? "",
    String(row.orderId),
    row.cents > 0 ? formatEuros(row.cents) : "",
    row.cents < 0 ? formatEuros(-row.cents) : "",
    formatEuros(row.balanceCents),
  ]);
  const opening = [
    formatShortDay(from),
    "Opening balance",
    "",
    "",
    "",
    "",
    formatEuros(openingCents),
  ];
  const closing = [
    formatShortDay(to),
    "Closing balance",
    "",
    "",
    formatEuros(debitCents),
    formatEuros(creditCents),
    formatEuros(closingCents),
  ];
  const below = await drawTable(sheet, movements, [opening, ...rows, closing], y, {
    bottom: bottomOf(sheet, facts),
    strong: [0, rows.length + 1],
  });
  await drawOpen(sheet, facts, below + 18);
  return sheet.finish((number, count) => drawFoot(sheet, footOf(facts), number, count));
}

function drawHead(
  sheet: Sheet,
  title: string,
  statement: Statement,
  facts: StatementFacts,
): number {
  const bold = { style: "bold" } as const;
  sheet.mark(inner.left, 42, 28);
  let y = 96;
  sheet.tagged("P", () => {
    const below = sheet.text(facts.seller.name, inner.left + 36, 50, 300, { ...bold, size: 12 });
    y = Math.max(y, below + 12);
  });
  sheet.tagged("H1", () => {
    y = sheet.text(title, inner.left, y, innerWidth, { ...bold, size: 19 });
  });
  const { from, to, closingCents } = statement;
  const lines = [
    [facts.company, taxIdOf(facts)].filter(Boolean).join(", "),
    `${formatDay(from)} to ${formatDay(to)}`,
    closingCents < 0
      ? `In your favour on ${formatDay(to)}: ${formatEuros(-closingCents)}`
      : `Owed on ${formatDay(to)}: ${formatEuros(closingCents)}`,
  ];
  for (const line of lines) {
    sheet.tagged("P", () => {
      y = sheet.text(line, inner.left, y + 3, innerWidth, { size: 10 });
    });
  }
  return y + 18;
}

// As on invoices: neither a tax office's number nor that of a country outside the EU is a VAT ID.
function taxIdOf({ vatNumber, countryCode }: StatementFacts): string | undefined {
  if (!vatNumber || !countryCode) return undefined;
  const vatId = vatIdentifierIn(countryCode, vatNumber);
  return vatId ? `VAT ID ${vatId}` : `Tax number ${vatNumber}`;
}

async function drawOpen(sheet: Sheet, facts: StatementFacts, from: number): Promise<void> {
  const { openInvoices, madeOn } = facts;
  const bottom = bottomOf(sheet, facts);
  let y = from > bottom - 76 ? nextPage(sheet) : from;
  const total = openInvoices.reduce((sum, { openCents }) => sum + openCents, 0);
  const sentence =
    openInvoices.length === 0
      ? `No invoice is open on ${formatDay(madeOn)}.`
      : `Open on ${formatDay(madeOn)}: ${formatEuros(total)}`;
  sheet.tagged("H2", () => {
    y = sheet.text(sentence, inner.left, y, innerWidth, { style: "bold", size: 11 });
  });
  if (openInvoices.length === 0) return;
  const rows = openInvoices.map((each): Row => [
    each.number,
    String(each.orderId),
    `${formatShortDay(each.dueOn)}${each.dueOn < madeOn ? ", overdue" : ""}`,
    formatEuros(each.openCents),
  ]);
  await drawTable(sheet, invoices, rows, y + 8, { bottom, strong: [] });
}

function nextPage(sheet: Sheet): number {
  sheet.pdf.addPage();
  return 50;
}

/** Draws rows under their headings, which are repeated on each new page; returns the y under them. */
async function drawTable(
  sheet: Sheet,
  columns: readonly Column[],
  rows: readonly Row[],
  from: number,
  { bottom, strong }: { bottom: number; strong: readonly number[] },
): Promise<number> {
  const table = sheet.group("Table");
  let y = drawRow(
    sheet,
    table,
    columns,
    columns.map(({ name }) => name),
    from,
    "TH",
  );
  for (const [at, row] of rows.entries()) {
    if (y + rowHeight(sheet, columns, row) > bottom) {
      await turn();
      y = drawRow(
        sheet,
        table,
        columns,
        columns.map(({ name }) => name),
        nextPage(sheet),
        "TH",
      );
    }
    y = drawRow(sheet, table, columns, row, y, strong.includes(at) ? "strong" : "TD");
  }
  table.end();
  return y;
}

/** Returns the height of a row up to its rule. */
function rowHeight(sheet: Sheet, columns: readonly Column[], texts: Row): number {
  const lines = columns.map(({ width, right }, at) =>
    right ? 1 : sheet.lines(texts[at] ?? "", width, { style: "bold" }).length,
  );
  return Math.max(...lines) * 9 * 1.4 + 3;
}

function drawRow(
  sheet: Sheet,
  table: PDFKit.PDFStructureElement,
  columns: readonly Column[],
  texts: Row,
  y: number,
  kind: "TH" | "TD" | "strong",
): number {
  const row = sheet.group("TR", table);
  let end = y + 12;
  for (const [at, { x, width, right }] of columns.entries()) {
    const look = {
      size: kind === "TH" ? 8 : 9,
      ...(kind === "TH" && { color: ink.faint }),
      ...(kind === "strong" && { style: "bold" as const }),
      ...(right && { align: "right" as const }),
    };
    const text = texts[at] ?? "";
    const draw = () => {
      if (right) sheet.oneLine(text, x, y, width, look);
      else end = Math.max(end, sheet.text(text, x, y, width, look));
    };
    sheet.tagged(kind === "TH" ? "TH" : "TD", draw, row);
  }
  row.end();
  sheet.hairline(end + 3, inner.left, inner.right, kind === "TD" ? ink.hairline : ink.edge);
  return end + 9;
}
