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

export function saveSection(body: RequestOf<typeof saveSettings>["body"]) {
  return call(saveSettings, { body });
}

export function uploadFile(name: SiteFile, file: Blob) {
  return call(putSiteFile, { params: { name }, file });
}

export function takeOutFile(name: SiteFile) {
  return call(deleteSiteFile, { params: { name } });
}

export function addRate(rate: VatRate) {
  return call(addVatRate, { body: rate });
}

export function takeBackRate({ countryCode, validFrom }: VatRate) {
  return call(deleteVatRate, { params: { countryCode, validFrom } });
}
