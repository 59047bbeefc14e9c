import { endsSession, refreshAtStart } from "../lib/api.ts";
import { clearTokens, isLoggedIn, isPageObsolete, isValid, useTokens } from "../lib/session.ts";

/**
 * Before the first page: refreshes the tokens of a logged-in user, then reads the user from the new token. On failure
 * it logs out silently, unless the server was only busy or unreachable and the current token is still valid.
 */
export async function startSession(): Promise<void> {
  // In one of our iframes, the parent window has done it and keeps doing it.
  if (!isLoggedIn() || window.parent !== window) return;
  try {
    await refreshAtStart();
  } catch (error) {
    // The page is already reloading for another user.
    if (isPageObsolete()) return;
    if (endsSession(error) || !isValid(useTokens.getState().authToken)) clearTokens();
  }
}
