// Thousands parted by one sign and decimals by the other, or no thousands at all.
const typedAmount =
  /^(?:\d{1,3}(?<sign>[.,])\d{3}(?:\k<sign>\d{3})*(?:(?!\k<sign>)[.,]\d{1,2})?|\d{1,12}(?:[.,]\d{1,2})?)$/;

/**
 * The amount that a person typed, in cents: "1,137.50", "1.137,5", "€1 137,50" and "1137.5" are the same one. Undefined for
 * anything else.
 */
export function amountIn(text: string): number | undefined {
  const plain = text.replaceAll(/€|eur|[\s'\u00A0\u202F]/gi, "");
  if (!typedAmount.test(plain)) return undefined;
  const decimals = /[.,](?<digits>\d{1,2})$/.exec(plain)?.groups?.digits ?? "";
  const euros = decimals ? plain.slice(0, -decimals.length - 1) : plain;
  const cents = Number(euros.replaceAll(/[.,]/g, "") + decimals.padEnd(2, "0"));
  return Number.isSafeInteger(cents) ? cents : undefined;
}

const letters = "abcdefghij";

/** How an amount stands among the words of an order: as the schema writes it. */
export function amountWord(cents: number): string {
  return `=${[...String(cents)].map((digit) => letters[Number(digit)]).join("")}=`;
}
