import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { getPortfolioSummary, listHoldings, type Holding } from "@tonneline/contract/portfolio";
import { newRetirements, requestRetirements } from "@tonneline/contract/retirements";
import type { z } from "zod";
import { call } from "../../lib/api.ts";
import { createAttempts } from "../../lib/attempts.ts";
import { useUsername } from "../../lib/session.ts";
import type { HoldingQuery } from "./holdings.ts";

const portfolioKey = ["portfolio"] as const;
export type RetirementBody = z.output<typeof newRetirements>;

/** Totals and series of all that the company holds, or only of what the user bought and retired. */
export function usePortfolio(by: "me" | undefined) {
  const query = { by };
  return useQuery({
    queryKey: [...portfolioKey, "summary", query],
    queryFn: ({ signal }) => call(getPortfolioSummary, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** A page of the holdings; the previous page stays on screen while the next one loads. */
export function useHoldings(query: HoldingQuery) {
  return useQuery({
    queryKey: [...portfolioKey, "holdings", query],
    queryFn: ({ signal }) => call(listHoldings, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/**
 * The holdings of some vintages in the given order, with the displayed ones as placeholder until loaded; not
 * requested without a vintage.
 */
export function useHoldingsOf(vintageIds: readonly number[], shown: readonly Holding[]) {
  return useQuery({
    queryKey: [...portfolioKey, "holdings of", vintageIds],
    queryFn: async ({ signal }) => {
      const query = { vintageId: vintageIds.map(String), size: String(vintageIds.length) };
      const { content } = await call(listHoldings, { query }, { signal });
      return vintageIds.flatMap((id) => content.find(({ vintageId }) => vintageId === id) ?? []);
    },
    placeholderData: shown.length > 0 ? [...shown] : undefined,
    enabled: vintageIds.length > 0,
  });
}

/** The retirement request without a response, if any; it survives a reload. */
export function useRetirementAttempts() {
  const username = useUsername();
  return useMemo(
    () => createAttempts<RetirementBody>(sessionStorage, `retire:${username}`, newRetirements),
    [username],
  );
}

/**
 * Requests retirements, one per holding. The same content is sent with the same idempotency key, so that a retry
 * after a lost response retires only once.
 */
export function useRequestRetirements() {
  const client = useQueryClient();
  const attempts = useRetirementAttempts();
  return useMutation({
    mutationFn: async (wanted: RetirementBody) => {
      const { content } = await attempts.send(wanted, ({ key, body }) =>
        call(requestRetirements, { body }, { idempotencyKey: key }),
      );
      return content;
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ["retirements"] });
      return client.invalidateQueries({ queryKey: portfolioKey });
    },
  });
}
