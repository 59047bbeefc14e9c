/** Sums amounts of at most two decimals, in cents: sums of binary fractions would drift (0.1 + 0.2 is not 0.3). */
export function sumEuros(amounts: readonly number[]): number {
  return amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;
}
