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
  /** The name shown to users; never part of the storage key. */
  name: string;
  mediaType: string;
  bytes: Buffer;
}

/** A range of a file's bytes by offsets from 0, both inclusive. */
export interface ByteRange {
  first: number;
  last: number;
}

export interface FileStore {
  /**
   * Stores the bytes and inserts their row into `files`, whose id it returns. The bytes are written first: a rolled-back
   * transaction leaves orphaned bytes, never a row without bytes.
   */
  keep(tx: Tx, file: NewFile): Promise<number>;
  /** The bytes for a row's `storage_key`, or a range of them that lies within the file. */
  read(storageKey: string, part?: ByteRange): Promise<Readable>;
  /** Deletes the row of a file that is no longer referenced, and posts the job that deletes its bytes. */
  drop(tx: Tx, fileId: number): Promise<void>;
  /** Deletes bytes whose row is gone. */
  remove(storageKey: string): Promise<void>;
  /** Throws unless the store can be written at this moment. */
  requireSpace(): Promise<void>;
  /** Writes bytes under their old key: a restore inserts their row separately. */
  putBack(storageKey: string, mediaType: string, bytes: Buffer): Promise<void>;
  /** Whether it has no files yet. */
  isEmpty(): Promise<boolean>;
}

const fileRemove = job("files.remove", z.object({ storageKey: z.string() }));

/** Deletes the bytes of dropped files: after the commit, and again if the store was away or a server died. */
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

/** Stores files in a folder, which is created with the first one. */
export function folderStore(folder: string): FileStore {
  const folders = { rootDirectoryVisibility: Visibility.PRIVATE };
  const storage = new FileStorage(new LocalStorageAdapter(folder, folders));
  const read: Read = async (key, part) =>
    createReadStream(path.join(folder, key), part && { start: part.first, end: part.last });
  const isEmpty = async () => {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    });
    // The hidden file that identifies the store does not count.
    return names.every((name) => name.startsWith("."));
  };
  const privately = { visibility: Visibility.PRIVATE, directoryVisibility: Visibility.PRIVATE };
  const write: Write = async (key, bytes, mimeType) => {
    try {
      await storage.write(key, bytes, { ...privately, mimeType });
    } catch (error) {
      // How much a full disk took of it is unknown, and it leaves less room for smaller files.
      await rm(path.join(folder, key), { force: true }).catch(() => {});
      throw error;
    }
  };
  return storeFrom(storage, write, read, isEmpty);
}

// In milliseconds; the second one limits a whole request until its response begins, and each wait within that.
const storeLimits = { connectionTimeout: 3000, requestTimeout: 20_000 };

/** Opens a client with path-style addresses, which all S3-compatible servers understand. */
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
    // Without limits a server that accepts connections but stays silent would block requests and their transactions forever.
    requestHandler: { ...storeLimits, throwOnRequestTimeout: true },
    // Otherwise uploads end with a checksum that older servers store as part of the file.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  // A server that stayed silent for that long is not retried: with retries the client would take three times as long.
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        if (!(error instanceof Error) || error.name !== "TimeoutError") throw error;
        // Not as its `cause`, which the client would inspect.
        throw new AggregateError([error], "The file store does not answer");
      }
    },
    { step: "finalizeRequest", priority: "low", name: "askSilentStoreOnce" },
  );
  return client;
}

/** Lists at most one file, in a single attempt; throws the server's or the network's error. */
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
 * Stores files in a bucket of an S3-compatible server. Loads the client's packages, which servers with a folder do not need. A
 * file whose bytes stop coming for `silenceMs` fails as if the server were away.
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
  const read: Read = async (Key, part) => {
    const Range = part && `bytes=${part.first}-${part.last}`;
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key, Range }));
    return withIdleTimeout(Body as Readable, silenceMs);
  };
  const isEmpty = async () => {
    const { KeyCount = 0 } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
    return KeyCount === 0;
  };
  const storage = new FileStorage(new AwsS3StorageAdapter(client, { bucket }));
  // No ACL is sent: many servers reject them, and a bucket's files are private by default.
  const write: Write = (key, bytes, mimeType) => storage.write(key, bytes, { mimeType });
  return storeFrom(storage, write, read, isEmpty);
}

/** Writes all bytes, or none of them. */
type Write = (storageKey: string, bytes: Buffer, mediaType: string) => Promise<void>;

/** Opens all bytes, or a range of them. Destroying the stream closes its file or connection. */
type Read = FileStore["read"];

/** `read` is separate: the streams of the storage leave their file open if they are not read to the end. */
function storeFrom(
  storage: FileStorage,
  write: Write,
  read: Read,
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
    read,
    remove: (storageKey) => storage.deleteFile(storageKey),
    async requireSpace() {
      const key = `room/${randomUUID()}`;
      await write(key, Buffer.alloc(64 * 1024), "application/octet-stream");
      await storage.deleteFile(key);
    },
    putBack: (storageKey, mediaType, bytes) => write(storageKey, bytes, mediaType),
    isEmpty,
  };
}
