import { useEffect } from "react";

/**
 * Whether something is so; until that is known, whether it was so last in this browser, for what keeps its room meanwhile. A
 * browser may be handed on: the key names the account.
 */
export function useLastKnown(key: string, isSo: boolean | undefined): boolean {
  useEffect(() => {
    if (isSo !== undefined) localStorage.setItem(key, String(isSo));
  }, [key, isSo]);
  return isSo ?? localStorage.getItem(key) === "true";
}
