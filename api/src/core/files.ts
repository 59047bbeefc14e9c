import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { FileStorage, Visibility } from "@flystorage/file-storage";
import { LocalStorageAdapter } from "@flystorage/local-fs";
import { z } from "zod";
import type { Tx } from "./db.ts";
import { addJob, job, jobHandler, type JobHandlers } from "./jobs.ts";
import { withIdleTimeout } from "./idleTimeout.ts";

export interface NewFile {
  /** As people see it; never part of the place where the bytes are. */
  name: string;
  mediaType: string;
  bytes: Buffer;
}

/** Bytes of a file by their places, from 0, both ends included. */
export interface ByteRange {
  first: number;
  last: number;
}

export interface FileStore {
  /**
   * Keeps the bytes and their row in `files`, and returns its id. The bytes are written first: a transaction that is
   * rolled back leaves bytes nobody knows, never a row without bytes.
   */
  keep(tx: Tx, file: NewFile): Promise<number>;
  /** The bytes behind a row's `storage_key`, or a part of them that lies within the file. */
  read(storageKey: string, part?: ByteRange): Promise<Readable>;
  /** Removes the row of a file that nothing names any more, and posts the job that removes its bytes. */
  drop(tx: Tx, fileId: number): Promise<void>;
  /** Removes bytes whose row is gone. */
  remove(storageKey: string): Promise<void>;
  /** Throws unless something can be kept at this moment. */
  requireRoom(): Promise<void>;
  /** Puts bytes where they were: a restore brings their row by itself. */
  putBack(storageKey: string, mediaType: string, bytes: Buffer): Promise<void>;
  /** It keeps no bytes yet. */
  isEmpty(): Promise<boolean>;
}

const fileRemove = job("files.remove", z.object({ storageKey: z.string() }));

/** Removes the bytes of dropped files: after the commit, and again where the store was away or a server died. */
export function fileJobs(store: FileStore): JobHandlers {
  return jobHandler(fileRemove, ({ storageKey }) => store.remove(storageKey));
}

export interface Bucket {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Files in a folder, which is made with the first one. */
export function folderStore(folder: string): FileStore {
  const folders = { rootDirectoryVisibility: Visibility.PRIVATE };
  const storage = new FileStorage(new LocalStorageAdapter(folder, folders));
  const readPart = async (key: string, { first, last }: ByteRange) =>
    createReadStream(path.join(folder, key), { start: first, end: last });
  const isEmpty = async () => {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    });
    // The number that names the store is no file of it.
    return names.every((name) => name.startsWith("."));
  };
  const privately = { visibility: Visibility.PRIVATE, directoryVisibility: Visibility.PRIVATE };
  const write: Write = async (key, bytes, mimeType) => {
    try {
      await storage.write(key, bytes, { ...privately, mimeType });
    } catch (error) {
      // What a full disk has taken of it nobody knows, and it stands in the way of what is smaller.
      await rm(path.join(folder, key), { force: true }).catch(() => {});
      throw error;
    }
  };
  return storeOver(storage, write, readPart, isEmpty);
}

// In milliseconds; the second one is for the whole of a request until its answer begins, and for each wait within that.
const storeLimits = { connectionTimeout: 3000, requestTimeout: 20_000 };

/** A client that addresses by path, as all S3-compatible servers understand. */
async function openBucket(
  { bucket: _, accessKeyId, secretAccessKey, ...at }: Bucket,
  maxAttempts?: number,
) {
  const { S3Client } = await import("@aws-sdk/client-s3");
  const client = new S3Client({
    ...at,
    ...(maxAttempts && { maxAttempts }),
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // Without limits a server that accepts and then says nothing would keep requests, and their transactions, for ever.
    requestHandler: { ...storeLimits, throwOnRequestTimeout: true },
    // Else uploads end in a checksum that older servers take for part of the file.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  // Whoever said nothing for that long is not asked again: the client would take three times as long.
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        if (!(error instanceof Error) || error.name !== "TimeoutError") throw error;
        // Not as its cause, which the client would look at.
        throw new AggregateError([error], "The file store does not answer");
      }
    },
    { step: "finalizeRequest", priority: "low", name: "askSilentStoreOnce" },
  );
  return client;
}

/** Lists at most one file, in one try: throws what the server, or the way to it, says against it. */
export async function checkBucket(options: Bucket): Promise<void> {
  const { ListObjectsV2Command } = await import("@aws-sdk/client-s3");
  const client = await openBucket(options, 1);
  try {
    await client.send(new ListObjectsV2Command({ Bucket: options.bucket, MaxKeys: 1 }));
  } finally {
    client.destroy();
  }
}

/**
 * Files in a bucket of an S3-compatible server. A server that keeps its files in a folder starts without the client's
 * packages. A file that stops coming for `silenceMs` while it is read fails as a server that is away.
 */
export async function bucketStore(
  options: Bucket,
  silenceMs = storeLimits.requestTimeout,
): Promise<FileStore> {
  const { bucket } = options;
  const [{ GetObjectCommand, ListObjectsV2Command }, { AwsS3StorageAdapter }] = await Promise.all([
    import("@aws-sdk/client-s3"),
    import("@flystorage/aws-s3"),
  ]);
  const client = await openBucket(options);
  const readPart = async (Key: string, { first, last }: ByteRange) => {
    const Range = `bytes=${first}-${last}`;
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key, Range }));
    return Body as Readable;
  };
  const isEmpty = async () => {
    const { KeyCount = 0 } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
    return KeyCount === 0;
  };
  const storage = new FileStorage(new AwsS3StorageAdapter(client, { bucket }));
  // No access list is sent: many servers refuse them, and a bucket's files are private until said otherwise.
  const write: Write = (key, bytes, mimeType) => storage.write(key, bytes, { mimeType });
  const store = storeOver(storage, write, readPart, isEmpty);
  return {
    ...store,
    read: async (storageKey, part) =>
      withIdleTimeout(await store.read(storageKey, part), silenceMs),
  };
}

/** Keeps the bytes as a whole, or none of them. */
type Write = (storageKey: string, bytes: Buffer, mediaType: string) => Promise<void>;

/** `readPart` stands beside the storage, which reads files only as a whole. */
function storeOver(
  storage: FileStorage,
  write: Write,
  readPart: (storageKey: string, part: ByteRange) => Promise<Readable>,
  isEmpty: () => Promise<boolean>,
): FileStore {
  return {
    async keep(tx, { name, mediaType, bytes }) {
      const key = `${mediaType.replace(/[^a-z]+/g, "-")}/${randomUUID()}`;
      await write(key, bytes, mediaType);
      const row = await tx
        .insertInto("files")
        .values({
          storage_key: key,
          name,
          media_type: mediaType,
          bytes: bytes.length,
          sha256: createHash("sha256").update(bytes).digest("hex"),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return row.id;
    },
    async drop(tx, fileId) {
      const { storage_key: storageKey } = await tx
        .deleteFrom("files")
        .where("id", "=", fileId)
        .returning("storage_key")
        .executeTakeFirstOrThrow();
      await addJob(tx, fileRemove, { storageKey });
    },
    read: (storageKey, part) => (part ? readPart(storageKey, part) : storage.read(storageKey)),
    remove: (storageKey) => storage.deleteFile(storageKey),
    async requireRoom() {
      const key = `room/${randomUUID()}`;
      await write(key, Buffer.alloc(64 * 1024), "application/octet-stream");
      await storage.deleteFile(key);
    },
    putBack: (storageKey, mediaType, bytes) => write(storageKey, bytes, mediaType),
    isEmpty,
  };
}
