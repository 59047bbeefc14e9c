import type { VatCategory } from "@tonneline/contract/vat";

/** Why no VAT is charged, in the wording that the law requires (Directive 2006/112/EC, Art. 226 no. 11 and 11a). */
export const vatReasons: Record<
  Exclude<VatCategory, "S">,
  { code: "VATEX-EU-AE" | "VATEX-EU-O"; text: string }
> = {
  AE: {
    code: "VATEX-EU-AE",
    text: "Reverse charge: the customer is liable for the VAT (Art. 44 and 196 Directive 2006/112/EC).",
  },
  O: {
    code: "VATEX-EU-O",
    text: "Not subject to EU VAT: the place of supply is outside the EU (Art. 44 Directive 2006/112/EC).",
  },
};
