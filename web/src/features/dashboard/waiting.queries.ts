import { useQuery } from "@tanstack/react-query";
import { getDashboard } from "@tonneline/contract/dashboard";
import { call } from "../../lib/api.ts";
import { workKey } from "../../lib/lists.ts";

/** Queries pending work of the kinds that the role may read, four times a minute; all consumers share one request. */
export function useWaiting(enabled = true) {
  return useQuery({
    queryKey: workKey,
    queryFn: async ({ signal }) => (await call(getDashboard, {}, { signal })).waiting,
    enabled,
    refetchInterval: 15_000,
  });
}
