import { createHash } from "node:crypto";

/** Returns whether an idempotency key is valid: 1 to 200 printable ASCII characters without blanks. */
export function isIdempotencyKey(given: string | string[]): given is string {
  return typeof given === "string" && /^[\x21-\x7e]{1,200}$/.test(given);
}

/**
 * The digest of a call's body, stored with its key to distinguish a repeated call from another body under the same key; some
 * calls have no body.
 */
export function bodySha256(body: unknown): string {
  return bytesSha256(JSON.stringify(body ?? null));
}

/** The digest of bytes, or of a text in UTF-8, in hexadecimal. */
export function bytesSha256(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}
