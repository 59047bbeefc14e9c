/**
 * Returns whether a text is a creditor reference with valid check digits (ISO 11649: ISO 7064, mod 97-10). Expects capitals, no
 * spaces.
 */
export function isCreditorReference(text: string): boolean {
  if (!/^RF\d\d[0-9A-Z]{1,21}$/.test(text)) return false;
  const digits = (text.slice(4) + text.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

/**
 * Finds creditor references in a payer's text, in spite of spaces and punctuation. As it is unclear where a reference ends,
 * each starting point yields all candidates with valid check digits, longest first.
 */
export function referencesIn(text: string): string[][] {
  const compact = text.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");
  return [...compact.matchAll(/(?=(RF\d\d[0-9A-Z]{1,21}))/g)].flatMap(([, longest]) => {
    const fitting = [];
    for (let length = longest!.length; length > 4; length -= 1) {
      const candidate = longest!.slice(0, length);
      if (isCreditorReference(candidate)) fitting.push(candidate);
    }
    return fitting.length > 0 ? [fitting] : [];
  });
}

/** Returns the numbers in a payer's text that may be those of invoices (2026-000031) and orders (five digits or more). */
export function numbersIn(text: string): { invoices: string[]; orders: number[] } {
  const invoices = [...text.matchAll(/(?<!\d)(20\d\d)\s?[-/]\s?(\d{6})(?!\d)/g)].map(
    ([, year, number]) => `${year}-${number}`,
  );
  const orders = [...text.matchAll(/(?<!\d)([1-9]\d{4,8})(?!\d)/g)].map(([, number]) =>
    Number(number),
  );
  return { invoices: [...new Set(invoices)], orders: [...new Set(orders)] };
}
