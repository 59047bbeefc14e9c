import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, rmSync } from "node:fs";
import { link, rename } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { extract, pack } from "tar-stream";
import { z } from "zod";
import { StartupError } from "../startup.ts";

const manifestName = "manifest.json";

const manifestShape = z.object({
  format: z.literal(1),
  version: z.string(),
  madeAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** The newest migration of the job queue's tables. */
  queueSchema: z.number(),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
    }),
  ),
  /** The last number that each has issued; null before the first. */
  sequences: z.array(
    z.object({ schema: z.string(), name: z.string(), last: z.string().nullable() }),
  ),
  files: z.array(z.object({ key: z.string(), mediaType: z.string() })),
  /** Files whose bytes in the store were missing or did not match their rows, or that were removed meanwhile. */
  lost: z.array(z.string()),
  /** SHA-256 of every other entry, by name. */
  entries: z.record(z.string(), z.string()),
});
export type Manifest = z.output<typeof manifestShape>;

export interface Entry {
  name: string;
  bytes: Buffer;
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

export interface ArchiveWriter {
  add(name: string, bytes: Buffer): Promise<void>;
  /** Completes the archive with its manifest and gives the file its name, which does not exist before. */
  finish(manifest: Omit<Manifest, "entries">): Promise<void>;
  /** Deletes the unfinished file. */
  discard(): Promise<void>;
}

/** Opens a compressed tar file that only its owner may read. Throws StartupError if the file already exists. */
export function writeArchive(file: string): ArchiveWriter {
  if (existsSync(file)) throw existsAlready(file);
  const unfinished = `${file}.${process.pid}.part`;
  // If the process exits midway: an archive may be as large as all stored data.
  const removeUnfinished = () => rmSync(unfinished, { force: true });
  process.once("exit", removeUnfinished);
  const entries: Record<string, string> = {};
  const tar = pack();
  // Flushed to disk before it gets its name.
  const target = createWriteStream(unfinished, { flags: "wx", mode: 0o600, flush: true });
  const written = pipeline(tar, createGzip({ level: 3 }), target);
  // A write error ends the stream and fails the current write.
  const failed = written.then(
    () => new Promise<never>(() => {}),
    (error: NodeJS.ErrnoException) => {
      throw new StartupError(`${file} cannot be written (${error.code ?? error.message}).`, {
        cause: error,
      });
    },
  );
  failed.catch(() => {});

  const put = (name: string, bytes: Buffer) => {
    const added = new Promise<void>((resolve, reject) => {
      tar.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()));
    });
    return Promise.race([added.catch(() => failed), failed]);
  };
  return {
    async add(name, bytes) {
      entries[name] = sha256(bytes);
      await put(name, bytes);
    },
    async finish(manifest) {
      await put(manifestName, Buffer.from(JSON.stringify({ ...manifest, entries })));
      tar.finalize();
      await Promise.race([written, failed]);
      await nameFile(unfinished, file);
      removeUnfinished();
      process.off("exit", removeUnfinished);
    },
    async discard() {
      tar.destroy();
      await written.catch(() => {});
      removeUnfinished();
      process.off("exit", removeUnfinished);
    },
  };
}

const existsAlready = (file: string) =>
  new StartupError(`${file} already exists: choose another name.`);

/** A link does not replace a file created meanwhile; a rename would, where the file system has no links. */
async function nameFile(unfinished: string, file: string): Promise<void> {
  try {
    await link(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw existsAlready(file);
    await rename(unfinished, file);
  }
}

/** Yields the entries of an archive in order, each buffered in memory; the manifest comes last. */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const tar = extract();
  const fed = pipeline(createReadStream(file), createGunzip(), tar);
  fed.catch(() => {});
  for await (const entry of tar) {
    yield { name: entry.header.name, bytes: await buffer(entry) };
  }
  await fed;
}

const noFile: Record<string, string> = {
  ENOENT: "does not exist",
  EISDIR: "is a folder, not a file",
};

/** Reads the whole archive and verifies the checksum of every entry. Throws StartupError if it is incomplete or damaged. */
export async function checkArchive(
  file: string,
  onEntry: (name: string) => void,
): Promise<Manifest> {
  const refuse = (why: string, cause?: unknown) =>
    new StartupError(`${file} is not a complete backup (${why}): nothing was changed.`, { cause });
  const found = new Map<string, string>();
  let end: unknown;
  try {
    for await (const { name, bytes } of readArchive(file)) {
      onEntry(name);
      if (end) throw new Error("it continues after its end");
      if (name === manifestName) end = JSON.parse(bytes.toString());
      else found.set(name, sha256(bytes));
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const { [code ?? ""]: what } = noFile;
    if (what) throw new StartupError(`${file} ${what}: nothing was changed.`, { cause: error });
    throw refuse(message, error);
  }
  if (!end) throw refuse("its end is missing");
  const manifest = manifestShape.safeParse(end);
  if (!manifest.success) throw refuse("it is of another format");
  const wanted = Object.entries(manifest.data.entries);
  const broken = wanted.find(([name, sum]) => found.get(name) !== sum);
  if (broken) throw refuse(`${broken[0]} is damaged`);
  if (wanted.length !== found.size) throw refuse("something was added to it");
  return manifest.data;
}

/** Returns whether an entry is the manifest, which lists the others; it comes last. */
export const isManifest = (name: string) => name === manifestName;
