import { formatEuros } from "../../core/money.ts";
import { formatDay, formatInteger } from "../../core/formats.ts";
import { drawFoot, footTop } from "../../core/pdf/foot.ts";
import { ink } from "../../core/pdf/brand.ts";
import { inner, innerWidth, Sheet } from "../../core/pdf/sheet.ts";
import { drawParties } from "./invoice.parties.ts";
import { drawPayment, paymentHeight } from "./invoice.payment.ts";
import { titleOf, titles, type InvoiceContent, type InvoiceLine } from "./invoices.content.ts";
import { vatReasons } from "./vat.reasons.ts";

const units = { TNE: "t", C62: "pc" };

/** Lines may extend down to here, above the footer. */
const bottomOf = (sheet: Sheet, content: InvoiceContent) => footTop(sheet, content) - 22;

const columns = {
  position: { x: inner.left, width: 22 },
  name: { x: inner.left + 22, width: 253 },
  quantity: { x: inner.left + 285, width: 60 },
  price: { x: inner.left + 350, width: 65 },
  total: { x: inner.right - 78, width: 78 },
};
const headings = { position: "", name: "Item", quantity: "Quantity", price: "Price", total: "Net" };
const right = { align: "right" } as const;

/** Draws the head and returns the y of its rule, which a long name pushes down. */
function drawHead(sheet: Sheet, content: InvoiceContent): number {
  sheet.mark(inner.left, 42, 30);
  let y = 92;
  sheet.tagged("P", () => {
    const look = { style: "bold", size: 12 } as const;
    y = Math.max(y, sheet.text(content.seller.name, inner.left + 38, 52, 240, look) + 8);
  });
  sheet.tagged("H1", () => {
    sheet.text(titles[content.kind], inner.left + 260, 42, innerWidth - 260, {
      style: "bold",
      size: 19,
      ...right,
    });
  });
  sheet.tagged("P", () => {
    sheet.text(content.number, inner.left + 260, 68, innerWidth - 260, {
      style: "mono",
      size: 10,
      color: ink.quiet,
      ...right,
    });
  });
  sheet.hairline(y);
  return y;
}

function drawLaterHead(sheet: Sheet, content: InvoiceContent): number {
  sheet.pdf.addPage();
  sheet.mark(inner.left, 36, 22);
  sheet.decoration(() => {
    sheet.text(titleOf(content), inner.left, 42, innerWidth, {
      color: ink.quiet,
      ...right,
    });
  });
  sheet.hairline(66);
  return 80;
}

type Cell = keyof typeof columns;
type Table = PDFKit.PDFStructureElement;

function drawHeadings(sheet: Sheet, table: Table, y: number): number {
  const row = sheet.group("TR", table);
  for (const cell of Object.keys(columns) as Cell[]) {
    const { x, width } = columns[cell];
    const look = {
      size: 8,
      color: ink.faint,
      align: cell === "name" || cell === "position" ? "left" : "right",
    } as const;
    sheet.tagged("TH", () => void sheet.text(headings[cell], x, y, width, look), row);
  }
  row.end();
  sheet.hairline(y + 15, inner.left, inner.right, ink.edge);
  return y + 22;
}

/** Draws a subtotal carried forward to the next page, or brought forward from the last one. */
function drawCarried(sheet: Sheet, table: Table, words: string, cents: number, y: number): number {
  const row = sheet.group("TR", table);
  const look = { color: ink.quiet, style: "bold" } as const;
  const { name, total } = columns;
  sheet.tagged("TD", () => void sheet.text(words, name.x, y, name.width, look), row);
  sheet.tagged(
    "TD",
    () => sheet.oneLine(formatEuros(cents), total.x, y, total.width, { ...look, ...right }),
    row,
  );
  row.end();
  return y + 20;
}

const small = { size: 8, color: ink.faint } as const;

function lineHeight(sheet: Sheet, { name, description }: InvoiceLine): number {
  const { width } = columns.name;
  const named = sheet.lines(name, width, { style: "bold" }).length * 9 * 1.4;
  return named + (description ? sheet.lines(description, width, small).length * 8 * 1.4 : 0) + 11;
}

function drawLine(sheet: Sheet, table: Table, line: InvoiceLine, number: number, y: number) {
  const row = sheet.group("TR", table);
  const cell = (key: Cell, text: string, look: object = right) =>
    sheet.tagged("TD", () => sheet.oneLine(text, columns[key].x, y, columns[key].width, look), row);
  cell("position", String(number), { color: ink.faint });
  sheet.tagged(
    "TD",
    () => {
      const { x, width } = columns.name;
      const below = sheet.text(line.name, x, y, width, { style: "bold" });
      if (line.description) sheet.text(line.description, x, below, width, small);
    },
    row,
  );
  cell("quantity", `${formatInteger(line.quantity)} ${units[line.unit]}`);
  cell("price", formatEuros(line.priceCents));
  cell("total", formatEuros(line.totalCents));
  row.end();
}

function drawLines(sheet: Sheet, content: InvoiceContent, top: number): number {
  const table = sheet.group("Table");
  const bottom = bottomOf(sheet, content);
  // Headings without a line under them would carry forward a sum of nothing.
  const begun = top + 42 + lineHeight(sheet, content.lines[0]!);
  let y = drawHeadings(sheet, table, begun > bottom ? drawLaterHead(sheet, content) : top);
  let carriedCents = 0;
  const last = content.lines.length - 1;
  content.lines.forEach((line, index) => {
    const height = lineHeight(sheet, line);
    // The last of several lines goes where the sums are, which nobody could check on a page of their own.
    const below = index === last && index > 0 ? 3 + closingHeight(sheet, content) : 20;
    if (y + height + below > bottom) {
      drawCarried(sheet, table, "Carried forward", carriedCents, y);
      y = drawHeadings(sheet, table, drawLaterHead(sheet, content));
      y = drawCarried(sheet, table, "Brought forward", carriedCents, y);
    }
    drawLine(sheet, table, line, index + 1, y);
    y += height;
    carriedCents += line.totalCents;
    sheet.hairline(y - 5);
  });
  table.end();
  return y + 3;
}

/** Draws net, VAT and gross, and what has been paid already. */
function drawTotals(sheet: Sheet, content: InvoiceContent, top: number): number {
  const x = inner.left + 260;
  const width = innerWidth - 260;
  const row = (label: string, cents: number, y: number, look: object = {}) =>
    sheet.tagged("P", () => {
      sheet.text(label, x, y, width - 90, look);
      sheet.oneLine(formatEuros(cents), inner.right - 150, y, 150, { ...right, ...look });
    });
  const vatLabel = {
    S: `VAT ${content.vatPercent}%`,
    AE: "VAT 0% (reverse charge)",
    O: "VAT (not subject to EU VAT)",
  }[content.vatCategory];
  row("Net", content.netCents, top);
  row(vatLabel, content.vatCents, top + 16);
  sheet.hairline(top + 34, x, inner.right, ink.edge);
  const total = content.kind === "INVOICE" ? "Total" : "Total credited";
  const { grossCents, paidCents = 0 } = content;
  row(total, grossCents, top + 41, { style: "bold", size: 12 });
  if (paidCents > 0) {
    row("Already paid", paidCents, top + 63);
    row("Amount due", grossCents - paidCents, top + 79, { style: "bold" });
  }
  return top + 68 + paidHeight(content);
}

const paidHeight = ({ paidCents = 0 }: InvoiceContent) => (paidCents > 0 ? 36 : 0);

function drawReasons(sheet: Sheet, content: InvoiceContent, top: number): number {
  let y = top;
  const reasons = content.vatCategory === "S" ? [] : [vatReasons[content.vatCategory].text];
  for (const text of [...reasons, ...content.notes])
    sheet.tagged("P", () => (y = sheet.text(text, inner.left, y, innerWidth) + 4));
  return y;
}

function reasonsHeight(sheet: Sheet, content: InvoiceContent): number {
  const reason = content.vatCategory === "S" ? "" : vatReasons[content.vatCategory].text;
  return [reason, ...content.notes].reduce(
    (sum, text) => sum + (text ? sheet.lines(text, innerWidth).length * 12.6 + 4 : 0),
    0,
  );
}

/** Of totals, VAT reason and payment, which stay together: payers should not have to turn the page between them. */
const closingHeight = (sheet: Sheet, content: InvoiceContent) =>
  74 + paidHeight(content) + reasonsHeight(sheet, content) + paymentHeight(sheet, content);

/** Draws an invoice or credit note: A4, PDF/A-3b, tagged, with all that Art. 226 of Directive 2006/112/EC requires. */
export function invoicePage(content: InvoiceContent): Promise<Buffer> {
  const sheet = new Sheet({
    title: titleOf(content),
    author: content.seller.name,
    subject: `Order ${content.orderId}, ${formatDay(content.issuedOn)}`,
  });
  const head = drawHead(sheet, content);
  let y = drawLines(sheet, content, drawParties(sheet, content, head + 16) + 18);
  if (y + closingHeight(sheet, content) > bottomOf(sheet, content))
    y = drawLaterHead(sheet, content);
  y = drawTotals(sheet, content, y + 4);
  y = drawReasons(sheet, content, y);
  drawPayment(sheet, content, y + 8);
  return sheet.finish((number, count) => drawFoot(sheet, content, number, count));
}
