import { maxUnpackedBytes } from "@tonneline/contract/bank";
import { isZip, unzipped } from "../../core/zip.ts";
import { Unreadable } from "./camtValues.ts";
import { withoutUnusable } from "./xml.ts";

export interface StatementFile {
  name: string;
  bytes: Uint8Array;
}

const maxFiles = 500;

/** Returns the files of an upload: itself, or the contents of a zip. Throws Unreadable for a broken or too large zip. */
export async function statementFiles(upload: StatementFile): Promise<StatementFile[]> {
  if (!isZip(upload.bytes)) return [upload];
  let bytes = 0;
  let count = 0;
  const isWanted = (name: string, size: number) => {
    if (name.endsWith("/") || /(^|\/)(__MACOSX|\.)/.test(name)) return false;
    bytes += size;
    count += 1;
    // Checked before unpacking any of it.
    if (bytes > maxUnpackedBytes || count > maxFiles) {
      throw new Unreadable(
        `This zip is too large: at most ${maxFiles} files of ${maxUnpackedBytes / 1024 / 1024} MB together are accepted.`,
      );
    }
    return true;
  };
  try {
    const files = await unzipped(upload.bytes, isWanted);
    return files.map(([name, content]) => ({
      name: withoutUnusable(name.slice(-200)),
      bytes: content,
    }));
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable("This zip cannot be unpacked.");
  }
}
