import { maxInt } from "@tonneline/contract/ceilings";

/** What of an address is taken from one authentication screen to the next: where to go after, and who referred. */
export interface CarriedParams {
  next?: string;
  referalPartnerId?: string;
  referalExternalId?: string;
}

/** Picks these out of a query string; a repeated or empty one counts as missing. */
export function carriedParams(search: Record<string, unknown>): CarriedParams {
  const names = ["next", "referalPartnerId", "referalExternalId"] as const;
  const given = names.flatMap((name) => {
    const value = search[name];
    return typeof value === "string" && value.trim() !== "" ? [[name, value]] : [];
  });
  return Object.fromEntries(given) as CarriedParams;
}

/** Who referred, as the registration call takes it. A mangled partner link must not keep anybody from registering. */
export function referralOf({ referalPartnerId, referalExternalId }: CarriedParams) {
  const isId = /^\d{1,10}$/.test(referalPartnerId ?? "");
  const partner = isId && Number(referalPartnerId) >= 1 && Number(referalPartnerId) <= maxInt;
  const external = referalExternalId
    ?.replaceAll(/\p{Cc}/gu, "")
    .trim()
    .slice(0, 200);
  return {
    ...(partner && { referalPartnerId }),
    ...(external && { referalExternalId: external }),
  };
}
