import { refuse } from "./errors.ts";
import type { NewFile } from "./files.ts";

// Where readers look for the end marker, with room for what signing and sending tools append.
const endBytes = 2048;

/**
 * Returns the bytes of an uploaded PDF. Refuses with UNSUPPORTED_MEDIA_TYPE what lacks a PDF's magic number or its end
 * marker, such as a download that broke off: the declared name and type prove nothing.
 */
export function pdfBytesOf(uploaded: Uint8Array): Buffer {
  const bytes = Buffer.from(uploaded);
  const isPdf =
    bytes.subarray(0, 5).toString("latin1") === "%PDF-" &&
    bytes.subarray(-endBytes).toString("latin1").includes("%%EOF");
  if (isPdf) return bytes;
  return refuse("UNSUPPORTED_MEDIA_TYPE", {
    detail: "This file is not a PDF. Please choose a PDF.",
  });
}

/**
 * Returns an uploaded PDF as it is stored, with the end of its name, where only letters of any script, digits and what is
 * harmless in a file's name stay. Refuses as `pdfBytesOf` does.
 */
export function pdfOf({ name, bytes }: { name: string; bytes: Uint8Array }): NewFile {
  // macOS sends an ä as two characters.
  const plain = name.normalize("NFC").replaceAll(/[^\p{L}\p{M}\p{N}_. ()-]/gu, "_");
  return {
    name: plain.slice(-120) || "document.pdf",
    mediaType: "application/pdf",
    bytes: pdfBytesOf(bytes),
  };
}
