import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "@tonneline/contract/endpoint";
import {
  addVatRate,
  deleteSiteFile,
  deleteVatRate,
  getSettings,
  putSiteFile,
  saveSettings,
  type ManagedSettings,
  type SiteFile,
  type VatRate,
} from "@tonneline/contract/settings";
import { call } from "../../lib/api.ts";
import { callOnce } from "../../lib/callOnce.ts";

const key = ["management", "settings"] as const;

/** All sections, each with its version, the current files and every VAT rate. */
export function useSettings() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getSettings, {}, { signal }),
  });
}

/** Caches the settings that the server returned, or refetches them. */
export function useSettingsCache() {
  const client = useQueryClient();
  return {
    store: (settings: ManagedSettings) => client.setQueryData(key, settings),
    refresh: () => client.invalidateQueries({ queryKey: key }),
  };
}

/**
 * Saves all given sections or none, and returns all settings. VERSION_CONFLICT if one was saved in between;
 * VALIDATION_FAILED at `password` if buyers would pay a different recipient and it is missing or wrong.
 */
export function saveSection(body: RequestOf<typeof saveSettings>["body"]) {
  return call(saveSettings, { body });
}

/**
 * Uploads the logo, or one of the PDFs that the footer links, of 10 MB at most, and returns all settings.
 * UNSUPPORTED_MEDIA_TYPE for anything else.
 */
export function uploadFile(name: SiteFile, file: Blob) {
  return call(putSiteFile, { params: { name }, file });
}

/** Resets to the file that ships with the product, and returns all settings; a no-op if none was uploaded. */
export function resetFile(name: SiteFile) {
  return call(deleteSiteFile, { params: { name } });
}

/**
 * Adds a rate. VALIDATION_FAILED at `validFrom` for a past day, by the seller's clock, and for one that has a rate:
 * only today's can be replaced, until an order uses it.
 */
export function addRate(rate: VatRate) {
  return callOnce(addVatRate, { body: rate });
}

/** Removes a rate. IN_USE for one that applies or has applied, NOT_FOUND for one that has been removed. */
export function removeRate({ countryCode, validFrom }: VatRate) {
  return call(deleteVatRate, { params: { countryCode, validFrom } });
}
