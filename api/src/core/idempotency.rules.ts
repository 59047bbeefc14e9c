import { createHash } from "node:crypto";

/** Whether a key of an idempotent call can be kept: 1 to 200 printable ASCII characters without blanks. */
export function isIdempotencyKey(given: string | string[]): given is string {
  return typeof given === "string" && /^[\x21-\x7e]{1,200}$/.test(given);
}

/**
 * What of a call's body is kept with its key, so that another body under the same key is told from the same call again; some
 * calls have none.
 */
export function bodySha256(body: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(body ?? null))
    .digest("hex");
}
