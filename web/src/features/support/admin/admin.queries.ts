import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "@tonneline/contract/endpoint";
import {
  getSupportRequest,
  listSupportRequests,
  supportSorts,
  supportStatuses,
  updateSupportRequest,
  type SupportRequest,
} from "@tonneline/contract/support";
import { call, downloadCsv } from "../../../lib/api.ts";
import { today } from "../../../lib/format.ts";
import { latestOnly } from "../../../lib/latest.ts";
import { sortOf, type TableSearch, type TableSpec } from "../../../ui/table/tableSearch.ts";

type ManagedQuery = RequestOf<typeof listSupportRequests>["query"];

/** What the address bar says of the list; it opens with what is still to be answered. */
export const supportSpec: TableSpec = {
  tabs: [...supportStatuses, "all"],
  sorts: supportSorts,
  sort: "createdAt",
  descending: true,
  filters: {},
};

const keys = { all: ["management", "support"] as const };
// Asked anew with every pause in typing.
const findRequests = latestOnly();

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

/** A page of the requests; the page before stays on screen while the next one loads. */
export function useSupportRequests(query: ManagedQuery) {
  return useQuery({
    queryKey: [...keys.all, "list", query],
    queryFn: ({ signal }) => findRequests(listSupportRequests, { query }, signal),
    placeholderData: keepPreviousData,
  });
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
  const { data } = useQuery({
    queryKey: [...keys.all, "waiting"],
    queryFn: ({ signal }) => call(listSupportRequests, { query: { size: "1" } }, { signal }),
    enabled,
    refetchInterval: 60_000,
  });
  return data?.counts.OPEN;
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
export function exportAll({
  page: _,
  size: __,
  ...query
}: RequestOf<typeof listSupportRequests>["query"]): Promise<void> {
  return downloadCsv(listSupportRequests, { query }, `support-requests-${today()}.csv`);
}
