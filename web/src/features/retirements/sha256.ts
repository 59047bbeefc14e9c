/**
 * Returns the SHA-256 hash in hexadecimal; undefined where the browser lacks crypto.subtle, that is on pages without
 * https.
 */
export async function sha256Of(file: Blob): Promise<string | undefined> {
  // The types have it as always defined, but it exists only in secure contexts.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return undefined;
  const digest = new Uint8Array(await subtle.digest("SHA-256", await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
