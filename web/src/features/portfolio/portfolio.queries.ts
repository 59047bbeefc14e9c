import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getPortfolio } from "@tonneline/contract/portfolio";
import { requestRetirement } from "@tonneline/contract/retirements";
import { useRef } from "react";
import type { z } from "zod";
import { call } from "../../lib/api.ts";
import { newKey } from "../../lib/newKey.ts";

const portfolioKey = ["portfolio"] as const;
export type RetirementBody = z.input<typeof requestRetirement.body>;

export function usePortfolio() {
  return useQuery({
    queryKey: portfolioKey,
    queryFn: ({ signal }) => call(getPortfolio, {}, { signal }),
  });
}

/** Asks for a retirement. The same content goes with the same key, so that a retry after a lost answer asks only once. */
export function useRequestRetirement() {
  const client = useQueryClient();
  const attempt = useRef<{ content: string; key: string }>(undefined);
  return useMutation({
    mutationFn: (body: RetirementBody) => {
      const content = JSON.stringify(body);
      if (attempt.current?.content !== content) attempt.current = { content, key: newKey() };
      return call(requestRetirement, { body }, { idempotencyKey: attempt.current.key });
    },
    onSettled: () => client.invalidateQueries({ queryKey: portfolioKey }),
  });
}
