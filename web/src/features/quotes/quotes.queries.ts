import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { CountryCode } from "@tonneline/contract/countries";
import type { OrderDetails } from "@tonneline/contract/orders";
import {
  createQuote,
  previewQuoteApproval,
  getQuote,
  getQuotePdf,
  listQuotes,
  orderQuote,
  withdrawQuote,
  type Quote,
} from "@tonneline/contract/quotes";
import { z } from "zod";
import { call, download } from "../../lib/api.ts";
import { createAttempts } from "../../lib/attempts.ts";
import { listOf } from "../../lib/lists.ts";
import { useUsername } from "../../lib/session.ts";

/** Quotes of the company, filtered by the search parameters. */
export const quotes = listOf(listQuotes, {
  key: ["quotes"],
  file: "quotes",
  sort: "createdAt",
  descending: true,
  refreshEveryMs: 30_000,
});

const oneKey = (id: string) => [...quotes.key, "one", id];

/** `id` as in the URL; refetched, since the quote expires. */
export function useQuote(id: string) {
  return useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => call(getQuote, { params: { id } }, { signal }),
    refetchInterval: 15_000,
  });
}

/**
 * Creates a quote from the cart, with the VAT of a country, or else of the server's default. With an unchanged `seen`
 * of the cart, a retry after a lost response does not create a second one, even after a reload.
 */
export function useMakeQuote() {
  const client = useQueryClient();
  const username = useUsername();
  return useMutation({
    mutationFn: async ({
      seen,
      countryCode,
    }: {
      seen: readonly unknown[];
      countryCode: CountryCode | undefined;
    }) => {
      const name = `quote:${username}:${countryCode}`;
      const attempts = createAttempts(sessionStorage, name, z.array(z.unknown()));
      const body = countryCode ? { countryCode } : null;
      return attempts.send([...seen], ({ key }) =>
        call(createQuote, { body }, { idempotencyKey: key }),
      );
    },
    onSuccess: (made) => client.setQueryData(oneKey(String(made.id)), made),
    onSettled: () => client.invalidateQueries({ queryKey: [...quotes.key, "list"] }),
  });
}

/** Orders a quote; refetches everything affected, whether it succeeds or is refused. */
export function useOrderQuote(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (details: OrderDetails) =>
      call(orderQuote, { params: { id: String(id) }, body: details }),
    // Not awaited: the order is shown immediately.
    onSettled: () => {
      for (const key of ["quotes", "orders", "cart", "approvals"])
        void client.invalidateQueries({ queryKey: [key] });
    },
  });
}

/** Whether ordering a quote would need a colleague's approval; not requested until it is known who may order. */
export function useOrderPreview(id: number, enabled: boolean) {
  return useQuery({
    queryKey: ["approvals", "foreseen", "quote", id],
    queryFn: ({ signal }) => call(previewQuoteApproval, { params: { id: String(id) } }, { signal }),
    enabled,
    staleTime: 0,
  });
}

/** Withdraws a quote. */
export function useWithdrawQuote(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(withdrawQuote, { params: { id: String(id) } }),
    onSettled: () => void client.invalidateQueries({ queryKey: quotes.key }),
  });
}

/** Downloads the quote as a PDF. */
export function downloadQuote({ id, number }: Pick<Quote, "id" | "number">): Promise<void> {
  return download(getQuotePdf, { params: { id: String(id) } }, `${number}.pdf`);
}
