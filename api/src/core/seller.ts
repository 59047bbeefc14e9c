import { type CountryCode, countryNames } from "@tonneline/contract/countries";
import { vatIdentifier } from "@tonneline/contract/vatNumbers";

/** The selling company, as its papers and business mails have to name it (Directive (EU) 2017/1132, Art. 26). */
export interface Seller {
  name: string;
  street: string;
  postalCode: string;
  city: string;
  countryCode: CountryCode;
  vatNumber: string;
  taxNumber: string;
  email: string;
  registration?: string | undefined;
}

/** Returns two lines: name and address, and the numbers by which authorities know it. */
export function sellerLines(seller: Seller): [address: string, numbers: string] {
  const country = countryNames[seller.countryCode];
  // As in the XML: without an official country code it is no VAT identifier.
  const isVatId = vatIdentifier(seller.vatNumber) !== null;
  const numbers = new Set([
    `${isVatId ? "VAT ID" : "Tax number"} ${seller.vatNumber}`,
    `Tax number ${seller.taxNumber}`,
    ...(seller.registration ? [seller.registration] : []),
  ]);
  return [
    `${seller.name} · ${seller.street} · ${seller.postalCode} ${seller.city} · ${country}`,
    [...numbers].join(" · "),
  ];
}
