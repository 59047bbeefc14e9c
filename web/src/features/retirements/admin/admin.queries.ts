import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "@tonneline/contract/endpoint";
import {
  getRetirement,
  listRetirements,
  retirementStatuses,
} from "@tonneline/contract/retirements";
import { call, downloadCsv } from "../../../lib/api.ts";
import { today } from "../../../lib/format.ts";
import { latestOnly } from "../../../lib/latest.ts";
import { sortOf, type TableSearch, type TableSpec } from "../../../ui/table/tableSearch.ts";

export type ManagedQuery = RequestOf<typeof listRetirements>["query"];

/** What the address bar says of the list. */
export const retirementsSpec: TableSpec = {
  tabs: ["all", ...retirementStatuses],
  sorts: ["id", "requestedAt", "quantity", "status", "retiredAt", "projectName"],
  sort: "requestedAt",
  descending: true,
  filters: {},
};

const keys = { all: ["management", "retirements"] as const };
// Asked anew with every pause in typing.
const findRetirements = latestOnly();

/** What the API is asked for. */
export function queryOf(search: TableSearch): ManagedQuery {
  return {
    page: String(search.page),
    size: String(search.size),
    sort: sortOf(search),
    ...(search.tab !== "all" && { status: search.tab }),
    ...(search.q.trim() && { q: search.q.trim() }),
  };
}

/** A page of everybody's retirements; the page before stays on screen while the next one loads. */
export function useManagedRetirements(query: ManagedQuery) {
  return useQuery({
    queryKey: [...keys.all, "list", query],
    queryFn: ({ signal }) => findRetirements(listRetirements, { query }, signal),
    placeholderData: keepPreviousData,
  });
}

/** One retirement; not asked for while `id` is empty. */
export function useManagedRetirement(id: string) {
  return useQuery({
    queryKey: [...keys.all, "one", id],
    queryFn: ({ signal }) => call(getRetirement, { params: { id } }, { signal }),
    // The certificate is there within seconds.
    refetchInterval: ({ state: { data } }) =>
      data?.status === "RETIRED" && !data.hasCertificate ? 2000 : false,
    enabled: id !== "",
  });
}

/** How many retirements wait to be carried out; undefined while unknown or not asked for. */
export function useRetirementsToDo(enabled: boolean): number | undefined {
  const { data } = useQuery({
    queryKey: [...keys.all, "waiting"],
    queryFn: ({ signal }) => call(listRetirements, { query: { size: "1" } }, { signal }),
    enabled,
    refetchInterval: 60_000,
  });
  return data?.counts.RETIREMENT_IN_PROGRESS;
}

/** Asks anew for every list and retirement of the operators. */
export function useRefreshRetirements() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.all });
}

/** All rows of a filter as a file. */
export function exportAll({
  page: _,
  size: __,
  ...query
}: RequestOf<typeof listRetirements>["query"]): Promise<void> {
  return downloadCsv(listRetirements, { query }, `retirements-${today()}.csv`);
}
