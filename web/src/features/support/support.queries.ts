import { useMutation, useQuery } from "@tanstack/react-query";
import type { RequestOf } from "@tonneline/contract/endpoint";
import { sendSupportRequest } from "@tonneline/contract/support";
import { call } from "../../lib/api.ts";
import { clientSettings } from "../../lib/clientSettings.ts";

/** Which form and which booking page there are besides ours; it does not change while the app is open. */
export function useOutside() {
  return useQuery({
    queryKey: ["client-settings"],
    queryFn: clientSettings,
    staleTime: Infinity,
  });
}

/** Writes to the operators, with or without an account; who is logged in is noted with it. RATE_LIMITED. */
export function useSendRequest() {
  return useMutation<undefined, Error, RequestOf<typeof sendSupportRequest>["body"]>({
    mutationFn: (body) => call(sendSupportRequest, { body }),
  });
}
