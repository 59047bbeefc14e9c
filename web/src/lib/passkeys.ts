import {
  challengeMyPasskeys,
  type PasskeyChallenge,
  type PasskeyCreation,
} from "@tonneline/contract/passkeys";
import type { NewPasskey, PasskeyAnswer } from "@tonneline/contract/proof";
import { call, DeviceFailure } from "./api.ts";
import { i18n } from "./i18n.ts";

/** Whether this browser takes passkeys at this address: none does where the address is in numbers or unprotected. */
export function canUsePasskeys(): boolean {
  const inNumbers = /^\[|^[\d.]+$/.test(window.location.hostname);
  return window.isSecureContext && "PublicKeyCredential" in window && !inNumbers;
}

/** Has the device make a passkey. Throws DeviceFailure when it, or its owner, does not. */
export function makePasskey(optionsJSON: PasskeyCreation): Promise<NewPasskey> {
  return asked((library) => library.startRegistration({ optionsJSON }));
}

/** Has the device answer a challenge. Throws DeviceFailure when it, or its owner, does not. */
export function answerChallenge(optionsJSON: PasskeyChallenge): Promise<PasskeyAnswer> {
  return asked((library) => library.startAuthentication({ optionsJSON }));
}

/** One of the caller's own passkeys, as the proof of a weighty step. */
export async function proveByPasskey(): Promise<PasskeyAnswer> {
  return answerChallenge(await call(challengeMyPasskeys, {}));
}

type Library = typeof import("@simplewebauthn/browser");

/** Loads the library with the first use: the login page is to stay small. */
async function asked<T>(ask: (library: Library) => Promise<T>): Promise<T> {
  const library = await import("@simplewebauthn/browser");
  try {
    return await ask(library);
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    const kept = cause.name === "InvalidStateError";
    const text = i18n.t(kept ? "accounts.passkeys.alreadyHere" : "accounts.passkeys.notUsed");
    throw new DeviceFailure(text, { cause });
  }
}
