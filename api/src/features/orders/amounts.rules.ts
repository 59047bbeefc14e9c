const letters = "abcdefghij";

/** Returns an amount as an order's search words contain it, in the encoding that the schema uses. */
export function amountWord(cents: number): string {
  return `=${[...String(cents)].map((digit) => letters[Number(digit)]).join("")}=`;
}
