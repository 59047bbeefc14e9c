import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Executor } from "../db.ts";
import { refuse } from "../errors.ts";
import type { FileStore } from "../files.ts";
import type { FileAnswer } from "./serve.ts";

/** Returns a stored file as an answer. NOT_FOUND without an id, and for an id without a row. */
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

/**
 * Returns a file that a job generates as an answer; waits a while if it is requested right away. `find` returns its id, null
 * until it is generated, and undefined if there is none: NOT_FOUND. UNAVAILABLE if it is not generated in time.
 */
export async function generatedFileAnswer(
  executor: Executor,
  store: FileStore,
  find: () => Promise<number | null | undefined>,
  patienceMs = 5000,
): Promise<FileAnswer> {
  for (let leftMs = patienceMs; leftMs > 0; leftMs -= 50) {
    const fileId = await find();
    if (fileId !== null) return await fileAnswer(executor, store, fileId);
    await sleep(50);
  }
  const detail = "This document is being made. Try again in a few seconds.";
  return refuse("UNAVAILABLE", { detail, retryAfterSeconds: 5 });
}

/** Returns bytes that were generated for this answer and are not stored. */
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
