import { useEffect } from "react";
import { endsSession, refreshTokens } from "../../lib/api.ts";
import { currentUser, leaveEndedSession } from "../../lib/session.ts";

const pollEveryMs = 30_000;

/**
 * While an anonymous user waits for admission: refreshes the tokens periodically and when the tab becomes visible.
 * The new token has the role, so that an admitted buyer need not log in again. A user whose session has ended is led
 * to the login.
 */
export function useAdmission(): void {
  useEffect(() => {
    const ask = () => {
      if (document.hidden || !currentUser()?.isAnonymous) return;
      refreshTokens(true).catch((error: unknown) => {
        // Otherwise it would poll forever: nothing else on the page sends requests by itself.
        if (endsSession(error)) return leaveEndedSession();
        // Busy or unreachable: the next attempt may succeed.
        console.warn("Still waiting", error);
      });
    };
    const timer = setInterval(ask, pollEveryMs);
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, []);
}
