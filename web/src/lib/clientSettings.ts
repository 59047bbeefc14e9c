import type { ClientSettings, getClientSettings } from "@tonneline/contract/client";
import { bare, call } from "./api.ts";
import { seller } from "./sellerZone.ts";
import { storeSite } from "./site.ts";

const settingsCall = bare<typeof getClientSettings>({ method: "GET", path: "/client-settings" });

let asked: Promise<ClientSettings> | undefined;

/** Returns the settings that the server has for every page: requested once, and again only after a failed request. */
export function clientSettings(): Promise<ClientSettings> {
  asked ??= ask().catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

async function ask(): Promise<ClientSettings> {
  const settings = await call(settingsCall, {});
  seller.zone = settings.timeZone;
  storeSite(settings);
  return settings;
}
