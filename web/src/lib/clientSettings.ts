import type { ClientSettings, getClientSettings } from "@tonneline/contract/client";
import { endpointRef, call } from "./api.ts";
import { seller } from "./sellerZone.ts";
import { storeSite } from "./site.ts";

const settingsCall = endpointRef<typeof getClientSettings>({
  method: "GET",
  path: "/client-settings",
});

let pending: Promise<ClientSettings> | undefined;

/** Returns the settings that the server has for every page: requested once, and again only after a failed request. */
export function clientSettings(): Promise<ClientSettings> {
  pending ??= fetchSettings().catch((error: unknown) => {
    pending = undefined;
    throw error;
  });
  return pending;
}

async function fetchSettings(): Promise<ClientSettings> {
  const settings = await call(settingsCall, {});
  seller.zone = settings.timeZone;
  storeSite(settings);
  return settings;
}
