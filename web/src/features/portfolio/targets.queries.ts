import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getTargets, setTarget } from "@tonneline/contract/portfolio";
import { call } from "../../lib/api.ts";

// Below the portfolio's key: buying and retiring changes the progress towards a target.
const key = ["portfolio", "targets"] as const;

/** The company's yearly targets, latest first. */
export function useTargets() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(getTargets, { query: {} }, { signal })).content,
  });
}

/** Sets how many tonnes the company intends to retire for a year; 0 removes the target. */
export function useSetTarget() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { year: number; tonnes: number }) => call(setTarget, { body }),
    onSuccess: ({ content }) => client.setQueryData(key, content),
  });
}
