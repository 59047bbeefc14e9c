import type { Readable } from "node:stream";
import { Zip, ZipPassThrough } from "fflate";

export interface ZippedFile {
  name: string;
  read: () => Promise<Readable>;
}

/**
 * A zip of files as it is read: one file is open at a time, and none stays in memory. Stored as they are: PDFs and
 * pictures are compressed already.
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
