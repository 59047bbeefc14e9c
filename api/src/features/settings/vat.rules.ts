import { euCountries, vatCountryOf, type CountryCode } from "@tonneline/contract/countries";
import type { VatCategory } from "@tonneline/contract/vat";

export interface VatTreatment {
  category: VatCategory;
  /** Percent, at most two decimals. */
  percent: number;
}

/**
 * VAT on a supply of services to a company: the seller's own rate at home; reverse charge in the rest of the EU
 * (Directive 2006/112/EC, Art. 44 and 196); outside the scope of EU VAT elsewhere (Art. 44).
 */
export function vatTreatment(
  buyerCountry: CountryCode,
  sellerCountry: CountryCode,
  sellerPercent: number,
): VatTreatment {
  const country = vatCountryOf(buyerCountry);
  if (country === vatCountryOf(sellerCountry)) return { category: "S", percent: sellerPercent };
  if (euCountries.includes(country)) return { category: "AE", percent: 0 };
  return { category: "O", percent: 0 };
}
