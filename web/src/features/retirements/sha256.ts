/** SHA-256 in hexadecimal digits; undefined where the browser has no cryptography, which is on pages without https. */
export async function sha256Of(file: Blob): Promise<string | undefined> {
  // Typed as always there, but only in secure contexts.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return undefined;
  const digest = new Uint8Array(await subtle.digest("SHA-256", await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
