import { maxInt } from "@tonneline/contract/ceilings";

/** The search parameters that are passed from one authentication screen to the next: where to continue, and the referrer. */
export interface CarriedParams {
  next?: string;
  referalPartnerId?: string;
  referalExternalId?: string;
}

/** Picks these from the search parameters; a repeated or empty one counts as missing. */
export function carriedParams(search: Record<string, unknown>): CarriedParams {
  const names = ["next", "referalPartnerId", "referalExternalId"] as const;
  const entries = names.flatMap((name) => {
    const value = search[name];
    return typeof value === "string" && value.trim() !== "" ? [[name, value]] : [];
  });
  return Object.fromEntries(entries) as CarriedParams;
}

/** Returns the referrer as the registration call expects it. A malformed partner link must not prevent a registration. */
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
