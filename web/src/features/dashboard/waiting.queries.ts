import { useQuery } from "@tanstack/react-query";
import { getDashboard } from "@tonneline/contract/dashboard";
import { call } from "../../lib/api.ts";
import { workKey } from "../../lib/lists.ts";

/** What waits, of the kinds that the role may read, asked again four times a minute: once for all who show it. */
export function useWaiting(enabled = true) {
  return useQuery({
    queryKey: workKey,
    queryFn: async ({ signal }) => (await call(getDashboard, {}, { signal })).waiting,
    enabled,
    refetchInterval: 15_000,
  });
}
