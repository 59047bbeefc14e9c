import { endOtherSessions, endSession, listSessions } from "@tonneline/contract/sessions";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { removeIfExists } from "../../lib/removeIfExists.ts";

const key = ["accounts", "sessions"] as const;

/** The user's open sessions, most recently used first. */
export function useSessions() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(listSessions, { query: {} }, { signal }),
    select: ({ content }) => content,
  });
}

/** Ends one session, or all others if no id is given. Succeeds if the session has already ended. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation<void, Error, string | undefined>({
    mutationFn: (id) =>
      removeIfExists(() =>
        id === undefined ? call(endOtherSessions, {}) : call(endSession, { params: { id } }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
