import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "@tonneline/contract/endpoint";
import * as contract from "@tonneline/contract/flags";
import { call } from "../../lib/api.ts";
import { clientSettings } from "../../lib/clientSettings.ts";
import { removeOnce } from "../../lib/removeOnce.ts";

const keys = { all: ["management", "flags"] as const, service: ["flag-service"] as const };

/** Every flag with its overrides. */
export function useManagedFlags() {
  return useQuery({
    queryKey: keys.all,
    queryFn: ({ signal }) => call(contract.listFlags, {}, { signal }),
  });
}

/** The host that the pages ask instead of this list; undefined while they ask this list. */
export function useOtherService(): string | undefined {
  return useQuery({
    queryKey: keys.service,
    queryFn: clientSettings,
    select: ({ flags }) =>
      flags.apiUrl === contract.flagServicePath ? undefined : new URL(flags.apiUrl).host,
  }).data;
}

/** A change of the flags; whether it was done or refused, the list is read again. */
function useFlagChange<Request>(send: (request: Request) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

/** VERSION_CONFLICT when somebody else was faster. */
export function useChangeFlag() {
  return useFlagChange((request: RequestOf<typeof contract.updateFlag>) =>
    call(contract.updateFlag, request),
  );
}

/** Sets what one email address gets, over what it had: no version is asked for. */
export function usePutOverride() {
  return useFlagChange((request: RequestOf<typeof contract.putFlagOverride>) =>
    call(contract.putFlagOverride, request),
  );
}

/** The address gets what everybody gets; nothing is lost where somebody else was faster. */
export function useRemoveOverride() {
  return useFlagChange((request: RequestOf<typeof contract.deleteFlagOverride>) =>
    removeOnce(() => call(contract.deleteFlagOverride, request)),
  );
}
