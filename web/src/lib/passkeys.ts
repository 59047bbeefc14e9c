import type {
  challengeMyPasskeys,
  PasskeyChallenge,
  PasskeyCreation,
} from "@tonneline/contract/passkeys";
import type { NewPasskey, PasskeyAnswer } from "@tonneline/contract/proof";
import { bare, call, DeviceFailure } from "./api.ts";
import { i18n } from "./i18n.ts";

const myChallenge = bare<typeof challengeMyPasskeys>({
  method: "POST",
  path: "/me/passkeys/challenge",
});

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
  return answerChallenge(await call(myChallenge, {}));
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
    const text = i18n.t(kept ? "accounts.login.passkeyThere" : "accounts.login.passkeyNotUsed");
    throw new DeviceFailure(text, { cause });
  }
}
