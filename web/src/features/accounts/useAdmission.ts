import { useEffect } from "react";
import { endsSession, refreshTokens } from "../../lib/api.ts";
import { currentUser, leaveEnded } from "../../lib/session.ts";

const pollEveryMs = 30_000;

/**
 * While an Anonymous waits: asks for new tokens now and then, and when the tab is looked at again. The new token says
 * the role, so that an admitted buyer need not log in again. One whose session has ended is led to log in.
 */
export function useAdmission(): void {
  useEffect(() => {
    const ask = () => {
      if (document.hidden || !currentUser()?.isAnonymous) return;
      refreshTokens(true).catch((error: unknown) => {
        // Else it would be asked for ever: nothing else on the page asks by itself.
        if (endsSession(error)) return leaveEnded();
        // Busy or out of reach: the next one may come through.
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
