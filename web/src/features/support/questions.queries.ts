import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  getMySupportRequest,
  listMySupportRequests,
  writeToSupport,
} from "@tonneline/contract/support";
import { call } from "../../lib/api.ts";
import { listOf } from "../../lib/lists.ts";

/** What the reader asked the operators, as the address has it. */
export const questions = listOf(listMySupportRequests, {
  key: ["questions"],
  sort: "createdAt",
  descending: true,
  refreshEveryMs: 30_000,
});

const oneKey = (id: string) => [...questions.key, "one", id];

/** `id` as the address has it; answers come while it is open. */
export function useQuestion(id: string) {
  return useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => call(getMySupportRequest, { params: { id } }, { signal }),
    refetchInterval: 15_000,
  });
}

/** Writes again on a question, and shows it with what was written. */
export function useWriteAgain(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => call(writeToSupport, { params: { id }, body: { text } }),
    onSuccess: (thread) => client.setQueryData(oneKey(id), thread),
    onSettled: () => client.invalidateQueries({ queryKey: questions.key }),
  });
}
