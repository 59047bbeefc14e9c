/** The largest 32-bit integer: the specification's default page size and the ceiling of ids and quantities. */
export const maxInt = 2147483647;

/** The most that money can be, in euros. */
export const maxEuros = 90_000_000_000_000;
