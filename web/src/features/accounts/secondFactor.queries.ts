import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
} from "@tonneline/contract/secondFactor";
import type { Proof } from "@tonneline/contract/proof";
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

/** Asks again, once it was set up or removed; with new tokens where nothing else was open without it. */
export function useRefreshSecondFactor() {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: key });
    if (currentUser()?.needsSecondFactor) await refreshTokens(true);
  };
}

export function begin(body: Proof) {
  return call(beginSecondFactor, { body });
}

export function confirm(code: string) {
  return call(confirmSecondFactor, { body: { code } });
}

export function remove(body: Proof) {
  return call(removeSecondFactor, { body });
}
