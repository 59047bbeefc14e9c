/** Converts integer cents to euros with at most two decimals, as in the API. Exact below 2^53 cents. */
export function euros(cents: number): number {
  return cents / 100;
}

/** The same for an optional price: null stays null. */
export function eurosOrNone(cents: number | null): number | null {
  return cents === null ? null : euros(cents);
}

/** Converts euros with at most two decimals to integer cents. */
export function cents(euros: number): number {
  return Math.round(euros * 100);
}

const inWords = new Intl.NumberFormat("en-IE", { style: "currency", currency: "EUR" });

/** Formats 179375 cents as "€1,793.75", for sentences and documents. */
export function formatEuros(cents: number): string {
  return inWords.format(euros(cents));
}

/** Formats 123450 cents, at least 0, as "1234.50" for XML, without floating point arithmetic. */
export function decimals(cents: number): string {
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * VAT in cents on a net amount in cents, rounded half up once on the sum of a rate's lines (EN 16931, BR-S-09): rounding each
 * line would drift from the invoice total. The percentage has at most two decimals.
 */
export function vatCents(netCents: number, percent: number): number {
  // As big integers: net × hundredths of a percent exceeds a double's exact range for large orders.
  const tenThousandths = BigInt(netCents) * BigInt(Math.round(percent * 100));
  return Number((tenThousandths + 5000n) / 10000n);
}

// Thousands separated by one sign and decimals by the other, or no thousands separator.
const typedAmount =
  /^(?:\d{1,3}(?<sign>[.,])\d{3}(?:\k<sign>\d{3})*(?:(?!\k<sign>)[.,]\d{1,2})?|\d{1,12}(?:[.,]\d{1,2})?)$/;

/**
 * Parses an amount that a person typed into cents: "1,137.50", "1.137,5", "€1 137,50" and "1137.5" are equal. Undefined for
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
