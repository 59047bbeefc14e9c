import type { PasskeyChallenge, PasskeyCreation } from "@tonneline/contract/passkeys";
import type { NewPasskey, PasskeyAnswer } from "@tonneline/contract/proof";
import type { Seal } from "../../core/sealing.ts";

const challengeMs = 5 * 60_000;
/** EdDSA, ES256, RS256: the algorithms devices use. */
const algorithms = [-8, -7, -257];

/** The public key of a passkey, as stored. */
export interface StoredKey {
  credentialId: string;
  publicKey: Buffer;
  transports: string[];
  counter: number;
}

/** The purpose of a challenge: a login, or one account's proof or new passkey. */
export type Aim = "login" | `proof ${number}` | `new ${number}`;

/** The relying party that passkeys are registered with. */
export interface WebAuthn {
  origin: string;
  rpId: string;
  seal: Seal;
}

/**
 * Creates the relying party for passkeys (WebAuthn level 3) from `publicUrl`; devices must verify the user each time. A
 * challenge contains its aim and the database's time, encrypted with `seal`: nothing is stored for unanswered challenges.
 */
export function webAuthnAt(publicUrl: string, seal: Seal): WebAuthn {
  const { origin, hostname: rpId } = new URL(publicUrl);
  return { origin, rpId, seal };
}

function sealedChallenge(relyingParty: WebAuthn, aim: Aim, now: Date): string {
  const time = Buffer.alloc(8);
  time.writeDoubleBE(now.getTime());
  return relyingParty.seal.close(time, aim).toString("base64url");
}

/** Returns when a challenge was made; undefined if it is for another aim, not ours, or older than five minutes. */
function madeAt(relyingParty: WebAuthn, challenge: string, aim: Aim, now: Date): Date | undefined {
  const time = relyingParty.seal.open(Buffer.from(challenge, "base64url"), aim);
  const at = time && new Date(time.readDoubleBE());
  return at && now.getTime() - at.getTime() <= challengeMs ? at : undefined;
}

/** Without keys, any passkey that a device has for this relying party may respond. */
export function challengeFor(
  relyingParty: WebAuthn,
  aim: Aim,
  now: Date,
  keys: readonly StoredKey[] = [],
): PasskeyChallenge {
  return {
    challenge: sealedChallenge(relyingParty, aim, now),
    timeout: challengeMs,
    rpId: relyingParty.rpId,
    userVerification: "required",
    allowCredentials: keys.map(listed),
  };
}

/** Creates the options for a new passkey of this account, on a device without any of `keys`. */
export function creationFor(
  relyingParty: WebAuthn,
  user: { id: number; username: string },
  now: Date,
  keys: readonly StoredKey[],
): PasskeyCreation {
  const { id, username } = user;
  return {
    challenge: sealedChallenge(relyingParty, `new ${id}`, now),
    timeout: challengeMs,
    rp: { id: relyingParty.rpId, name: "Tonneline" },
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

/** Verifies a new passkey and returns its key; undefined if anything about it is invalid. */
export async function madeKey(
  relyingParty: WebAuthn,
  userId: number,
  passkey: NewPasskey,
  now: Date,
): Promise<StoredKey | undefined> {
  // Loaded outside of `ifValid`: a file that cannot be read does not make a passkey invalid.
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const helpers = await import("@simplewebauthn/server/helpers");
  return await ifValid(async () => {
    if (hasCertificates(helpers, passkey.response.attestationObject)) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...passkey, clientExtensionResults: {} },
      expectedChallenge: (text) => madeAt(relyingParty, text, `new ${userId}`, now) !== undefined,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.rpId,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return undefined;
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    const transports = passkey.response.transports ?? [];
    return { credentialId, publicKey: Buffer.from(publicKey), counter, transports };
  });
}

/**
 * Verifies a response and returns the key's new counter and the time of its challenge; undefined if it is invalid, or if
 * the counter did not increase: the key was cloned.
 */
export async function answeredBy(
  relyingParty: WebAuthn,
  aim: Aim,
  answer: PasskeyAnswer,
  key: StoredKey & { userId: number },
  now: Date,
): Promise<{ counter: number; madeAt: Date } | undefined> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  return await ifValid(async () => {
    const { userHandle } = answer.response;
    if (userHandle !== undefined && userHandle !== handleOf(key.userId)) return undefined;
    let at: Date | undefined;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: (text) => (at = madeAt(relyingParty, text, aim, now)) !== undefined,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.rpId,
      credential: {
        id: key.credentialId,
        publicKey: Uint8Array.from(key.publicKey),
        counter: key.counter,
      },
    });
    return verified && at ? { counter: authenticationInfo.newCounter, madeAt: at } : undefined;
  });
}

/** The user handle stored on a device: it must not identify the person. */
function handleOf(userId: number): string {
  return Buffer.from(String(userId)).toString("base64url");
}

function listed({ credentialId, transports }: StoredKey) {
  return { id: credentialId, type: "public-key" as const, transports };
}

// Attestation certificates are not requested, and verifying them would fetch a URL chosen by the caller.
function hasCertificates(
  { decodeAttestationObject, isoBase64URL }: typeof import("@simplewebauthn/server/helpers"),
  attestationObject: string,
): boolean {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format: string = decoded.get("fmt");
  return (
    format !== "none" && (format !== "packed" || decoded.get("attStmt").get("x5c") !== undefined)
  );
}

/** The library throws plain errors for invalid input. */
async function ifValid<T>(check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check();
  } catch {
    return undefined;
  }
}
