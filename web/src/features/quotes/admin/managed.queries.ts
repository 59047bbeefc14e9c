import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { RequestOf } from "@tonneline/contract/endpoint";
import { listUsers } from "@tonneline/contract/people";
import { getManagedProject, listManagedProjects } from "@tonneline/contract/projects";
import {
  withdrawManagedQuote,
  getManagedQuote,
  extendQuote,
  listManagedQuotes,
  createManagedQuote,
  orderManagedQuote,
} from "@tonneline/contract/quotes";
import { call } from "../../../lib/api.ts";
import { callOnce } from "../../../lib/callOnce.ts";
import { listOf, useRefreshList } from "../../../lib/lists.ts";
import { rowId } from "../../../lib/tableSearch.ts";

/** Quotes of all companies, filtered by the search parameters. */
export const managedQuotes = listOf(listManagedQuotes, {
  key: ["management", "quotes"],
  file: "quotes",
  sort: "createdAt",
  descending: true,
  open: ["OPEN", "KEPT"],
  filters: { company: [rowId, "companyId"] },
});

/** The open quote; not requested while `id` is empty. */
export function useManagedQuote(id: string) {
  return useQuery({
    queryKey: [...managedQuotes.key, "one", id],
    queryFn: ({ signal }) => call(getManagedQuote, { params: { id } }, { signal }),
    enabled: id !== "",
  });
}

/** The actions on a quote; the list is refetched whether they succeed or fail. */
export function useQuoteSteps(id: number) {
  const onSettled = useRefreshList(managedQuotes);
  const params = { id: String(id) };
  const keep = useMutation({
    mutationFn: (until: string) => call(extendQuote, { params, body: { until } }),
    onSettled,
  });
  const withdraw = useMutation({
    mutationFn: () => call(withdrawManagedQuote, { params }),
    onSettled,
  });
  const order = useMutation({
    mutationFn: (body: RequestOf<typeof orderManagedQuote>["body"]) =>
      call(orderManagedQuote, { params, body }),
    onSettled,
  });
  return { keep, withdraw, order };
}

/** Creates a quote for a buyer. */
export function useOffer() {
  const onSettled = useRefreshList(managedQuotes);
  return useMutation({
    mutationFn: (body: RequestOf<typeof createManagedQuote>["body"]) =>
      callOnce(createManagedQuote, { body }),
    onSettled,
  });
}

/** Searches users who may buy. */
export function useBuyers(q: string, companyId: string | undefined) {
  const query = { ...(q && { q }), companyId, standing: "ADMITTED", size: "8", sort: "name,asc" };
  return useQuery({
    queryKey: ["management", "quotes", "buyers", query],
    queryFn: ({ signal }) => call(listUsers, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Searches projects. */
export function useOffered(q: string) {
  const query = { ...(q && { q }), size: "8", sort: "name,asc" };
  return useQuery({
    queryKey: ["management", "quotes", "projects", q],
    queryFn: ({ signal }) => call(listManagedProjects, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The vintages of a project that can be offered. */
export function useVintages(projectId: string | null) {
  return useQuery({
    queryKey: ["management", "quotes", "vintages", projectId],
    queryFn: ({ signal }) =>
      call(getManagedProject, { params: { id: projectId ?? "" } }, { signal }),
    enabled: projectId !== null,
    select: ({ vintages }) => vintages,
  });
}
