import { getClientSettings, type ClientSettings } from "@tonneline/contract/client";
import { call } from "./api.ts";
import { keepSellerZone } from "./format.ts";

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
  const settings = await call(getClientSettings, {});
  keepSellerZone(settings.timeZone);
  return settings;
}
