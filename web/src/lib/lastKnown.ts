import { useEffect } from "react";

/**
 * Returns `value`, or while it is undefined, its last value in this browser, so that layout space can be reserved.
 * Browsers are shared: the key must include the account.
 */
export function useLastKnown(key: string, value: boolean | undefined): boolean {
  useEffect(() => {
    if (value !== undefined) localStorage.setItem(key, String(value));
  }, [key, value]);
  return value ?? localStorage.getItem(key) === "true";
}
