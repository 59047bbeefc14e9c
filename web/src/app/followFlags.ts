import { isLoggedIn, useTokens } from "../lib/session.ts";

// The first page shows logged-out visitors nothing that depends on a flag: loading this code must not delay it.
const afterFirstPageMs = 1000;

/** Starts following the feature flags: immediately for logged-in users, shortly after the first page for everybody else. */
export function followFlags(): void {
  const follow = async () => {
    unsubscribe();
    clearTimeout(timer);
    (await import("../lib/flags.ts")).followFlags();
  };
  const timer = setTimeout(() => void follow(), afterFirstPageMs);
  const followOnceLoggedIn = () => {
    if (isLoggedIn()) void follow();
  };
  const unsubscribe = useTokens.subscribe(followOnceLoggedIn);
  followOnceLoggedIn();
}
