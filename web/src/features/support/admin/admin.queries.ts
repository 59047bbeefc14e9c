import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "@tonneline/contract/endpoint";
import {
  getSupportRequest,
  listSupportRequests,
  supportStatuses,
  updateSupportRequest,
  type SupportRequest,
} from "@tonneline/contract/support";
import { call } from "../../../lib/api.ts";
import { latestOnly } from "../../../lib/latest.ts";
import { exportList, useListCounts, useListPage } from "../../../lib/lists.ts";
import {
  isoDay,
  pageQuery,
  type TableSearch,
  type TableSpec,
} from "../../../ui/table/tableSearch.ts";

type ManagedQuery = RequestOf<typeof listSupportRequests>["query"];

/** It opens with what is still to be answered. */
export const supportTabs = [...supportStatuses, "all"] as const;

/** What the address bar says of the list. */
export const supportSpec: TableSpec = {
  tabs: supportTabs,
  sorts: listSupportRequests.list.sorts,
  sort: "createdAt",
  descending: true,
  filters: { from: isoDay, to: isoDay },
};

const keys = { all: ["management", "support"] as const };
// Asked anew with every pause in typing.
const findRequests = latestOnly();

/** What the API is asked for. */
export function queryOf(search: TableSearch): ManagedQuery {
  const { from, to } = search.filters;
  return {
    ...pageQuery(search),
    ...(search.tab !== "all" && { status: search.tab }),
    ...(from && { createdFrom: from }),
    ...(to && { createdTo: to }),
  };
}

/** A page of the requests; the page before stays on screen while the next one loads. */
export function useSupportRequests(query: ManagedQuery) {
  return useListPage(findRequests, listSupportRequests, { query }, keys.all);
}

/** One request; not asked for while `id` is empty. */
export function useSupportRequest(id: string) {
  return useQuery({
    queryKey: [...keys.all, "one", id],
    queryFn: ({ signal }) => call(getSupportRequest, { params: { id } }, { signal }),
    enabled: id !== "",
  });
}

/** How many requests are open; undefined while unknown or not asked for. */
export function useOpenRequests(enabled: boolean): number | undefined {
  return useListCounts(listSupportRequests, keys.all, enabled)?.OPEN;
}

export type Change = Omit<RequestOf<typeof updateSupportRequest>["body"], "version">;

/** Changes a request that is as we know it. */
export function changeRequest({ id, version }: SupportRequest, change: Change) {
  return call(updateSupportRequest, { params: { id: String(id) }, body: { version, ...change } });
}

/** Changes one request and shows it as it is then; a refused change shows what somebody else made of it. */
export function useChangeRequest(request: SupportRequest) {
  const client = useQueryClient();
  return useMutation<SupportRequest, Error, Change>({
    mutationFn: (change) => changeRequest(request, change),
    onSuccess: (changed) => client.setQueryData([...keys.all, "one", String(changed.id)], changed),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

/** Asks anew for every list and request. */
export function useRefreshRequests() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.all });
}

/** All rows of a filter as a file. */
export function exportRequests(query: ManagedQuery): Promise<void> {
  return exportList(listSupportRequests, { query }, "support-requests");
}
