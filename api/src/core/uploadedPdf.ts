import { refuse } from "./errors.ts";

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
