import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "@tonneline/contract/endpoint";
import {
  getSupportRequest,
  listSupportRequests,
  supportStatuses,
  answerSupportRequest,
  updateSupportRequest,
  type SupportRequest,
  type SupportThread,
} from "@tonneline/contract/support";
import { useRef } from "react";
import { call } from "../../../lib/api.ts";
import { callOnce } from "../../../lib/callOnce.ts";
import { isDecided } from "../../../lib/failure.ts";
import { listOf, useRefreshList } from "../../../lib/lists.ts";
import { isoDay } from "../../../lib/tableSearch.ts";

/** The support requests; by default the unanswered ones. */
export const supportRequests = listOf(listSupportRequests, {
  key: ["management", "support"],
  refreshEveryMs: 5000,
  file: "support-requests",
  tabs: [...supportStatuses, "all"],
  sort: "createdAt",
  filters: { from: [isoDay, "createdFrom"], to: [isoDay, "createdTo"] },
});

/** One request; not requested while `id` is empty. */
export function useSupportRequest(id: string) {
  return useQuery({
    queryKey: [...supportRequests.key, "one", id],
    queryFn: ({ signal }) => call(getSupportRequest, { params: { id } }, { signal }),
    enabled: id !== "",
  });
}

export type Change = Omit<RequestOf<typeof updateSupportRequest>["body"], "version">;

/** Changes a request, given its current version. */
export function changeRequest({ id, version }: SupportRequest, change: Change) {
  return call(updateSupportRequest, { params: { id: String(id) }, body: { version, ...change } });
}

/** Refetches all lists and requests, without awaiting them: otherwise the saved input would look unsaved meanwhile. */
function useInvalidateRequests(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: supportRequests.key });
}

/** Changes one request and shows the result; if refused, shows the other person's change. */
export function useChangeRequest() {
  const client = useQueryClient();
  const onSettled = useInvalidateRequests();
  return useMutation<SupportThread, Error, { request: SupportRequest; change: Change }>({
    mutationFn: ({ request, change }) => changeRequest(request, change),
    onSuccess: (changed) =>
      client.setQueryData([...supportRequests.key, "one", String(changed.id)], changed),
    onSettled,
  });
}

/** Answers a request, given its current version, and shows it with the answer. */
export function useAnswer({ id, version }: SupportRequest) {
  const client = useQueryClient();
  const onSettled = useInvalidateRequests();
  // An answer whose response was lost may have changed the version: it is sent again as it was.
  const unanswered = useRef<{ version: number; text: string }>(undefined);
  return useMutation<SupportThread, Error, string>({
    mutationFn: (text) => {
      const body = unanswered.current?.text === text ? unanswered.current : { version, text };
      unanswered.current = body;
      return callOnce(answerSupportRequest, { params: { id: String(id) }, body });
    },
    onSuccess: (thread) => client.setQueryData([...supportRequests.key, "one", String(id)], thread),
    onSettled: (_, error) => {
      if (!error || isDecided(error)) unanswered.current = undefined;
      onSettled();
    },
  });
}

/** Refetches all lists and requests. */
export const useRefreshRequests = () => useRefreshList(supportRequests);
