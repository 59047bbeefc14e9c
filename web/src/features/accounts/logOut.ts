import type { logout as logoutCall } from "@tonneline/contract/accounts";
import { bare, call } from "../../lib/api.ts";
import { leave, useTokens } from "../../lib/session.ts";

const logout = bare<typeof logoutCall>({ method: "POST", path: "/auth/logout" });

/** Whether something typed in this page, or under way in it, would have the browser ask before it is left. */
export const asksBeforeLeaving = () =>
  !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

/** A line that hangs keeps nobody logged in who believes to have left. */
const patienceMs = 3000;

/**
 * Ends the session here and on the server, and loads the login page afresh. The server is waited for a little, and told
 * also once the page is left.
 */
export async function logOut(): Promise<void> {
  const { refreshToken } = useTokens.getState();
  try {
    if (refreshToken) {
      const loggedOut = call(logout, { body: { refreshToken } }, { keepalive: true });
      await Promise.race([loggedOut, new Promise((done) => setTimeout(done, patienceMs))]);
    }
  } catch (error) {
    // This browser forgets the tokens all the same; on the server they run out.
    console.warn("The session could not be ended on the server", error);
  } finally {
    leave();
  }
}
