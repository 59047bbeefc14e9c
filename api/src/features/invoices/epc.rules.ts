import { decimals } from "../../core/money.ts";
import type { InvoiceContent } from "./invoices.content.ts";

/** The parts of an invoice's content that the code contains; also read from the stored content alone. */
export type TransferFacts = Pick<
  InvoiceContent,
  "kind" | "grossCents" | "paidCents" | "paymentReference"
> & {
  seller: Pick<InvoiceContent["seller"], "name">;
  bank: InvoiceContent["bank"];
};

/** 999,999,999.99 euros: the format's maximum. */
const maxCents = 99_999_999_999;

/**
 * Returns the text of a SEPA credit transfer's QR code (European Payments Council, EPC069-12, version 2), from which banking
 * apps fill in the transfer. Null if nothing can be paid with it: a credit note, or an amount outside the standard.
 */
export function epcText(content: TransferFacts): string | null {
  const cents = content.grossCents - (content.paidCents ?? 0);
  if (content.kind !== "INVOICE" || cents < 1 || cents > maxCents) return null;
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
