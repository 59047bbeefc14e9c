import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import { mkdir, mkdtemp, readdir, readlink, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import S3rver from "s3rver";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { inTransaction, openDb, openPool, type Db } from "./db.ts";
import { isFileMissing } from "./outage.ts";
import { bucketStore, fileJobs, type FileStore, folderStore } from "./files.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
let db: Db;
let folder: string;
let s3: S3rver;
const stores: Partial<Record<string, FileStore>> = {};

beforeAll(async () => {
  database = await testDatabase();
  db = openDb(
    openPool(database.url, 2, (error) => {
      throw error;
    }),
  );
  folder = await mkdtemp(path.join(tmpdir(), "files-"));
  const bucket = "market-files";
  s3 = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: path.join(folder, "s3"),
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = (await s3.run()) as AddressInfo;
  stores["a folder"] = folderStore(path.join(folder, "plain"));
  stores["a bucket of an S3 server"] = await bucketStore({
    endpoint: `http://127.0.0.1:${port}`,
    region: "eu-central-1",
    bucket,
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
  });
});
afterAll(async () => {
  await s3.close();
  await db.destroy();
  await database.drop();
  await rm(folder, { recursive: true });
});

// Just over a megabyte, with every byte value, to reveal text modes and errors at chunk ends.
const bytes = Buffer.from(Array.from({ length: 1_100_003 }, (_, index) => (index * 7) % 256));

it.each(["a folder", "a bucket of an S3 server"])(
  "keeps, reads as a whole and in part, and removes in %s",
  async (where) => {
    const store = stores[where]!;
    const name = "Rechnung – 请求.pdf";
    const id = await inTransaction(db, (tx) =>
      store.keep(tx, { name, mediaType: "application/pdf", bytes }),
    );
    const row = await db
      .selectFrom("files")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      name,
      media_type: "application/pdf",
      bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    });
    const read = await buffer(await store.read(row.storage_key));
    expect(read.equals(bytes)).toBe(true);
    const part = await buffer(await store.read(row.storage_key, { first: 1000, last: 700_000 }));
    expect(part.equals(bytes.subarray(1000, 700_001))).toBe(true);

    const key = row.storage_key;
    await inTransaction(db, (tx) => store.drop(tx, id));
    await store.remove(key);
    for (const range of [undefined, { first: 1000, last: 2000 }]) {
      const gone = store.read(key, range).then((stream) => buffer(stream));
      await expect(gone).rejects.toSatisfy(isFileMissing);
    }
  },
);

/** How many files below a folder this process has open. */
async function openBelow(below: string): Promise<number> {
  const names = await readdir("/proc/self/fd");
  const files = await Promise.all(
    names.map((name) => readlink(`/proc/self/fd/${name}`).catch(String)),
  );
  return files.filter((file) => file.startsWith(below)).length;
}

it("closes a file whose reader goes away, as a whole and in part", async () => {
  const own = path.join(folder, "left");
  const store = folderStore(own);
  await store.putBack("application-pdf/a", "application/pdf", bytes);
  for (const part of [undefined, { first: 0, last: bytes.length - 1 }]) {
    const stream = await store.read("application-pdf/a", part);
    await once(stream, "readable");
    expect(await openBelow(own)).toBe(1);
    stream.destroy();
    await expect.poll(() => openBelow(own), { timeout: 5000 }).toBe(0);
  }
});

it("ends the connection of a bucket's file whose reader goes away", async () => {
  const connections = new Set<Socket>();
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-length": bytes.length }).end(bytes);
  });
  server.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  const { port } = server.address() as AddressInfo;
  const at = { endpoint: `http://127.0.0.1:${port}`, region: "eu-central-1", bucket: "files" };
  const store = await bucketStore({ ...at, accessKeyId: "key", secretAccessKey: "secret" });
  for (const part of [undefined, { first: 0, last: bytes.length - 1 }]) {
    const stream = await store.read("one", part);
    await once(stream, "readable");
    expect(connections.size).toBe(1);
    stream.destroy();
    await expect.poll(() => connections.size, { timeout: 5000 }).toBe(0);
  }
  server.close();
});

it("removes dropped files by a job, which is retried if it fails", async () => {
  const own = path.join(folder, "later");
  const store = folderStore(own);
  const file = { name: "a.pdf", mediaType: "application/pdf", bytes };
  const id = await inTransaction(db, (tx) => store.keep(tx, file));
  const stored = sql<{ key: string }>`select storage_key as key from files where id = ${id}`;
  const { key } = (await stored.execute(db)).rows[0]!;
  await inTransaction(db, (tx) => store.drop(tx, id));
  const place = path.join(own, key);
  // A folder in its place prevents the removal.
  await rm(place);
  await mkdir(place);
  const { rows } = await sql<{ payload: object }>`select payload from graphile_worker._private_jobs
    where payload ->> 'storageKey' = ${key}`.execute(db);
  expect(rows).toHaveLength(1);
  const run = async () => {
    for (const take of Object.values(fileJobs(store))) await take(rows[0]!.payload);
  };
  // The worker retries jobs that throw.
  await expect(run()).rejects.toThrow();
  await rm(place, { recursive: true });
  await writeFile(place, bytes);
  await run();
  await expect(stat(place)).rejects.toThrow("ENOENT");
});

it("stores files in a folder that only the server's account can read", async () => {
  const own = path.join(folder, "deep/own");
  const store = folderStore(own);
  const file = { name: "a.pdf", mediaType: "application/pdf", bytes };
  await inTransaction(db, (tx) => store.keep(tx, file));
  const below = await readdir(own, { recursive: true, withFileTypes: true });
  expect(below.filter((entry) => entry.isFile())).toHaveLength(1);
  for (const entry of below) {
    const { mode } = await stat(path.join(entry.parentPath, entry.name));
    expect(mode & 0o777).toBe(entry.isFile() ? 0o600 : 0o700);
  }
  for (const each of [own, path.dirname(own)]) expect((await stat(each)).mode & 0o777).toBe(0o700);
});

/** Simulates a disk that accepts the first byte of each file and nothing more. */
function fullDisk() {
  const { write } = fs;
  const begun = new Set<number>();
  const error = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  type Done = (error: Error | null, written: number) => void;
  const take = (file: number, from: Buffer, at: number, _: number, place: null, done: Done) => {
    if (begun.has(file)) return done(error, 0);
    begun.add(file);
    write(file, from, at, 1, place, done);
  };
  return vi.spyOn(fs, "write").mockImplementation(take as typeof write);
}

it("leaves no partial file in a folder whose disk is full, and none from checking that", async () => {
  const own = path.join(folder, "full");
  const store = folderStore(own);
  const disk = fullDisk();
  const file = { name: "a.pdf", mediaType: "application/pdf", bytes };
  await expect(inTransaction(db, (tx) => store.keep(tx, file))).rejects.toThrow("ENOSPC");
  await expect(store.putBack("application-pdf/a", "application/pdf", bytes)).rejects.toThrow(
    "ENOSPC",
  );
  await expect(store.requireSpace()).rejects.toThrow("ENOSPC");
  disk.mockRestore();

  const below = await readdir(own, { recursive: true, withFileTypes: true });
  expect(below.filter((entry) => entry.isFile())).toEqual([]);
  await store.requireSpace();
});
