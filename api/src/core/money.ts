/** Euros with at most two decimals, as the API says them, from integer cents. Exact below 2^53 cents. */
export function euros(cents: number): number {
  return cents / 100;
}

/** Integer cents from euros with at most two decimals. */
export function cents(euros: number): number {
  return Math.round(euros * 100);
}

/**
 * VAT in cents on a net amount in cents, rounded half up once on the sum of a rate's lines (EN 16931, BR-S-09):
 * rounding each line drifts from the invoice total. The percentage has at most two decimals.
 */
export function vatCents(netCents: number, percent: number): number {
  // In big integers: net × hundredths of a percent leaves the exact range of a double for large orders.
  const tenThousandths = BigInt(netCents) * BigInt(Math.round(percent * 100));
  return Number((tenThousandths + 5000n) / 10000n);
}
