import type { ClientSettings, getClientSettings } from "@tonneline/contract/client";
import { bare, call } from "./api.ts";
import { seller } from "./sellerZone.ts";
import { storeSite } from "./site.ts";

const settingsCall = bare<typeof getClientSettings>({ method: "GET", path: "/client-settings" });

let asked: Promise<ClientSettings> | undefined;

/** What the server says to every page: asked once, and again after an answer that was lost. */
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
