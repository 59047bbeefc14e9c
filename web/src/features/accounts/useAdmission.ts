import { useEffect } from "react";
import { refreshTokens } from "../../lib/api.ts";
import { currentUser } from "../../lib/session.ts";

const pollEveryMs = 30_000;

/**
 * While an Anonymous waits: asks for new tokens now and then, and when the tab is looked at again. The new token says
 * the role, so that an admitted buyer need not log in again.
 */
export function useAdmission(): void {
  useEffect(() => {
    const ask = () => {
      if (document.hidden || !currentUser()?.isAnonymous) return;
      // Out of reach or ended: the next call of a page says so, a waiting page need not.
      refreshTokens(true).catch((error: unknown) => console.warn("Still waiting", error));
    };
    const timer = setInterval(ask, pollEveryMs);
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, []);
}
