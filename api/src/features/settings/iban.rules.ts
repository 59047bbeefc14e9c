/** Whether an IBAN's check digits are correct (ISO 13616: ISO 7064, mod 97-10). Expects letters and digits only. */
export function isIban(iban: string): boolean {
  const digits = (iban.slice(4) + iban.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return /^\d+$/.test(digits) && BigInt(digits) % 97n === 1n;
}
