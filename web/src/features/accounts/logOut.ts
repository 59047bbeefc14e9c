import type { logout as logoutCall } from "@tonneline/contract/accounts";
import { endpointRef, call } from "../../lib/api.ts";
import { leave, useTokens } from "../../lib/session.ts";

const logout = endpointRef<typeof logoutCall>({ method: "POST", path: "/auth/logout" });

/** Whether unsaved input or work in progress on this page would make the browser ask before it is left. */
export const hasUnsavedPage = () =>
  !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

/** A hanging connection must not keep users logged in who believe that they have left. */
const patienceMs = 3000;

/**
 * Ends the session here and on the server, and reloads the login page. It waits briefly for the server; the request
 * completes even after the page is left.
 */
export async function logOut(): Promise<void> {
  const { refreshToken } = useTokens.getState();
  try {
    if (refreshToken) {
      const loggedOut = call(logout, { body: { refreshToken } }, { keepalive: true });
      await Promise.race([loggedOut, new Promise((done) => setTimeout(done, patienceMs))]);
    }
  } catch (error) {
    // This browser discards the tokens all the same; on the server they expire.
    console.warn("The session could not be ended on the server", error);
  } finally {
    leave();
  }
}
