import type { PasskeyChallenge, PasskeyCreation } from "@tonneline/contract/passkeys";
import type { NewPasskey, PasskeyAnswer } from "@tonneline/contract/proof";
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { decodeAttestationObject, isoBase64URL } from "@simplewebauthn/server/helpers";
import type { Seal } from "../../core/sealing.ts";

const challengeMs = 5 * 60_000;
/** EdDSA, ES256, RS256: what devices make. */
const algorithms = [-8, -7, -257];

/** The public half of a passkey, as it is kept. */
export interface StoredKey {
  credentialId: string;
  publicKey: Buffer;
  transports: string[];
  counter: number;
}

/** What a challenge is for: a login, or one account's proof or new passkey. */
export type Aim = "login" | `proof ${number}` | `new ${number}`;

/** The place that passkeys are for. */
export interface WebAuthn {
  origin: string;
  rpId: string;
  seal: Seal;
}

/**
 * Passkeys (WebAuthn level 3) of the place that `publicUrl` names; the device verifies its user each time. A challenge carries
 * its aim and its time, the database's, under `seal`: nothing is stored of those that nobody answers.
 */
export function webAuthnAt(publicUrl: string, seal: Seal): WebAuthn {
  const { origin, hostname: rpId } = new URL(publicUrl);
  return { origin, rpId, seal };
}

function sealedChallenge(place: WebAuthn, aim: Aim, now: Date): string {
  const time = Buffer.alloc(8);
  time.writeDoubleBE(now.getTime());
  return place.seal.close(time, aim).toString("base64url");
}

/** When a challenge for this aim was made; undefined for another aim's, for none of ours, and after five minutes. */
function madeAt(place: WebAuthn, challenge: string, aim: Aim, now: Date): Date | undefined {
  const time = place.seal.open(Buffer.from(challenge, "base64url"), aim);
  const at = time && new Date(time.readDoubleBE());
  return at && now.getTime() - at.getTime() <= challengeMs ? at : undefined;
}

/** Without keys whatever passkey a device has for this place may answer. */
export function challengeFor(
  place: WebAuthn,
  aim: Aim,
  now: Date,
  keys: readonly StoredKey[] = [],
): PasskeyChallenge {
  return {
    challenge: sealedChallenge(place, aim, now),
    timeout: challengeMs,
    rpId: place.rpId,
    userVerification: "required",
    allowCredentials: keys.map(listed),
  };
}

/** For a passkey of this account on a device that has none of `keys`. */
export function creationFor(
  place: WebAuthn,
  user: { id: number; username: string },
  now: Date,
  keys: readonly StoredKey[],
): PasskeyCreation {
  const { id, username } = user;
  return {
    challenge: sealedChallenge(place, `new ${id}`, now),
    timeout: challengeMs,
    rp: { id: place.rpId, name: "Tonneline" },
    user: { id: handleOf(id), name: username, displayName: username },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: "public-key" })),
    excludeCredentials: keys.map(listed),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
  };
}

/** The key of a new passkey; undefined when anything of it is not as it must be. */
export function madeKey(
  place: WebAuthn,
  userId: number,
  passkey: NewPasskey,
  now: Date,
): Promise<StoredKey | undefined> {
  return unlessWrong(async () => {
    if (hasCertificates(passkey.response.attestationObject)) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...passkey, clientExtensionResults: {} },
      expectedChallenge: (text) => madeAt(place, text, `new ${userId}`, now) !== undefined,
      expectedOrigin: place.origin,
      expectedRPID: place.rpId,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return undefined;
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    const transports = passkey.response.transports ?? [];
    return { credentialId, publicKey: Buffer.from(publicKey), counter, transports };
  });
}

/**
 * The new count of a kept key whose answer is right, and when its challenge was made; undefined for any other answer,
 * and for a count that did not rise: the key was copied.
 */
export function answeredBy(
  place: WebAuthn,
  aim: Aim,
  answer: PasskeyAnswer,
  key: StoredKey & { userId: number },
  now: Date,
): Promise<{ counter: number; madeAt: Date } | undefined> {
  return unlessWrong(async () => {
    const { userHandle } = answer.response;
    if (userHandle !== undefined && userHandle !== handleOf(key.userId)) return undefined;
    let at: Date | undefined;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: (text) => (at = madeAt(place, text, aim, now)) !== undefined,
      expectedOrigin: place.origin,
      expectedRPID: place.rpId,
      credential: {
        id: key.credentialId,
        publicKey: Uint8Array.from(key.publicKey),
        counter: key.counter,
      },
    });
    return verified && at ? { counter: authenticationInfo.newCounter, madeAt: at } : undefined;
  });
}

/** What a device keeps of whose passkey it is: nothing that names the person. */
function handleOf(userId: number): string {
  return Buffer.from(String(userId)).toString("base64url");
}

function listed({ credentialId, transports }: StoredKey) {
  return { id: credentialId, type: "public-key" as const, transports };
}

// None are asked for, and checking them would fetch an address that the caller chose.
function hasCertificates(attestationObject: string): boolean {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format: string = decoded.get("fmt");
  return (
    format !== "none" && (format !== "packed" || decoded.get("attStmt").get("x5c") !== undefined)
  );
}

/** The library throws plain errors at whatever a caller may have made up. */
async function unlessWrong<T>(check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check();
  } catch {
    return undefined;
  }
}
