import { countryCodes } from "@tonneline/contract/countries";
import type { VatCategory } from "@tonneline/contract/vat";
import { compactVatNumber } from "@tonneline/contract/vatNumbers";

/** Why no VAT is charged: the words the law asks for (Directive 2006/112/EC, Art. 226 no. 11 and 11a). */
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

const prefixes = new Set<string>([...countryCodes, "EL", "XI"]);

/**
 * A VAT identifier as EN 16931 wants it (BR-CO-09: a country's prefix, "EL" for Greece; no blanks or dots), or null
 * for a number that has no such prefix: it is a tax number, but not a VAT identifier.
 */
export function vatIdentifier(typed: string): string | null {
  const compact = compactVatNumber(typed);
  return prefixes.has(compact.slice(0, 2)) && /^[0-9A-Z+*]{5,}$/.test(compact) ? compact : null;
}
