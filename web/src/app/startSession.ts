import { isRefusal, refreshTokens } from "../lib/api.ts";
import { currentUser, forgetTokens, isLoggedIn } from "../lib/session.ts";

/**
 * Before the first page: a logged-in user first has the tokens refreshed, then is read from the new one. When that
 * fails he is logged out silently, unless the server was only out of reach.
 */
export async function startSession(): Promise<void> {
  if (!isLoggedIn()) return;
  // A token that cannot be read logs out by itself.
  if (!currentUser()) return;
  try {
    await refreshTokens(true);
  } catch (error) {
    if (isRefusal(error)) forgetTokens();
  }
}
