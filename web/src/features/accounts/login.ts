import type { login as loginCall, TokenPair } from "@tonneline/contract/accounts";
import type { RequestOf } from "@tonneline/contract/endpoint";
import { bare, call } from "../../lib/api.ts";

const login = bare<typeof loginCall>({ method: "POST", path: "/auth/login" });

export type Credentials = RequestOf<typeof loginCall>["body"];

/**
 * Answers tokens, which the caller keeps. SECOND_FACTOR_REQUIRED asks for the same with a code, PASSKEY_REQUIRED for a
 * passkey instead. Throws DeviceFailure as `requireStorage` does.
 */
export async function logIn(body: Credentials): Promise<TokenPair> {
  await requireStorage();
  return await call(login, { body });
}

/**
 * Before a login: throws DeviceFailure, which says what to do, where the browser has no room for the tokens or was told to
 * keep nothing of this site. The next page would know of nobody, and lead back here without a word.
 */
export async function requireStorage(): Promise<void> {
  const key = "storage-probe";
  try {
    // About as long as both tokens.
    localStorage.setItem(key, "x".repeat(2000));
    localStorage.removeItem(key);
  } catch (cause) {
    // Rare words, which the first page is spared.
    throw (await import("./nothingKept.ts")).nothingKept(cause);
  }
}

/** What is wrong with what was typed, by field, in the contract's words; its schemas are loaded with the first look. */
export async function faultsOf(
  typed: Credentials,
): Promise<Partial<Record<keyof Credentials, string>>> {
  const { login: complete } = await import("@tonneline/contract/accounts");
  const issues = complete.body.safeParse(typed).error?.issues ?? [];
  // The first of a field counts.
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path[0], message]));
}
