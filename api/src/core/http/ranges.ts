import type { ByteRange } from "../files.ts";

/**
 * The part of `bytes` bytes that a Range header asks for (RFC 9110, 14.2). Undefined when all of them are to be
 * answered: no header, another unit, several parts, or one that cannot be read. "beyond" when the file ends before it.
 */
export function rangeOf(
  header: string | undefined,
  bytes: number,
): ByteRange | "beyond" | undefined {
  // Blanks stand in one place at a time: where two could take them, a header full of them takes its length squared.
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
