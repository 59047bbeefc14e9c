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
import { codeListPattern } from "../../lib/codeListPattern.ts";

const ids = /^\d{1,9}(,\d{1,9}){0,49}$/;
const year = /^(19|20)\d\d$/;

/** The list of prices of all vintages on sale. */
export const prices = listOf(listPrices, {
  key: ["management", "prices"],
  file: "prices",
  sort: "project",
  refreshEveryMs: 15_000,
  filters: {
    type: [ids, "projectType"],
    registry: ids,
    developer: ids,
    country: codeListPattern(countryCodes),
    from: [year, "yearFrom"],
    to: [year, "yearTo"],
  },
});

export type PriceChange = PricePreview["rows"][number];

/**
 * Queries what a rule would do; disabled without one. It is fetched only once: after the change, it would show the rule
 * applied a second time.
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

/** Returns a mutation that previews what a file would do. */
export function useReadPriceFile() {
  return useMutation({ mutationFn: (file: File) => call(readPriceFile, { file }) });
}

/** Starts changing prices to those of a preview, and waits for the result. */
export function startChanges(
  rows: readonly PriceChange[],
  options: {
    idempotencyKey: string;
    onStarted: (id: number) => void;
    onDone: (count: number) => void;
  },
) {
  const requests = rows.map(({ id, after, version }) => ({ id, asks: { price: after, version } }));
  return decideOnMany({ start: changePrices, read: getPriceChanges }, { rows: requests }, options);
}

const runningPollMs = 1000;
const idlePollMs = 15_000;

/** Queries the changes that the caller has started, in any window, and that are still running. */
export function useRunningChanges() {
  return useQuery({
    queryKey: [...prices.key, "changes"],
    queryFn: ({ signal }) => call(listPriceChanges, { query: {} }, { signal }),
    select: ({ content }) => content,
    refetchInterval: ({ state: { data } }) => (data?.content.length ? runningPollMs : idlePollMs),
  });
}

/** Queries the progress of one of the caller's changes. */
export function useChangeOf(id: number) {
  return useQuery({
    queryKey: [...prices.key, "changes", id],
    queryFn: ({ signal }) => call(getPriceChanges, { params: { id: String(id) } }, { signal }),
    retry: false,
    refetchInterval: ({ state: { data } }) =>
      data?.state === "DONE" || data?.state === "STOPPED" ? false : runningPollMs,
  });
}

/** Returns a function that invalidates the list of prices. */
export const useRefreshPrices = () => useRefreshList(prices);
