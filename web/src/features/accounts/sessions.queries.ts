import { endOtherSessions, endSession, listSessions } from "@tonneline/contract/sessions";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { removeOnce } from "../../lib/removeOnce.ts";

const key = ["accounts", "sessions"] as const;

/** The caller's open sessions, the last used first. */
export function useSessions() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(listSessions, {}, { signal }),
    select: ({ content }) => content,
  });
}

/** Ends one session, or all others when no id is given. One that has ended meanwhile is just as well. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation<void, Error, string | undefined>({
    mutationFn: (id) =>
      removeOnce(() =>
        id === undefined ? call(endOtherSessions, {}) : call(endSession, { params: { id } }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
