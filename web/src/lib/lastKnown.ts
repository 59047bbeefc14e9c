import { useEffect } from "react";

/**
 * Returns `isSo`, or while it is undefined, its last value in this browser, so that layout space can be reserved.
 * Browsers are shared: the key must include the account.
 */
export function useLastKnown(key: string, isSo: boolean | undefined): boolean {
  useEffect(() => {
    if (isSo !== undefined) localStorage.setItem(key, String(isSo));
  }, [key, isSo]);
  return isSo ?? localStorage.getItem(key) === "true";
}
