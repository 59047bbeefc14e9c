import { useQuery } from "@tanstack/react-query";
import {
  getMyCertificate,
  getMyCertificates,
  getMyRetirement,
  listMyRetirements,
} from "@tonneline/contract/retirements";
import { call, download } from "../../lib/api.ts";
import { listOf } from "../../lib/lists.ts";

/** The company's retirements, or only the user's own, depending on the search parameters. */
export const retirements = listOf(listMyRetirements, {
  key: ["retirements"],
  file: "retirements",
  sort: "requestedAt",
  descending: true,
  filters: { by: /^me$/ },
});

/** One of the buyer's retirements; not requested while `id` is empty. */
export function useRetirement(id: string) {
  return useQuery({
    queryKey: ["retirements", "one", id],
    queryFn: ({ signal }) => call(getMyRetirement, { params: { id } }, { signal }),
    enabled: id !== "",
  });
}

/** Downloads the certificate of a retirement under a given name. */
export function downloadCertificate(id: number, name: string): Promise<void> {
  return download(getMyCertificate, { params: { id: String(id) } }, name);
}

/** Downloads all certificates of the company in one file. */
export function downloadCertificates(): Promise<void> {
  return download(getMyCertificates, { query: {} }, "certificates.zip");
}
