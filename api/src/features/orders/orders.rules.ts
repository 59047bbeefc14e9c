import type { VatCategory } from "@tonneline/contract/vat";

/** A reverse-charge invoice stands on the buyer's VAT number: its check is asked for and kept (Directive 2006/112/EC, Art. 196). */
export function needsVatCheck(category: VatCategory): boolean {
  return category === "AE";
}
