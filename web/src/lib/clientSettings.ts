import { getClientSettings, type ClientSettings } from "@tonneline/contract/client";
import { call } from "./api.ts";

let asked: Promise<ClientSettings> | undefined;

/** What the server says to every page: asked once, and again after an answer that was lost. */
export function clientSettings(): Promise<ClientSettings> {
  asked ??= call(getClientSettings, {}).catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}
