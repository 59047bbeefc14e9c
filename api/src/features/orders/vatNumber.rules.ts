import { checkVAT, countries } from "jsvat";

/** Greece is GR as a country and EL in VAT numbers; blanks and dots are how people write them. */
function normalised(vatNumber: string): string {
  return vatNumber.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
}

/** Whether a VAT number has its country's format. A country outside the list has no format to break. */
export function vatNumberLooksRight(vatNumber: string, countryCode: string): boolean {
  const country = countries.find((each) => each.codes.includes(countryCode));
  if (!country) return true;
  return checkVAT(normalised(vatNumber), [country]).isValidFormat;
}
