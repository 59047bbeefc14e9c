import { decimals } from "../../core/money.ts";
import type { InvoiceContent } from "./invoices.content.ts";

/** What of an invoice's content the code says; it is read from the kept content as well, without the rest. */
export type TransferFacts = Pick<
  InvoiceContent,
  "kind" | "grossCents" | "paidCents" | "paymentReference"
> & {
  seller: Pick<InvoiceContent["seller"], "name">;
  bank: InvoiceContent["bank"];
};

/** 999,999,999.99 euros: above it the code has no form. */
const mostCents = 99_999_999_999;

/**
 * The text of a SEPA credit transfer's QR code (European Payments Council, EPC069-12, version 2): banking apps fill
 * the transfer from it. Null when nothing can be paid by it: a credit note, or a sum outside the standard.
 */
export function epcText(content: TransferFacts): string | null {
  const cents = content.grossCents - (content.paidCents ?? 0);
  if (content.kind !== "INVOICE" || cents < 1 || cents > mostCents) return null;
  const amount = `EUR${decimals(cents)}`;
  const beneficiary = [...content.seller.name].slice(0, 70).join("");
  const purpose = "";
  return [
    "BCD",
    "002",
    // UTF-8
    "1",
    "SCT",
    content.bank.bic,
    beneficiary,
    content.bank.iban,
    amount,
    purpose,
    content.paymentReference,
  ].join("\n");
}
