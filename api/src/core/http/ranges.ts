import type { ByteRange } from "../files.ts";

/**
 * Returns the range of a file of `bytes` bytes that a Range header requests (RFC 9110, 14.2). Undefined if the whole file is to
 * be sent: no header, another unit, several ranges, or a malformed one. "beyond" if it starts after the end.
 */
export function rangeOf(
  header: string | undefined,
  bytes: number,
): ByteRange | "beyond" | undefined {
  // Blanks match at one position only: with two candidates, a header full of blanks would take quadratic time.
  const match = /^bytes=\s*(?:(\d{1,15})\s*)?-\s*(?:(\d{1,15})\s*)?$/i.exec(header ?? "");
  const [, from = "", to = ""] = match ?? [];
  if (!from && !to) return undefined;
  if (!from) {
    const length = Math.min(Number(to), bytes);
    return length === 0 ? "beyond" : { first: bytes - length, last: bytes - 1 };
  }
  const first = Number(from);
  const last = to ? Math.min(Number(to), bytes - 1) : bytes - 1;
  if (to && Number(to) < first) return undefined;
  return first >= bytes ? "beyond" : { first, last };
}
