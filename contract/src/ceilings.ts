/** The largest 32-bit integer: the specification's default page size and the maximum of ids and quantities. */
export const maxInt = 2147483647;

/** The largest amount of money, in euros. */
export const maxEuros = 90_000_000_000_000;

/**
 * The maximum in euros of an order's total, of what it has received and of a single payment in either direction: sums of
 * many stay below `maxEuros`.
 */
export const maxPaymentEuros = 100_000_000_000;
