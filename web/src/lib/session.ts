import type { roleNames, SessionUser, TokenPair } from "@tonneline/contract/accounts";
import { create } from "zustand";
import { persist } from "zustand/middleware";

const storageKey = "auth-storage";

// As in the contract, whose schemas are larger than the page that needs to know who is logged in.
const admin: (typeof roleNames)["admin"] = "Admin";
const anonymous: (typeof roleNames)["anonymous"] = "Anonymous";

/** `exp`: when it expires, `iat`: when the server issued it, in seconds. */
interface Payload {
  user: SessionUser;
  exp: number;
  iat?: number;
}

interface Tokens {
  authToken: string | null;
  refreshToken: string | null;
  /** How far the server's clock was ahead of ours when it issued the tokens. */
  serverAheadMs: number;
}
const noTokens: Tokens = { authToken: null, refreshToken: null, serverAheadMs: 0 };

/** Both tokens, persisted in local storage. Stored tokens that are unreadable count as no session. */
export const useTokens = create<Tokens>()(
  persist((): Tokens => noTokens, {
    name: storageKey,
    merge: (stored, current) => {
      const tokens = { ...noTokens, ...(stored as Partial<Tokens> | undefined) };
      const readable = isReadable(tokens.authToken) && tokens.refreshToken !== null;
      if (tokens.authToken !== null && !readable) clearUnreadableTokens();
      return { ...current, ...(readable ? tokens : noTokens) };
    },
    onRehydrateStorage: () => (_, error) => {
      if (error !== undefined) clearUnreadableTokens();
    },
  }),
);

// Immediately: no other reader of the storage may take it for a session.
function clearUnreadableTokens(): void {
  console.error(new Error("Invalid JWT token"));
  localStorage.removeItem(storageKey);
}

export interface User {
  username: string;
  firstName: string;
  lastName: string;
  fullName: string;
  avatar: string | null;
  permissions: ReadonlySet<string>;
  roleName: string;
  isAdmin: boolean;
  isAnonymous: boolean;
  /** The user must set up a second factor before anything else. */
  needsSecondFactor: boolean;
}

/** Decodes a token; throws 'Invalid JWT token' if it cannot be decoded. */
export function decodeToken(token: string): Payload {
  try {
    const base64 = token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!isPayload(payload)) throw new Error("Not the payload of a token");
    return payload;
  } catch (error) {
    throw new Error("Invalid JWT token", { cause: error });
  }
}

function isPayload(value: unknown): value is Payload {
  const { user, exp, iat } = (value ?? {}) as Partial<Payload>;
  const texts = [user?.username, user?.firstName, user?.lastName, user?.role?.name];
  return (
    typeof exp === "number" &&
    (iat === undefined || typeof iat === "number") &&
    texts.every((text) => typeof text === "string") &&
    (user?.avatar === null || typeof user?.avatar === "string") &&
    Array.isArray(user.permissions)
  );
}

function isReadable(token: string | null): token is string {
  try {
    return token !== null && decodeToken(token).exp > 0;
  } catch {
    return false;
  }
}

/** The current time by the server's clock, in milliseconds: the server's times are compared with it, as ours may be wrong. */
export function serverNow(): number {
  return Date.now() + useTokens.getState().serverAheadMs;
}

// Like `serverAheadMs`, but for the monotonic clock, which cannot be set; it may stop while the computer sleeps.
let aheadOfMonotonicMs = -Infinity;
// Also for tokens issued to another tab.
useTokens.subscribe(({ authToken, serverAheadMs }, before) => {
  if (authToken !== before.authToken)
    aheadOfMonotonicMs = serverAheadMs + Date.now() - performance.now();
});

/** A token is valid until it expires by the server's clock; `marginMs` demands that much time left. */
export function isValid(token: string | null, marginMs = 0): token is string {
  if (!isReadable(token)) return false;
  // Our clock may have been set back since: sending an expired token would log the user out.
  const now = Math.max(serverNow(), performance.now() + aheadOfMonotonicMs);
  return decodeToken(token).exp * 1000 > now + marginMs;
}

let cached: { token: string; user: User } | undefined;

function userOf(token: string | null): User | undefined {
  if (token === null) return undefined;
  if (cached?.token !== token) {
    const { user } = decodeToken(token);
    cached = {
      token,
      user: {
        username: user.username,
        firstName: user.firstName,
        lastName: user.lastName,
        fullName: `${user.firstName} ${user.lastName}`,
        avatar: user.avatar,
        permissions: new Set(user.permissions),
        roleName: user.role.name,
        isAdmin: user.role.name === admin,
        isAnonymous: user.role.name === anonymous,
        needsSecondFactor: user.needsSecondFactor ?? false,
      },
    };
  }
  return cached.user;
}

/** The logged-in user; undefined if nobody is logged in. */
export function currentUser(): User | undefined {
  return userOf(useTokens.getState().authToken);
}

/** Whether a session is stored in this browser; its access token may have expired. */
export function isLoggedIn(): boolean {
  return useTokens.getState().refreshToken !== null;
}

/** The user who stays on a page after its session ended: their input must not vanish with what only they may see. */
let formerUser: User | undefined;

/** The username this page belongs to, also after its session has ended. */
let pageOwner = currentUser()?.username;
let pageObsolete = false;

/** The logged-in user, for components, or the one logged in when this page's session ended; undefined if nobody was. */
export function useUser(): User | undefined {
  return userOf(useTokens((tokens) => tokens.authToken)) ?? formerUser;
}

/** The username under which data is stored in this browser. */
export function useUsername(): string {
  return useUser()?.username ?? "";
}

/** Stores a new token pair. An unreadable pair ends the session, is logged, and throws 'Invalid JWT token'. */
export function storeTokens({ authToken, refreshToken }: TokenPair): void {
  try {
    const { iat } = decodeToken(authToken);
    // Without an issue time the clocks are assumed to agree.
    const serverAheadMs = iat === undefined ? 0 : iat * 1000 - Date.now();
    useTokens.setState({ authToken, refreshToken, serverAheadMs });
    pageOwner = currentUser()?.username;
  } catch (error) {
    console.error(error);
    clearTokens();
    throw error;
  }
}

/** Ends the session in this browser, sending its other tabs to the login; the server is not notified, and this page stays. */
export function clearTokens(): void {
  useTokens.setState(noTokens);
}

/** Full page loads, which discard everything in memory. */
export const browser = {
  load: (path: string) => window.location.assign(path),
  reload: () => window.location.reload(),
};

/** Whether this page belongs to a user who is no longer logged in here: it sends nothing more, and another is being loaded. */
export function isPageObsolete(): boolean {
  return pageObsolete;
}

// Runs before the forms' own listener, as the router imports this file: nobody is asked to stay because of another
// user's input.
window.addEventListener(
  "beforeunload",
  (event) => {
    if (pageObsolete) event.stopImmediatePropagation();
  },
  { capture: true },
);

/** Ends the session and loads the login page from scratch, so that nothing stays in memory. */
export function leave(): void {
  pageObsolete = true;
  clearTokens();
  browser.load("/login");
}

/** Like `leave`, for a session that ended by itself: the login page says so, and leads back here. */
export function leaveEndedSession(): void {
  // A call in flight is refused when its session is gone: a user who has just logged out need not be told.
  if (pageObsolete) return;
  const { pathname, search, hash } = window.location;
  formerUser = currentUser() ?? formerUser;
  clearTokens();
  browser.load(`/login?${new URLSearchParams({ ended: "true", next: pathname + search + hash })}`);
}

/**
 * Takes over what other tabs have stored: new tokens; for another user, or none, it loads a new page. A user who stayed
 * on a page after its session ended, and logs in again in another tab, keeps their input.
 */
export async function syncFromStorage(): Promise<void> {
  const before = currentUser()?.username;
  await useTokens.persist.rehydrate();
  const now = currentUser()?.username;
  if (now === (pageOwner ?? before)) return;
  pageObsolete = true;
  if (now === undefined) browser.load("/login");
  else browser.reload();
}

/** Follows changes by other tabs, including those made while this page was in the back/forward cache. */
export function followOtherTabs(): void {
  window.addEventListener("storage", ({ key }) => {
    // A null key means the whole storage was cleared.
    if (key === storageKey || key === null) void syncFromStorage();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void syncFromStorage();
  });
}
