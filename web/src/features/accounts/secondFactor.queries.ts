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

/**
 * A new secret for an app, to be typed or shown as a QR code; no login asks for it until `confirm`. VALIDATION_FAILED
 * for a wrong proof, INVALID_TRANSITION beside a confirmed one.
 */
export function begin(body: Proof) {
  return call(beginSecondFactor, { body });
}

/**
 * Logins ask for a code from now on. Answers the recovery codes, which are told this once. VALIDATION_FAILED at `code`
 * for a wrong one.
 */
export function confirm(code: string) {
  return call(confirmSecondFactor, { body: { code } });
}

/**
 * Logins ask for no code of the app any more; told by mail. VALIDATION_FAILED for a wrong proof, INVALID_TRANSITION for
 * the last factor where one is needed.
 */
export function remove(body: Proof) {
  return call(removeSecondFactor, { body });
}
