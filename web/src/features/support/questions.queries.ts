import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  getMySupportRequest,
  listMySupportRequests,
  addSupportMessage,
} from "@tonneline/contract/support";
import { call } from "../../lib/api.ts";
import { callOnce } from "../../lib/callOnce.ts";
import { listOf } from "../../lib/lists.ts";

/** The user's questions to the operators, filtered by the search parameters. */
export const questions = listOf(listMySupportRequests, {
  key: ["questions"],
  sort: "createdAt",
  descending: true,
  refreshEveryMs: 30_000,
});

const oneKey = (id: string) => [...questions.key, "one", id];

/** `id` as in the URL; polled, as answers may arrive while it is open. */
export function useQuestion(id: string) {
  return useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => call(getMySupportRequest, { params: { id } }, { signal }),
    refetchInterval: 15_000,
  });
}

/** Adds a message to a question, and shows the updated thread. */
export function useWriteAgain(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => callOnce(addSupportMessage, { params: { id }, body: { text } }),
    onSuccess: (thread) => client.setQueryData(oneKey(id), thread),
    onSettled: () => client.invalidateQueries({ queryKey: questions.key }),
  });
}
