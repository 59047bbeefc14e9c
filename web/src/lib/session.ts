import type { roleNames, SessionUser, TokenPair } from "@tonneline/contract/accounts";
import { create } from "zustand";
import { persist } from "zustand/middleware";

const storageKey = "auth-storage";

// As the contract has them; its schemas are larger than the page that has to know who is logged in.
const admin: (typeof roleNames)["admin"] = "Admin";
const anonymous: (typeof roleNames)["anonymous"] = "Anonymous";

/** `exp`: until when it holds, `iat`: when the server made it, in seconds. */
interface Payload {
  user: SessionUser;
  exp: number;
  iat?: number;
}

interface Tokens {
  authToken: string | null;
  refreshToken: string | null;
  /** How far the server's clock was ahead of ours when it made the tokens. */
  serverAheadMs: number;
}
const noTokens: Tokens = { authToken: null, refreshToken: null, serverAheadMs: 0 };

/** Both tokens, kept in the browser's local storage. What is stored and cannot be read is no session. */
export const useTokens = create<Tokens>()(
  persist((): Tokens => noTokens, {
    name: storageKey,
    merge: (stored, present) => {
      const tokens = { ...noTokens, ...(stored as Partial<Tokens> | undefined) };
      const readable = isReadable(tokens.authToken) && tokens.refreshToken !== null;
      if (tokens.authToken !== null && !readable) forgetUnreadable();
      return { ...present, ...(readable ? tokens : noTokens) };
    },
    onRehydrateStorage: () => (_, error) => {
      if (error !== undefined) forgetUnreadable();
    },
  }),
);

// At once: nobody else who looks into the storage may take it for a session.
function forgetUnreadable(): void {
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
  /** A second factor has to be set up before anything else. */
  needsSecondFactor: boolean;
}

/** What a token says; throws 'Invalid JWT token' when it cannot be decoded. */
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

function isPayload(given: unknown): given is Payload {
  const { user, exp, iat } = (given ?? {}) as Partial<Payload>;
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

/** The time by the server's clock, in milliseconds: what it says of times is compared with it, as ours may be wrong. */
export function serverNow(): number {
  return Date.now() + useTokens.getState().serverAheadMs;
}

// As `serverAheadMs`, of the clock that nobody sets; it may stand still while the computer sleeps.
let aheadOfSteadyMs = -Infinity;
// Also of tokens that another tab was given.
useTokens.subscribe(({ authToken, serverAheadMs }, before) => {
  if (authToken !== before.authToken)
    aheadOfSteadyMs = serverAheadMs + Date.now() - performance.now();
});

/** A token is valid while its expiry is in the future, by the server's clock; `marginMs` asks for that much more. */
export function isValid(token: string | null, marginMs = 0): token is string {
  if (!isReadable(token)) return false;
  // Ours may have been set back since: whoever sends a token that has run out is logged out.
  const now = Math.max(serverNow(), performance.now() + aheadOfSteadyMs);
  return decodeToken(token).exp * 1000 > now + marginMs;
}

let known: { token: string; user: User } | undefined;

function userOf(token: string | null): User | undefined {
  if (token === null) return undefined;
  if (known?.token !== token) {
    const { user } = decodeToken(token);
    known = {
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
  return known.user;
}

/** The logged-in user; undefined when nobody is. */
export function currentUser(): User | undefined {
  return userOf(useTokens.getState().authToken);
}

/** Whether a session is kept in this browser; its access token may have run out. */
export function isLoggedIn(): boolean {
  return useTokens.getState().refreshToken !== null;
}

/** Who stays on a page whose session has ended: what they typed must not go with what only they may see. */
let stayed: User | undefined;

/** The logged-in user, for components, or who was when the session of this page ended; undefined when nobody was. */
export function useUser(): User | undefined {
  return userOf(useTokens((tokens) => tokens.authToken)) ?? stayed;
}

/** The name that what is kept in this browser is kept under. */
export function useUsername(): string {
  return useUser()?.username ?? "";
}

/** Takes over a new pair. A pair that cannot be read ends the session, is logged, and throws 'Invalid JWT token'. */
export function storeTokens({ authToken, refreshToken }: TokenPair): void {
  try {
    const { iat } = decodeToken(authToken);
    // Without the moment of issue the clocks are taken to agree.
    const serverAheadMs = iat === undefined ? 0 : iat * 1000 - Date.now();
    useTokens.setState({ authToken, refreshToken, serverAheadMs });
    shownTo = currentUser()?.username;
  } catch (error) {
    console.error(error);
    clearTokens();
    throw error;
  }
}

/** Ends the session in this browser, whose other tabs go to the login; the server is not told, and this page stays. */
export function clearTokens(): void {
  useTokens.setState(noTokens);
}

/** Loading pages from the start, which forgets all that is in memory. */
export const browser = {
  load: (path: string) => window.location.assign(path),
  reload: () => window.location.reload(),
};

/** Whom this page is for, also when the session has ended since. */
let shownTo = currentUser()?.username;
let over = false;

/** Whether this page is of somebody who is no longer logged in here: it sends nothing more, and another is being loaded. */
export function isOver(): boolean {
  return over;
}

// Heard before the forms' own listener, as the router needs this file: nobody is asked to stay with what somebody else typed.
window.addEventListener(
  "beforeunload",
  (event) => {
    if (over) event.stopImmediatePropagation();
  },
  { capture: true },
);

/** Forgets the session and loads the login page afresh, so that nothing of it stays in memory. */
export function leave(): void {
  over = true;
  clearTokens();
  browser.load("/login");
}

/** As `leave`, where the session has ended by itself: the login page says so, and leads back here. */
export function leaveEnded(): void {
  // A call that was under way is refused when its session is gone: that is no news to who has just logged out.
  if (over) return;
  const { pathname, search } = window.location;
  stayed = currentUser() ?? stayed;
  clearTokens();
  browser.load(`/login?${new URLSearchParams({ ended: "true", next: pathname + search })}`);
}

/**
 * Takes over what other tabs have stored: new tokens; another user, or none, means a page from the start. Whoever stayed on
 * a page whose session had ended, and logs in again elsewhere, goes on with what they typed.
 */
export async function takeOver(): Promise<void> {
  const before = currentUser()?.username;
  await useTokens.persist.rehydrate();
  const now = currentUser()?.username;
  if (now === (shownTo ?? before)) return;
  over = true;
  if (now === undefined) browser.load("/login");
  else browser.reload();
}

/** Follows what other tabs do, and what they did while this page was kept for a step back. */
export function followOtherTabs(): void {
  window.addEventListener("storage", ({ key }) => {
    // A key of null: the whole storage was cleared.
    if (key === storageKey || key === null) void takeOver();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void takeOver();
  });
}
