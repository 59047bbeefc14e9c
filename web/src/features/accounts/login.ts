import type { login as loginCall, TokenPair } from "@tonneline/contract/accounts";
import type { RequestOf } from "@tonneline/contract/endpoint";
import { endpointRef, call } from "../../lib/api.ts";

const login = endpointRef<typeof loginCall>({ method: "POST", path: "/auth/login" });

export type Credentials = RequestOf<typeof loginCall>["body"];

/**
 * Returns tokens, which the caller stores. SECOND_FACTOR_REQUIRED asks for the same with a code, PASSKEY_REQUIRED for
 * a passkey instead. Throws DeviceFailure like `requireStorage`.
 */
export async function logIn(body: Credentials): Promise<TokenPair> {
  await requireStorage();
  return await call(login, { body });
}

/**
 * Before a login: throws DeviceFailure, which says what to do, if the browser has no room for the tokens or must not
 * store anything for this site. The next page would find no session, and lead back here without explanation.
 */
export async function requireStorage(): Promise<void> {
  const key = "storage-probe";
  try {
    // About as long as both tokens.
    localStorage.setItem(key, "x".repeat(2000));
    localStorage.removeItem(key);
  } catch (cause) {
    // A rare message, loaded on demand to keep it out of the first page.
    throw (await import("./storageBlocked.ts")).storageBlocked(cause);
  }
}

/** Returns the validation errors by field, as worded in the contract, whose schemas are loaded on first use. */
export async function validationErrorsOf(
  typed: Credentials,
): Promise<Partial<Record<keyof Credentials, string>>> {
  const { login: complete } = await import("@tonneline/contract/accounts");
  const issues = complete.body.safeParse(typed).error?.issues ?? [];
  // The first error of a field wins.
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path[0], message]));
}
