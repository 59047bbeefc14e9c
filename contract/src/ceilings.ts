/** The largest 32-bit integer: the specification's default page size and the ceiling of ids and quantities. */
export const maxInt = 2147483647;

/** The most that money can be, in euros. */
export const maxEuros = 90_000_000_000_000;

/**
 * The most that an order comes to and has received, and that comes or goes in one payment, in euros: sums of many stay below
 * `maxEuros`.
 */
export const maxPaymentEuros = 100_000_000_000;
