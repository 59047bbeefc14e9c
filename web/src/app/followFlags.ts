import { isLoggedIn, useTokens } from "../lib/session.ts";

// The first page shows logged-out visitors nothing that depends on a flag: loading this code must not delay it.
const afterFirstPageMs = 1000;

/** Starts following the feature flags: immediately for logged-in users, shortly after the first page for everybody else. */
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
