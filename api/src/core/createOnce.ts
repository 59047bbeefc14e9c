import { randomUUID } from "node:crypto";
import { link, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/**
 * Creates a file that only its owner may read, with its folder, unless it exists. It appears complete and only once: processes
 * that start together read the same text.
 */
export async function createOnce(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(unfinished, text, { mode: 0o600 });
    await link(unfinished, file).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    });
  } finally {
    // A folder that cannot be written may not be readable either.
    await rm(unfinished, { force: true }).catch(() => {});
  }
}
