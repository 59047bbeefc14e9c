/** A fresh idempotency key: 32 hexadecimal digits. */
export function newKey(): string {
  // randomUUID exists only on https and localhost.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
