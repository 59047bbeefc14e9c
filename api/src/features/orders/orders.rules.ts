import type { VatCategory } from "@tonneline/contract/vat";
import { vatCents } from "../../core/money.ts";

/** Returns the VAT and total in cents of an order with a net amount in cents, at a rate in percent. */
export function vatAt(netCents: number, percent: number) {
  const vat = vatCents(netCents, percent);
  return { vat_percent: percent, vat_cents: vat, gross_cents: netCents + vat };
}

/** Reverse charge depends on the buyer's VAT number: its check is required and recorded (Directive 2006/112/EC, Art. 196). */
export function needsVatCheck(category: VatCategory): boolean {
  return category === "AE";
}

/**
 * ISO 11649 creditor reference of an order: "RF", two check digits (ISO 7064, mod 97-10), the order's number.
 * The letters R and F count as 27 and 15.
 */
export function paymentReference(orderId: number): string {
  const remainder = BigInt(`${orderId}271500`) % 97n;
  return `RF${String(98n - remainder).padStart(2, "0")}${orderId}`;
}
