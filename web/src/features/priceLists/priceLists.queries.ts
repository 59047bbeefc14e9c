import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { listProjects } from "@tonneline/contract/catalogue";
import { listCompanies } from "@tonneline/contract/companies";
import {
  updatePriceList,
  createPriceList,
  deletePriceList,
  getPriceList,
  listPriceLists,
  previewPriceList,
  readPriceListFile,
  type PriceList,
} from "@tonneline/contract/priceLists";
import { listPrices } from "@tonneline/contract/prices";
import { call } from "../../lib/api.ts";
import { callOnce } from "../../lib/callOnce.ts";
import { listOf, useRefreshList } from "../../lib/lists.ts";
import { removeIfExists } from "../../lib/removeIfExists.ts";
import { useUser } from "../../lib/session.ts";
import { rowId } from "../../lib/tableSearch.ts";
import type { PriceListBody } from "./form.ts";

/** The price lists of companies. */
export const priceLists = listOf(listPriceLists, {
  key: ["management", "priceLists"],
  file: "price-lists",
  sort: "name",
  refreshEveryMs: 15_000,
  filters: { company: [rowId, "companyId"] },
});

/** Queries one price list; disabled while `id` is empty. */
export function usePriceList(id: string) {
  return useQuery({
    queryKey: [...priceLists.key, "one", id],
    queryFn: ({ signal }) => call(getPriceList, { params: { id } }, { signal }),
    enabled: id !== "",
  });
}

/** Adds a price list, or replaces the content of the given one. */
export function savePriceList(list: PriceList | undefined, body: PriceListBody) {
  if (!list) return callOnce(createPriceList, { body });
  const params = { id: String(list.id) };
  return call(updatePriceList, { params, body: { ...body, version: list.version } });
}

/** Returns a mutation that deletes a price list; one that a colleague has already deleted is no error. */
export function useRemovePriceList() {
  const onSettled = useRefreshPriceLists();
  return useMutation({
    mutationFn: (id: number) =>
      removeIfExists(() => call(deletePriceList, { params: { id: String(id) } })),
    onSettled,
  });
}

/** Returns a function that invalidates the lists, and what companies' pages show of them. */
export function useRefreshPriceLists() {
  const refresh = useRefreshList(priceLists);
  const client = useQueryClient();
  return async () => {
    await refresh();
    await client.invalidateQueries({ queryKey: ["management", "companies"] });
  };
}

/** Queries what a list as typed would do; disabled while it cannot be parsed. */
export function usePriceListPreview(body: PriceListBody | undefined) {
  const { rules = [], prices = [], companies = [] } = body ?? {};
  return useQuery({
    queryKey: [...priceLists.key, "preview", rules, prices, companies],
    queryFn: ({ signal }) =>
      call(previewPriceList, { body: { rules, prices, companies } }, { signal }),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Returns a mutation that reads the prices of a file. */
export function useReadFile() {
  return useMutation({ mutationFn: (file: File) => call(readPriceListFile, { file }) });
}

/** Queries vintages on sale by the typed name of their project. */
export function useVintageChoices(q: string) {
  const query = { size: "20", sort: "project,asc", ...(q && { q }) };
  return useQuery({
    queryKey: ["management", "prices", "choose", q],
    queryFn: ({ signal }) => call(listPrices, { query }, { signal }),
    select: ({ content }) => content,
    placeholderData: keepPreviousData,
  });
}

/** Queries projects by the typed text; the chosen ones come first. */
export function useProjectChoices(q: string, chosen: readonly string[]) {
  const found = useQuery({
    queryKey: ["projects", "choose", q],
    queryFn: ({ signal }) =>
      call(listProjects, { query: { size: "20", ...(q && { q }) } }, { signal }),
    select: ({ content }) => content,
    placeholderData: keepPreviousData,
  });
  const named = useQuery({
    queryKey: ["projects", "named", chosen],
    queryFn: ({ signal }) =>
      call(listProjects, { query: { size: "300", project: chosen.join() } }, { signal }),
    select: ({ content }) => content,
    enabled: chosen.length > 0,
    placeholderData: keepPreviousData,
  });
  return [...(named.data ?? []), ...(found.data ?? [])];
}

/** Queries companies by the typed text, for users who may read companies. */
export function useCompanyChoices(q: string) {
  const enabled = useUser()?.permissions.has("users:read") ?? false;
  const query = { size: "20", sort: "name,asc", state: "ACTIVE", ...(q && { q }) };
  return useQuery({
    queryKey: ["management", "companies", "choose", query],
    queryFn: ({ signal }) => call(listCompanies, { query }, { signal }),
    select: ({ content }) => content,
    enabled,
    placeholderData: keepPreviousData,
  });
}
