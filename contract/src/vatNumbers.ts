import { countryCodes, euCountries, vatCountryOf, type CountryCode } from "./countries.ts";

/** The format of a number, and an example to show; both include the prefix. */
type Shape = readonly [shape: RegExp, example: string];

/**
 * VAT numbers as VIES accepts them (https://ec.europa.eu/taxation_customs/vies/#/faq, question 11), and those of
 * neighbours, whose prefix is optional. Greece uses EL, not its country code.
 */
const shapes: { readonly [C in CountryCode]?: Shape } = {
  AT: [/^ATU\d{8}$/, "ATU12345678"],
  BE: [/^BE[01]\d{9}$/, "BE0123456789"],
  BG: [/^BG\d{9,10}$/, "BG123456789"],
  CY: [/^CY\d{8}[A-Z]$/, "CY12345678L"],
  CZ: [/^CZ\d{8,10}$/, "CZ12345678"],
  DE: [/^DE\d{9}$/, "DE123456789"],
  DK: [/^DK\d{8}$/, "DK12345678"],
  EE: [/^EE\d{9}$/, "EE123456789"],
  ES: [/^ES([A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/, "ESB12345678"],
  FI: [/^FI\d{8}$/, "FI12345678"],
  FR: [/^FR[A-HJ-NP-Z0-9]{2}\d{9}$/, "FR12345678901"],
  GR: [/^EL\d{9}$/, "EL123456789"],
  HR: [/^HR\d{11}$/, "HR12345678901"],
  HU: [/^HU\d{8}$/, "HU12345678"],
  IE: [/^IE(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/, "IE1234567WA"],
  IT: [/^IT\d{11}$/, "IT12345678901"],
  LT: [/^LT(\d{9}|\d{12})$/, "LT123456789"],
  LU: [/^LU\d{8}$/, "LU12345678"],
  LV: [/^LV\d{11}$/, "LV12345678901"],
  MT: [/^MT\d{8}$/, "MT12345678"],
  NL: [/^NL\d{9}B\d{2}$/, "NL123456789B01"],
  PL: [/^PL\d{10}$/, "PL1234567890"],
  PT: [/^PT\d{9}$/, "PT123456789"],
  RO: [/^RO\d{2,10}$/, "RO12345678"],
  SE: [/^SE\d{12}$/, "SE123456789001"],
  SI: [/^SI\d{8}$/, "SI12345678"],
  SK: [/^SK\d{10}$/, "SK1234567890"],

  AD: [/^(AD)?[A-Z]\d{6}[A-Z]$/, "ADL123456A"],
  BR: [/^(BR)?\d{14}$/, "BR12345678000190"],
  CH: [/^(CHE)?\d{9}(MWST|TVA|IVA)?$/, "CHE123456789MWST"],
  GB: [/^(GB)?(\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/, "GB123456789"],
  NO: [/^(NO)?\d{9}(MVA)?$/, "NO123456789MVA"],
  RS: [/^(RS)?\d{9}$/, "RS123456789"],
  RU: [/^(RU)?(\d{10}|\d{12})$/, "RU1234567890"],
};

// Separators between the digits, as on letterheads.
const separators = /[\s.,/_·‐-―-]/gu;

/** Normalizes a VAT number for comparison: capitals, plain digits, no blanks, points or dashes. */
export function compactVatNumber(typed: string): string {
  return typed.normalize("NFKC").toUpperCase().replaceAll(separators, "");
}

const prefixes = new Set<string>([...Object.keys(shapes), "EL", "XI"]);
// For other countries a digit must follow the code, and there must be no slash: "St.-Nr.", "USt-IdNr." and "Nr.
// 12/345/67890" begin with the codes of three. Kosovo's is not an official code, so EN 16931 does not accept it.
const hasOtherCountryCode = (typed: string, compact: string) =>
  !typed.includes("/") &&
  countryCodes.some((code) => code !== "XK" && compact.startsWith(code)) &&
  /^\d/.test(compact.slice(2));
// At most two letters between the prefix and the digits; "Finanzamt …" is not a Finnish number.
const shape = /^[A-Z]{2}[A-Z+*]{0,2}\d[0-9A-Z+*]*$/;

/**
 * Returns a VAT identifier as EN 16931 requires it (BR-CO-09: a country's prefix, "EL" for Greece; no blanks or dots), or
 * null for a number without such a prefix: it is a tax number, but not a VAT identifier.
 */
export function vatIdentifier(typed: string): string | null {
  const compact = compactVatNumber(typed);
  const hasPrefix = prefixes.has(compact.slice(0, 2)) || hasOtherCountryCode(typed, compact);
  return hasPrefix && compact.length >= 5 && shape.test(compact) ? compact : null;
}

/**
 * Returns the VAT identifier of a company in this country, or null if it has none: outside the EU its number is of another
 * tax.
 */
export function vatIdentifierIn(countryCode: CountryCode, typed: string): string | null {
  return euCountries.includes(vatCountryOf(countryCode)) ? vatIdentifier(typed) : null;
}

/** A company's number as printed and exported: VAT identifiers compact, tax office numbers with their slashes. */
export function formatTaxNumber(typed: string): string {
  return vatIdentifier(typed) ?? typed;
}

/**
 * Returns an example of this country's VAT numbers if the given one does not match their format; undefined if it does, or
 * if the format is not known. Only the format is checked, not the check digits.
 */
export function expectedVatNumber(countryCode: CountryCode, typed: string): string | undefined {
  const known = shapes[vatCountryOf(countryCode)];
  return !known || known[0].test(compactVatNumber(typed)) ? undefined : known[1];
}
