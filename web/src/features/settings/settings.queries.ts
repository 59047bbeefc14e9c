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

const key = ["management", "settings"] as const;

/** All sections, each with the version to save it over, the files in place and every VAT rate. */
export function useSettings() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getSettings, {}, { signal }),
  });
}

/** The settings as the server now says they are, or a reason to ask again. */
export function useKeepSettings() {
  const client = useQueryClient();
  return {
    keep: (settings: ManagedSettings) => client.setQueryData(key, settings),
    refresh: () => client.invalidateQueries({ queryKey: key }),
  };
}

/**
 * Saves all given sections or none, and returns all settings. VERSION_CONFLICT when one was saved in between;
 * VALIDATION_FAILED at `password` when buyers would pay somebody else and it is missing or wrong.
 */
export function saveSection(body: RequestOf<typeof saveSettings>["body"]) {
  return call(saveSettings, { body });
}

/**
 * Puts a PDF of the footer or the logo, of 10 MB at most, in its place, and returns all settings.
 * UNSUPPORTED_MEDIA_TYPE for anything else.
 */
export function uploadFile(name: SiteFile, file: Blob) {
  return call(putSiteFile, { params: { name }, file });
}

/** Goes back to the file that comes with the product, and returns all settings; nothing changes where none was put. */
export function takeOutFile(name: SiteFile) {
  return call(deleteSiteFile, { params: { name } });
}

/**
 * VALIDATION_FAILED at `validFrom` for a day that is over, by the seller's clock, and for one that has a rate: only
 * that of today is replaced, until an order has it.
 */
export function addRate(rate: VatRate) {
  return call(addVatRate, { body: rate });
}

/** IN_USE for a rate that holds or held, NOT_FOUND for one that is gone. */
export function takeBackRate({ countryCode, validFrom }: VatRate) {
  return call(deleteVatRate, { params: { countryCode, validFrom } });
}
