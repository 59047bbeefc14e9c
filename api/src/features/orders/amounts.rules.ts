const letters = "abcdefghij";

/** How an amount stands among the words of an order: as the schema writes it. */
export function amountWord(cents: number): string {
  return `=${[...String(cents)].map((digit) => letters[Number(digit)]).join("")}=`;
}
