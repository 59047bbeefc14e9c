import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "@tonneline/contract/endpoint";
import {
  getRetirement,
  listRetirements,
  retirementStatuses,
} from "@tonneline/contract/retirements";
import { call } from "../../../lib/api.ts";
import { latestOnly } from "../../../lib/latest.ts";
import { exportList, useListCounts, useListPage } from "../../../lib/lists.ts";
import {
  isoDay,
  pageQuery,
  type TableSearch,
  type TableSpec,
} from "../../../ui/table/tableSearch.ts";

type ManagedQuery = RequestOf<typeof listRetirements>["query"];

export const retirementTabs = ["all", ...retirementStatuses] as const;

/** What the address bar says of the list. */
export const retirementsSpec: TableSpec = {
  tabs: retirementTabs,
  sorts: listRetirements.list.sorts,
  sort: "requestedAt",
  descending: true,
  filters: { from: isoDay, to: isoDay },
};

const keys = { all: ["management", "retirements"] as const };
// Asked anew with every pause in typing.
const findRetirements = latestOnly();

/** What the API is asked for. */
export function queryOf(search: TableSearch): ManagedQuery {
  const { from, to } = search.filters;
  return {
    ...pageQuery(search),
    ...(search.tab !== "all" && { status: search.tab }),
    ...(from && { requestedFrom: from }),
    ...(to && { requestedTo: to }),
  };
}

/** A page of everybody's retirements; the page before stays on screen while the next one loads. */
export function useManagedRetirements(query: ManagedQuery) {
  return useListPage(findRetirements, listRetirements, { query }, keys.all);
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
  return useListCounts(listRetirements, keys.all, enabled)?.RETIREMENT_IN_PROGRESS;
}

/** Asks anew for every list and retirement of the operators. */
export function useRefreshRetirements() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.all });
}

/** All rows of a filter as a file. */
export function exportRetirements(query: ManagedQuery): Promise<void> {
  return exportList(listRetirements, { query }, "retirements");
}
