import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { RequestOf } from "@tonneline/contract/endpoint";
import {
  getMyCertificate,
  getMyRetirement,
  listMyRetirements,
  retirementStatuses,
} from "@tonneline/contract/retirements";
import { call, download } from "../../lib/api.ts";
import { sortOf, type TableSearch, type TableSpec } from "../../lib/tableSearch.ts";

/** What the address bar says of the list. */
export const retirementsSpec: TableSpec = {
  tabs: ["all", ...retirementStatuses],
  sorts: ["requestedAt", "projectName", "quantity", "status"],
  sort: "requestedAt",
  descending: true,
  filters: {},
};

type Query = RequestOf<typeof listMyRetirements>["query"];

/** What the API is asked for. */
export function queryOf(search: TableSearch): Query {
  return {
    page: String(search.page),
    size: String(search.size),
    sort: sortOf(search),
    ...(search.tab !== "all" && { status: search.tab }),
    ...(search.q.trim() && { q: search.q.trim() }),
  };
}

/** A page of the buyer's retirements; the page before stays on screen while the next one loads. */
export function useRetirements(query: Query) {
  return useQuery({
    queryKey: ["retirements", "list", query],
    queryFn: ({ signal }) => call(listMyRetirements, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** One retirement of the buyer; not asked for while `id` is empty. */
export function useRetirement(id: string) {
  return useQuery({
    queryKey: ["retirements", "one", id],
    queryFn: ({ signal }) => call(getMyRetirement, { params: { id } }, { signal }),
    enabled: id !== "",
  });
}

/** Downloads the certificate of a retirement under the given name. */
export function downloadCertificate(id: number, name: string): Promise<void> {
  return download(getMyCertificate, { params: { id: String(id) } }, name);
}
