import { isLoggedIn, useTokens } from "../lib/session.ts";

// The first page of who is not logged in shows nothing that a flag decides: the code that asks must not delay it.
const afterFirstPageMs = 1000;

/** Follows the flags: those of whoever is logged in at once, those of everybody else a moment after the first page. */
export function followFlags(): void {
  const follow = async () => {
    forget();
    clearTimeout(later);
    (await import("../lib/flags.ts")).followFlags();
  };
  const later = setTimeout(() => void follow(), afterFirstPageMs);
  const followOnceLoggedIn = () => {
    if (isLoggedIn()) void follow();
  };
  const forget = useTokens.subscribe(followOnceLoggedIn);
  followOnceLoggedIn();
}
