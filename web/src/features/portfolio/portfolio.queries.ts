import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { getPortfolio } from "@tonneline/contract/portfolio";
import { newRetirement, requestRetirement } from "@tonneline/contract/retirements";
import type { z } from "zod";
import { call } from "../../lib/api.ts";
import { createAttempts, isDefinite } from "../../lib/attempts.ts";
import { useUsername } from "../../lib/session.ts";

const portfolioKey = ["portfolio"] as const;
export type RetirementBody = z.output<typeof newRetirement>;

export function usePortfolio() {
  return useQuery({
    queryKey: portfolioKey,
    queryFn: ({ signal }) => call(getPortfolio, {}, { signal }),
  });
}

/** The request of a retirement that has no answer yet, if any; it survives a reload. */
export function useRetirementAttempts() {
  const username = useUsername();
  return useMemo(
    () => createAttempts<RetirementBody>(sessionStorage, `retire:${username}`, newRetirement),
    [username],
  );
}

/** Asks for a retirement. The same content goes with the same key, so that a retry after a lost answer retires once. */
export function useRequestRetirement() {
  const client = useQueryClient();
  const attempts = useRetirementAttempts();
  return useMutation({
    mutationFn: async (wanted: RetirementBody) => {
      const { key, body } = attempts.begin(wanted);
      try {
        const retirement = await call(requestRetirement, { body }, { idempotencyKey: key });
        attempts.settle();
        return retirement;
      } catch (error) {
        if (isDefinite(error)) attempts.settle();
        throw error;
      }
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ["retirements"] });
      return client.invalidateQueries({ queryKey: portfolioKey });
    },
  });
}
