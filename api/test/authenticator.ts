import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { PasskeyChallenge, PasskeyCreation } from "@tonneline/contract/passkeys";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** Errors that a test can make the device commit. */
interface Faults {
  origin?: string;
  rpId?: string;
  /** The device did not verify its user. */
  unverified?: boolean;
  counter?: number;
  userHandle?: string;
  /** The new key's attestation. */
  attestation?: { format: string; statement: Map<string, unknown> };
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest();

/** Simulates a device with one passkey (ES256), answering like a browser at `origin`. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(32);
  const id = base64url(credentialId);
  let counter = 0;
  let handle = "";

  function clientData(type: string, challenge: string, faults: Faults): Buffer {
    const content = { type, challenge, origin: faults.origin ?? origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(content));
  }

  /** rpIdHash, flags (present, verified, with or without a key) and counter: WebAuthn, 6.1. */
  function authenticatorData(rpId: string, faults: Faults, attested?: Buffer): Buffer {
    const flags = 0x01 | (faults.unverified ? 0 : 0x04) | (attested ? 0x40 : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(faults.counter ?? counter, 1);
    return Buffer.concat([sha256(faults.rpId ?? rpId), head, attested ?? Buffer.alloc(0)]);
  }

  function attestedKey(): Buffer {
    const { x, y } = publicKey.export({ format: "jwk" });
    const coordinate = (text: string) => Uint8Array.from(Buffer.from(text, "base64url"));
    const cose = new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x!)],
      [-3, coordinate(y!)],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credentialId.length);
    return Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(cose)]);
  }

  return {
    id,
    /** Creates the passkey. */
    make(creation: PasskeyCreation, faults: Faults = {}) {
      handle = creation.user.id;
      const { format, statement } = faults.attestation ?? { format: "none", statement: new Map() };
      const object = new Map<string, unknown>([
        ["fmt", format],
        ["attStmt", statement],
        ["authData", Uint8Array.from(authenticatorData(creation.rp.id, faults, attestedKey()))],
      ]);
      return {
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: base64url(clientData("webauthn.create", creation.challenge, faults)),
          attestationObject: base64url(
            isoCBOR.encode(object as Parameters<typeof isoCBOR.encode>[0]),
          ),
          transports: ["internal", "hybrid"],
        },
      };
    },
    /** Answers a challenge, and increments the counter. */
    answer({ challenge, rpId }: PasskeyChallenge, faults: Faults = {}) {
      counter += 1;
      const clientDataJSON = clientData("webauthn.get", challenge, faults);
      const data = authenticatorData(rpId, faults);
      const signature = sign("sha256", Buffer.concat([data, sha256(clientDataJSON)]), privateKey);
      return {
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: base64url(clientDataJSON),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle: faults.userHandle ?? handle,
        },
      };
    },
  };
}
