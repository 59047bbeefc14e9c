/** Euros with at most two decimals, as the API says them, from integer cents. Exact below 2^53 cents. */
export function euros(cents: number): number {
  return cents / 100;
}

/** The same where there may be no price: null stays null. */
export function eurosOrNone(cents: number | null): number | null {
  return cents === null ? null : euros(cents);
}

/** Integer cents from euros with at most two decimals. */
export function cents(euros: number): number {
  return Math.round(euros * 100);
}

const inWords = new Intl.NumberFormat("en-IE", { style: "currency", currency: "EUR" });

/** "€1,793.75" from 179375 cents, as sentences and papers have sums. */
export function formatEuros(cents: number): string {
  return inWords.format(euros(cents));
}

/** "1234.50" from 123450 cents, at least 0, as XML has sums, without a detour over floating point. */
export function decimals(cents: number): string {
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
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
