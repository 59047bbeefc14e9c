import { groupInFours } from "@tonneline/contract/fours";
import { formatEuros } from "../../core/money.ts";
import { formatDay } from "../../core/formats.ts";
import { ink } from "../../core/pdf/brand.ts";
import { inner, innerWidth, type Look, type Sheet } from "../../core/pdf/sheet.ts";
import { epcText } from "./epc.rules.ts";
import type { InvoiceContent } from "./invoices.content.ts";

const qrSize = 92;

/** Returns whether anything remains to be paid for the invoice. */
export const isPayable = ({ kind, grossCents, paidCents = 0 }: InvoiceContent) =>
  kind === "INVOICE" && paidCents < grossCents;

/** States what a credit note does to its invoice, or that an invoice is paid: the same on the page and in the XML. */
export function nothingToPay({ kind, part, replaced, precedingInvoice }: InvoiceContent): string {
  if (kind === "INVOICE") return "This invoice is paid. No payment is due.";
  if (part) {
    return `This credit note cancels part of invoice ${precedingInvoice}; the rest of it stands. Any overpayment is refunded.`;
  }
  const paid = replaced
    ? "payments made count towards the invoice that replaces it"
    : "payments made are refunded";
  return `This credit note cancels invoice ${precedingInvoice}. No payment is due; ${paid}.`;
}

type Fact = [name: string, value: string, look?: Look];
const mono: Look = { style: "mono", size: 9.5 };
const valueWidth = 250;

function factsOf({ seller, bank, paymentReference, ...content }: InvoiceContent): Fact[] {
  return [
    ["Account holder", seller.name],
    ["IBAN", groupInFours(bank.iban), mono],
    ...(bank.bic ? [["BIC", bank.bic, mono] satisfies Fact] : []),
    ...(bank.name ? [["Bank", bank.name] satisfies Fact] : []),
    ["Reference", groupInFours(paymentReference), { ...mono, color: ink.blue }],
    ["Amount", formatEuros(content.grossCents - (content.paidCents ?? 0)), { style: "bold" }],
  ];
}

/** Returns the height of the box, which has room for the code and for names that take several lines. */
function boxHeight(sheet: Sheet, content: InvoiceContent): number {
  const heights = factsOf(content).map(
    ([, value, look]) => sheet.lines(value, valueWidth, look).length * (look?.size ?? 9) * 1.4 + 3,
  );
  return Math.max(142, heights.reduce((sum, each) => sum + each, 38) + 8);
}

/** Returns the height of `drawPayment`, in points. */
export function paymentHeight(sheet: Sheet, content: InvoiceContent): number {
  return isPayable(content) ? boxHeight(sheet, content) + 18 : 40;
}

/** Draws how to pay: account, reference and amount as text and as a code for banking apps; for a credit note, what it does. */
export function drawPayment(sheet: Sheet, content: InvoiceContent, top: number): void {
  if (!content.dueOn || !isPayable(content)) {
    const text = nothingToPay(content);
    sheet.tagged("P", () => void sheet.text(text, inner.left, top, innerWidth));
    return;
  }
  const height = boxHeight(sheet, content);
  sheet.decoration(() => {
    sheet.pdf.roundedRect(inner.left, top, innerWidth, height, 6).fillColor(ink.tint).fill();
  });
  const x = inner.left + 16;
  const due = `Please pay by ${formatDay(content.dueOn)}`;
  sheet.tagged("H2", () => {
    sheet.text(due, x, top + 14, 300, { style: "bold", size: 10.5 });
  });
  let y = top + 38;
  for (const [name, value, look] of factsOf(content)) {
    sheet.tagged("P", () => {
      sheet.text(name, x, y, 84, { color: ink.faint });
      y = sheet.text(value, x + 84, y, valueWidth, look) + 3;
    });
  }
  const code = epcText(content);
  if (!code) return;
  const left = inner.right - qrSize - 22;
  // A white border four modules wide: readers need the quiet zone.
  sheet.decoration(() => {
    sheet.pdf
      .rect(left - 10, top + 10, qrSize + 20, qrSize + 20)
      .fillColor("#FFFFFF")
      .fill();
  });
  sheet.qr(code, `Code for banking apps: ${due}`, left, top + 20, qrSize);
  sheet.tagged("P", () => {
    sheet.text("Scan with your banking app", left - 12, top + 125, qrSize + 26, {
      size: 7.5,
      color: ink.faint,
    });
  });
}
