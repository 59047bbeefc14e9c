import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { Executor } from "../db.ts";
import { refuse } from "../errors.ts";
import type { FileStore } from "../files.ts";
import type { FileAnswer } from "./serve.ts";

/** A kept file as an answer. NOT_FOUND for `null` (not made yet) and for an id without a row. */
export async function fileAnswer(
  executor: Executor,
  store: FileStore,
  fileId: number | null | undefined,
): Promise<FileAnswer> {
  const row = await executor
    .selectFrom("files")
    .select(["storage_key as storageKey", "name", "media_type as mediaType", "bytes", "sha256"])
    .where("id", "=", fileId ?? 0)
    .executeTakeFirst();
  if (!row) return refuse("NOT_FOUND");
  const { storageKey, ...rest } = row;
  return { ...rest, read: (part) => store.read(storageKey, part) };
}

/** Bytes that were made for this answer and are kept nowhere. */
export function bytesAnswer(bytes: Buffer, name: string, mediaType: string): FileAnswer {
  return {
    name,
    mediaType,
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    read: async (part) =>
      Readable.from([part ? bytes.subarray(part.first, part.last + 1) : bytes], {
        objectMode: false,
      }),
  };
}
