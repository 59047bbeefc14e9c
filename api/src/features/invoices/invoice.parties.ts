import { groupInFours } from "@tonneline/contract/fours";
import { vatIdentifier } from "@tonneline/contract/vatNumbers";
import { formatDay } from "../../core/formats.ts";
import { ink } from "../../core/pdf/brand.ts";
import { inner, innerWidth, type Look, type Sheet } from "../../core/pdf/sheet.ts";
import { isPayable } from "./invoice.payment.ts";
import type { InvoiceContent } from "./invoices.content.ts";

const label = { size: 8, color: ink.faint } as const;

function drawBuyer(sheet: Sheet, { buyer, vatCategory }: InvoiceContent, top: number): number {
  // Outside the EU it is the number of another tax; in the seller's country it may be that of a tax office.
  const vatId = vatCategory === "O" ? null : vatIdentifier(buyer.vatNumber);
  const taxId = vatId ? `VAT ID ${vatId}` : `Tax number ${buyer.vatNumber}`;
  const width = 250;
  let y = top;
  sheet.tagged("H2", () => (y = sheet.text("Billed to", inner.left, y, width, label) + 3));
  sheet.tagged("P", () => {
    y = sheet.text(buyer.companyName, inner.left, y, width, { style: "bold", size: 10.5 });
    const province = buyer.province && buyer.province !== buyer.city ? [buyer.province] : [];
    for (const line of [
      buyer.street,
      `${buyer.postalCode} ${buyer.city}`.trim(),
      ...province,
      buyer.countryName,
    ])
      y = sheet.text(line, inner.left, y, width);
  });
  sheet.tagged("P", () => {
    y = sheet.text(taxId, inner.left, y + 4, width, { color: ink.quiet });
    y = sheet.text(buyer.invoiceEmail, inner.left, y, width, { color: ink.quiet });
  });
  return y;
}

/** Draws the buyer on the left, and the dates and numbers on the right. Returns the y under both. */
export function drawParties(sheet: Sheet, content: InvoiceContent, top: number): number {
  const mono: Look = { style: "mono" };
  const facts: [string, string, Look?][] = [
    ["Date of issue", formatDay(content.issuedOn)],
    ["Date of supply", formatDay(content.suppliedOn)],
    ["Order", String(content.orderId), mono],
  ];
  const { purchaseOrderNumber, costCentre, buyerReference } = content.buyer;
  if (purchaseOrderNumber) facts.push(["Your order", purchaseOrderNumber, mono]);
  if (costCentre) facts.push(["Cost centre", costCentre, mono]);
  if (buyerReference) facts.push(["Your reference", buyerReference, mono]);
  if (content.dueOn && isPayable(content)) {
    facts.push(["Due", formatDay(content.dueOn), { style: "bold" }]);
    facts.push(["Reference", groupInFours(content.paymentReference), mono]);
  }
  if (content.precedingInvoice) {
    const what = content.kind === "INVOICE" ? "Replaces" : "Credits invoice";
    facts.push([what, content.precedingInvoice, mono]);
  }
  const x = inner.left + 300;
  let y = top;
  for (const [name, value, look] of facts) {
    sheet.tagged("P", () => {
      sheet.text(name, x, y, 75, { color: ink.faint });
      y = sheet.text(value, x + 75, y, innerWidth - 375, { ...look, align: "right" }) + 3;
    });
  }
  return Math.max(drawBuyer(sheet, content, top), y);
}
