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

/** Whether the user's logins require a code. */
export function useSecondFactor() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getSecondFactor, {}, { signal }),
  });
}

/**
 * Returns a function that refetches this after setup or removal, and refreshes the tokens if the user had no access
 * without a second factor.
 */
export function useRefreshSecondFactor() {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: key });
    if (currentUser()?.needsSecondFactor) await refreshTokens(true);
  };
}

/**
 * Creates a new secret for an app, to be typed or shown as a QR code; logins do not require it before `confirm`.
 * VALIDATION_FAILED for a wrong proof, INVALID_TRANSITION if another is already confirmed.
 */
export function begin(body: Proof) {
  return call(beginSecondFactor, { body });
}

/**
 * Makes logins require a code. Returns the recovery codes, which are available only this once. VALIDATION_FAILED at
 * `code` for a wrong one.
 */
export function confirm(code: string) {
  return call(confirmSecondFactor, { body: { code } });
}

/**
 * Makes logins no longer require the app's code; the server reports it by mail. VALIDATION_FAILED for a wrong proof,
 * INVALID_TRANSITION for the last factor if one is required.
 */
export function remove(body: Proof) {
  return call(removeSecondFactor, { body });
}
