import { useMutation, useQuery } from "@tanstack/react-query";
import { countryCodes } from "@tonneline/contract/countries";
import {
  changePrices,
  getPriceChanges,
  listPriceChanges,
  listPrices,
  previewPrices,
  readPriceFile,
  type PricePreview,
  type PriceRule,
} from "@tonneline/contract/prices";
import { call } from "../../lib/api.ts";
import { decideOnMany } from "../../lib/bulk.ts";
import { listOf, useRefreshList } from "../../lib/lists.ts";
import { someOf } from "../../lib/someOf.ts";

const ids = /^\d{1,9}(,\d{1,9}){0,49}$/;
const year = /^(19|20)\d\d$/;

/** The price of every vintage on sale, as the address has them. */
export const prices = listOf(listPrices, {
  key: ["management", "prices"],
  file: "prices",
  sort: "project",
  refreshEveryMs: 15_000,
  filters: {
    type: [ids, "projectType"],
    registry: ids,
    developer: ids,
    country: someOf(countryCodes),
    from: [year, "yearFrom"],
    to: [year, "yearTo"],
  },
});

export type PriceChange = PricePreview["rows"][number];

/**
 * What a rule would do; not asked for while there is none. It is read once: of prices that it has changed by now, it would
 * say what the rule does to them a second time.
 */
export function usePricePreview(rule: PriceRule | undefined, chosen: readonly number[]) {
  return useQuery({
    queryKey: ["management", "pricePreview", rule, chosen],
    queryFn: ({ signal }) =>
      call(previewPrices, { body: { rule: rule!, ids: [...chosen] } }, { signal }),
    enabled: rule !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** What a file would do. */
export function useReadPriceFile() {
  return useMutation({ mutationFn: (file: File) => call(readPriceFile, { file }) });
}

/** Changes prices to what a preview showed, and waits for it. */
export function startChanges(
  rows: readonly PriceChange[],
  options: {
    idempotencyKey: string;
    onBegun: (id: number) => void;
    onDone: (count: number) => void;
  },
) {
  const asked = rows.map(({ id, after, version }) => ({ id, asks: { price: after, version } }));
  return decideOnMany({ start: changePrices, read: getPriceChanges }, { rows: asked }, options);
}

const whileUnderWayMs = 1000;
const elseMs = 15_000;

/** The changes that the caller has begun, here or in another window, and that are not over. */
export function useChangesUnderWay() {
  return useQuery({
    queryKey: [...prices.key, "changes"],
    queryFn: ({ signal }) => call(listPriceChanges, {}, { signal }),
    select: ({ content }) => content,
    refetchInterval: ({ state: { data } }) => (data?.content.length ? whileUnderWayMs : elseMs),
  });
}

/** How far one of the caller's changes has come. */
export function useChangeOf(id: number) {
  return useQuery({
    queryKey: [...prices.key, "changes", id],
    queryFn: ({ signal }) => call(getPriceChanges, { params: { id: String(id) } }, { signal }),
    retry: false,
    refetchInterval: ({ state: { data } }) =>
      data?.state === "DONE" || data?.state === "STOPPED" ? false : whileUnderWayMs,
  });
}

/** Asks again for every price. */
export const useRefreshPrices = () => useRefreshList(prices);
