import { useMutation, useQuery } from "@tanstack/react-query";
import type { RequestOf } from "@tonneline/contract/endpoint";
import { sendSupportRequest } from "@tonneline/contract/support";
import { callOnce } from "../../lib/callOnce.ts";
import { clientSettings } from "../../lib/clientSettings.ts";

/** The configured external form and booking page; constant while the app is open. */
export function useExternalForms() {
  return useQuery({
    queryKey: ["client-settings"],
    queryFn: clientSettings,
    staleTime: Infinity,
  });
}

/** Sends a message to the operators, with or without an account; the server records who is logged in. RATE_LIMITED. */
export function useSendRequest() {
  return useMutation<undefined, Error, RequestOf<typeof sendSupportRequest>["body"]>({
    mutationFn: (body) => callOnce(sendSupportRequest, { body }),
  });
}
