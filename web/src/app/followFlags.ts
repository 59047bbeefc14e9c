import { isLoggedIn, useTokens } from "../lib/session.ts";

/** Follows the flags as soon as somebody is logged in: nobody else has a use for them, nor for the code that asks. */
export function followFlagsOnceLoggedIn(): void {
  const follow = async () => (await import("../lib/flags.ts")).followFlags();
  if (isLoggedIn()) return void follow();
  const forget = useTokens.subscribe(() => {
    if (!isLoggedIn()) return;
    forget();
    void follow();
  });
}
