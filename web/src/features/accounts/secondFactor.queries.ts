import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
} from "@tonneline/contract/secondFactor";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call, refreshTokens } from "../../lib/api.ts";
import { currentUser } from "../../lib/session.ts";

const key = ["accounts", "secondFactor"] as const;

/** Whether one's own login asks for a code. */
export function useSecondFactor() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getSecondFactor, {}, { signal }),
  });
}

/** Asks anew, once it was set up or removed; with new tokens where nothing else was open without it. */
export function useRefreshSecondFactor() {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: key });
    if (currentUser()?.needsSecondFactor) await refreshTokens(true);
  };
}

export function begin(currentPassword: string) {
  return call(beginSecondFactor, { body: { currentPassword } });
}

export function confirm(code: string) {
  return call(confirmSecondFactor, { body: { code } });
}

export function remove(body: { currentPassword: string; code: string }) {
  return call(removeSecondFactor, { body });
}
