import type { Executor } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { zipped } from "../../core/zip.ts";
import { filesIssued, type Period } from "./invoices.sql.ts";

type IssuedFiles = Awaited<ReturnType<typeof filesIssued>>;

/** The files of every document that was issued in a period, by day and number; null while they are being made. */
export async function issuedFiles(executor: Executor, period: Period): Promise<IssuedFiles> {
  return await filesIssued(executor, period);
}

/**
 * Documents as PDF and XML, read from the store one after the other as the zip is read. UNAVAILABLE while one is still being
 * made, since an archive with a gap would be taken for whole; `which` they are, such as "this month's".
 */
export function documentsZip(
  store: FileStore,
  documents: IssuedFiles,
  which: string,
): AsyncGenerator<Uint8Array> {
  const missing = documents.filter(({ pdfKey, ublKey }) => pdfKey === null || ublKey === null);
  if (missing.length > 0) {
    const detail = `The files of ${missing.length} of ${which} documents are still being made. Please try again in a moment.`;
    return refuse("UNAVAILABLE", { detail });
  }
  return zipped(
    documents.flatMap(({ pdfName, pdfKey, ublName, ublKey }) => [
      { name: pdfName!, read: () => store.read(pdfKey!) },
      { name: ublName!, read: () => store.read(ublKey!) },
    ]),
  );
}
