import type { defaultTimeZone } from "@tonneline/contract/days";

const usual: typeof defaultTimeZone = "Europe/Berlin";

/** Days are the seller's, as on invoices and in the filters of lists; until the server has said it, their usual place. */
export const seller: { zone: string } = { zone: usual };
