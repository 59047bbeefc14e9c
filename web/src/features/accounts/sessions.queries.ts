import { endOtherSessions, endSession, listSessions } from "@tonneline/contract/sessions";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, isRefusal } from "../../lib/api.ts";

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
    mutationFn: async (id) => {
      try {
        if (id === undefined) await call(endOtherSessions, {});
        else await call(endSession, { params: { id } });
      } catch (error) {
        if (!isRefusal(error, "NOT_FOUND")) throw error;
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
