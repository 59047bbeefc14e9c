import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "@tonneline/contract/endpoint";
import * as contract from "@tonneline/contract/flags";
import { call } from "../../lib/api.ts";
import { clientSettings } from "../../lib/clientSettings.ts";
import { removeIfExists } from "../../lib/removeIfExists.ts";

const keys = { all: ["management", "flags"] as const, service: ["flag-service"] as const };

/** Queries all flags with their overrides. */
export function useManagedFlags() {
  return useQuery({
    queryKey: keys.all,
    queryFn: ({ signal }) => call(contract.listFlags, { query: {} }, { signal }),
  });
}

/** Returns the host of the service that the pages query instead of this list; undefined while they use this list. */
export function useOtherService(): string | undefined {
  return useQuery({
    queryKey: keys.service,
    queryFn: clientSettings,
    select: ({ flags }) =>
      flags.apiUrl === contract.flagServicePath ? undefined : new URL(flags.apiUrl).host,
  }).data;
}

/** Returns a mutation of the flags that refetches the list afterwards, whether it succeeded or failed. */
function useFlagChange<Request>(send: (request: Request) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

/** Returns a mutation that changes a flag. VERSION_CONFLICT if someone else changed it first. */
export function useChangeFlag() {
  return useFlagChange((request: RequestOf<typeof contract.updateFlag>) =>
    call(contract.updateFlag, request),
  );
}

/** Returns a mutation that sets the override of an email address, replacing any existing one: no version is needed. */
export function usePutOverride() {
  return useFlagChange((request: RequestOf<typeof contract.putFlagOverride>) =>
    call(contract.putFlagOverride, request),
  );
}

/** Returns a mutation that removes an override; one already removed by someone else is no error. */
export function useRemoveOverride() {
  return useFlagChange((request: RequestOf<typeof contract.deleteFlagOverride>) =>
    removeIfExists(() => call(contract.deleteFlagOverride, request)),
  );
}
