import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { listProjects } from "@tonneline/contract/catalogue";
import { listCompanies } from "@tonneline/contract/companies";
import {
  changePriceList,
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
import { listOf, useRefreshList } from "../../lib/lists.ts";
import { removeOnce } from "../../lib/removeOnce.ts";
import { useUser } from "../../lib/session.ts";
import { rowId } from "../../lib/tableSearch.ts";
import type { PriceListBody } from "./form.ts";

/** Prices of companies, as the address has them. */
export const priceLists = listOf(listPriceLists, {
  key: ["management", "priceLists"],
  file: "price-lists",
  sort: "name",
  refreshEveryMs: 15_000,
  filters: { company: [rowId, "companyId"] },
});

/** One price list; not asked for while `id` is empty. */
export function usePriceList(id: string) {
  return useQuery({
    queryKey: [...priceLists.key, "one", id],
    queryFn: ({ signal }) => call(getPriceList, { params: { id } }, { signal }),
    enabled: id !== "",
  });
}

/** Adds a price list, or makes the one that is given what the form says. */
export function savePriceList(list: PriceList | undefined, body: PriceListBody) {
  if (!list) return call(createPriceList, { body });
  const params = { id: String(list.id) };
  return call(changePriceList, { params, body: { ...body, version: list.version } });
}

/** Takes a price list away, or finds that a colleague did. */
export function useRemovePriceList() {
  const onSettled = useRefreshPriceLists();
  return useMutation({
    mutationFn: (id: number) =>
      removeOnce(() => call(deletePriceList, { params: { id: String(id) } })),
    onSettled,
  });
}

/** Asks again for the lists, and for what companies' pages show of them. */
export function useRefreshPriceLists() {
  const refresh = useRefreshList(priceLists);
  const client = useQueryClient();
  return async () => {
    await refresh();
    await client.invalidateQueries({ queryKey: ["management", "companies"] });
  };
}

/** What a list as typed would do; not asked for while it cannot be understood. */
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

/** The prices of a file. */
export function useReadFile() {
  return useMutation({ mutationFn: (file: File) => call(readPriceListFile, { file }) });
}

/** Vintages on sale by what is typed of their project. */
export function useVintageChoices(q: string) {
  const query = { size: "20", sort: "project,asc", ...(q && { q }) };
  return useQuery({
    queryKey: ["management", "prices", "choose", q],
    queryFn: ({ signal }) => call(listPrices, { query }, { signal }),
    select: ({ content }) => content,
    placeholderData: keepPreviousData,
  });
}

/** Projects by what is typed, before them those that are chosen. */
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

/** Companies by what is typed, for those who may read companies. */
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
