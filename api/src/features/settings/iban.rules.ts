/** Whether an IBAN's check digits are correct (ISO 13616: ISO 7064, mod 97-10). Expects letters and digits only. */
export function isIban(iban: string): boolean {
  const digits = (iban.slice(4) + iban.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return /^\d+$/.test(digits) && BigInt(digits) % 97n === 1n;
}

// Countries whose accounts SEPA transfers reach (EPC409-09); territories use their country's IBANs.
const sepaCountries =
  "AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA".split(
    " ",
  );

/** Whether a SEPA transfer can reach an account. */
export function isInSepa(iban: string): boolean {
  return sepaCountries.includes(iban.slice(0, 2));
}
