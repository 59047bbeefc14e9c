import type { defaultTimeZone } from "@tonneline/contract/days";

const defaultZone: typeof defaultTimeZone = "Europe/Berlin";

/** Days are in the seller's time zone, as on invoices and in list filters; this is the default until the server has sent it. */
export const seller: { zone: string } = { zone: defaultZone };
