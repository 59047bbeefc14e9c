import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { Zip, ZipPassThrough } from "fflate";
import { fromBufferPromise, type Entry } from "yauzl";

export interface ZippedFile {
  name: string;
  read: () => Promise<Readable>;
}

/** Returns whether bytes start like a zip, as those of every workbook do. */
export const isZip = (bytes: Uint8Array) =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3;

/**
 * Streams a zip of files: one file is open at a time, and none is held in memory. Entries are not compressed, as PDFs and
 * pictures already are.
 */
export async function* zipped(files: readonly ZippedFile[]): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  let failed: Error | null = null;
  const zip = new Zip((error, chunk) => {
    failed ??= error;
    made.push(chunk);
  });
  const taken = () => {
    if (failed) throw failed;
    return made.splice(0);
  };
  for (const { name, read } of files) {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    for await (const chunk of await read()) {
      entry.push(chunk as Uint8Array);
      yield* taken();
    }
    entry.push(new Uint8Array(), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}

/**
 * Returns the files of a zip whose name and declared size `isWanted` accepts, in directory order. None unpacks to more than it
 * declares: a small zip could contain gigabytes. Throws if the bytes are not a zip, or a size is wrong.
 */
export async function unzipped(
  bytes: Uint8Array,
  isWanted: (name: string, size: number) => boolean,
): Promise<[name: string, content: Uint8Array][]> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const archive = await fromBufferPromise(zip, { autoClose: false });
  const wanted: Entry[] = [];
  // All entries are checked before any is unpacked.
  for await (const entry of archive.eachEntry()) {
    if (isWanted(entry.fileName, entry.uncompressedSize)) wanted.push(entry);
  }
  const files: [string, Uint8Array][] = [];
  for (const entry of wanted) {
    files.push([entry.fileName, await buffer(await archive.openReadStreamPromise(entry))]);
  }
  return files;
}
