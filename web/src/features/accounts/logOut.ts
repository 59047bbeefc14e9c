import type { logout as logoutCall } from "@tonneline/contract/accounts";
import { bare, call } from "../../lib/api.ts";
import { leave, useTokens } from "../../lib/session.ts";

const logout = bare<typeof logoutCall>({ method: "POST", path: "/auth/logout" });

/** Whether something typed in this page, or under way in it, would have the browser ask before it is left. */
export const asksBeforeLeaving = () =>
  !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

/** Ends the session here and on the server, and loads the login page afresh. */
export async function logOut(): Promise<void> {
  const { refreshToken } = useTokens.getState();
  try {
    if (refreshToken) await call(logout, { body: { refreshToken } });
  } catch (error) {
    // This browser forgets the tokens all the same; on the server they run out.
    console.warn("The session could not be ended on the server", error);
  } finally {
    leave();
  }
}
