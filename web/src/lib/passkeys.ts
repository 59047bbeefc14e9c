import type {
  createMyPasskeyChallenge,
  PasskeyChallenge,
  PasskeyCreation,
} from "@tonneline/contract/passkeys";
import type { NewPasskey, PasskeyAnswer } from "@tonneline/contract/proof";
import { endpointRef, call, DeviceFailure } from "./api.ts";
import { i18n } from "./i18n.ts";

const myChallenge = endpointRef<typeof createMyPasskeyChallenge>({
  method: "POST",
  path: "/me/passkeys/challenge",
});

/** Has the device create a passkey. Throws DeviceFailure if the device or its user refuses. */
export function createPasskey(optionsJSON: PasskeyCreation): Promise<NewPasskey> {
  return withLibrary((library) => library.startRegistration({ optionsJSON }));
}

/** Has the device answer a challenge. Throws DeviceFailure if the device or its user refuses. */
export function answerChallenge(optionsJSON: PasskeyChallenge): Promise<PasskeyAnswer> {
  return withLibrary((library) => library.startAuthentication({ optionsJSON }));
}

/** Has the user confirm a sensitive action with one of their own passkeys. */
export async function proveByPasskey(): Promise<PasskeyAnswer> {
  return answerChallenge(await call(myChallenge, {}));
}

type Library = typeof import("@simplewebauthn/browser");

/** Loads the library on first use, to keep the login page small. */
async function withLibrary<T>(run: (library: Library) => Promise<T>): Promise<T> {
  const library = await import("@simplewebauthn/browser");
  try {
    return await run(library);
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    const isRegistered = cause.name === "InvalidStateError";
    const text = i18n.t(
      isRegistered ? "accounts.login.passkeyThere" : "accounts.login.passkeyNotUsed",
    );
    throw new DeviceFailure(text, { cause });
  }
}
