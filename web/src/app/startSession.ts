import { endsSession, refreshAtStart } from "../lib/api.ts";
import { clearTokens, isLoggedIn, isOver, isValid, useTokens } from "../lib/session.ts";

/**
 * Before the first page: a logged-in user first has the tokens refreshed, then is read from the new one. When that
 * fails they are logged out silently, unless the server was only busy or out of reach and the token at hand still holds.
 */
export async function startSession(): Promise<void> {
  // In a frame of ours the window around has done it, and goes on doing it.
  if (!isLoggedIn() || window.parent !== window) return;
  try {
    await refreshAtStart();
  } catch (error) {
    // The page is being loaded again for somebody else.
    if (isOver()) return;
    if (endsSession(error) || !isValid(useTokens.getState().authToken)) clearTokens();
  }
}
