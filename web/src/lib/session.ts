import { tokenPayload, roleNames, type TokenPair } from "@tonneline/contract/accounts";
import { create } from "zustand";
import { persist } from "zustand/middleware";

const storageKey = "auth-storage";
const noTokens = { authToken: null, refreshToken: null };

interface Tokens {
  authToken: string | null;
  refreshToken: string | null;
}

/** Both tokens, kept in the browser's local storage. */
export const useTokens = create<Tokens>()(persist((): Tokens => noTokens, { name: storageKey }));

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
}

/** What a token says; throws 'Invalid JWT token' when it cannot be decoded. */
export function decodeToken(token: string) {
  try {
    const base64 = token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return tokenPayload.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (error) {
    throw new Error("Invalid JWT token", { cause: error });
  }
}

/** A token is valid while its expiry is in the future. */
export function isValid(token: string | null, nowMs = Date.now()): token is string {
  return token !== null && decodeToken(token).exp * 1000 > nowMs;
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
        isAdmin: user.role.name === roleNames.admin,
        isAnonymous: user.role.name === roleNames.anonymous,
      },
    };
  }
  return known.user;
}

/** The logged-in user; undefined when nobody is. A token that cannot be decoded logs out. */
export function currentUser(): User | undefined {
  try {
    return userOf(useTokens.getState().authToken);
  } catch (error) {
    console.error(error);
    forgetTokens();
    return undefined;
  }
}

export function isLoggedIn(): boolean {
  return useTokens.getState().refreshToken !== null;
}

/** The logged-in user, for components; undefined when nobody is. */
export function useUser(): User | undefined {
  useTokens((tokens) => tokens.authToken);
  return currentUser();
}

/** The name that what is kept in this browser is kept under. */
export function useUsername(): string {
  return useUser()?.username ?? "";
}

export function keepTokens({ authToken, refreshToken }: TokenPair): void {
  useTokens.setState({ authToken, refreshToken });
}

export function forgetTokens(): void {
  useTokens.setState(noTokens);
}

/** Forgets the session and loads the login page anew, so that nothing of it stays in memory. */
export function leave(): void {
  forgetTokens();
  window.location.assign("/login");
}

/** Follows what other tabs do: new tokens are taken over, a logout there is a logout here. */
export function followOtherTabs(): void {
  window.addEventListener("storage", (event) => {
    if (event.key !== storageKey && event.key !== null) return;
    const wasLoggedIn = isLoggedIn();
    const before = currentUser()?.username;
    void useTokens.persist.rehydrate();
    if (event.newValue === null) forgetTokens();
    if (wasLoggedIn && !isLoggedIn()) window.location.assign("/login");
    // Somebody else logged in there: nothing shown here is theirs.
    else if (before && currentUser()?.username !== before) window.location.reload();
  });
}
