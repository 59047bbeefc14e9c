import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts values that are stored in the database but must be useless to those who can only read the database. */
export interface Seal {
  /** Returns nonce, tag and ciphertext in one buffer. `owner` is needed again to open it. */
  close(plain: Buffer, owner: string): Buffer;
  /** Undefined if it was sealed with another secret or for another owner, or modified since. */
  open(sealed: Buffer, owner: string): Buffer | undefined;
}

/** AES-256-GCM with a separate key for each `purpose`, derived from the secret by HKDF (RFC 5869). */
export function createSeal(secret: string, purpose: string): Seal {
  const key = Buffer.from(hkdfSync("sha256", secret, "", `tonneline ${purpose}`, 32));
  return {
    close(plain, owner) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(owner));
      const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
    },
    open(sealed, owner) {
      if (sealed.length <= nonceBytes + tagBytes) return undefined;
      const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes))
        .setAAD(Buffer.from(owner))
        .setAuthTag(tag);
      const plain = decipher.update(sealed.subarray(nonceBytes + tagBytes));
      try {
        return Buffer.concat([plain, decipher.final()]);
      } catch {
        // The tag does not match; Node's error has no code.
        return undefined;
      }
    },
  };
}
