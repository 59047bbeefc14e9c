import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { zipped } from "../../core/zip.ts";
import { issuedFiles } from "./invoices.sql.ts";

export { issuedFiles } from "./invoices.sql.ts";

type IssuedFiles = Awaited<ReturnType<typeof issuedFiles>>;

/**
 * Streams documents as PDF and XML in a zip, reading them from the store one by one. UNAVAILABLE while one is still being made,
 * since an archive with a gap would pass for complete; `which` describes the documents, such as "this month's".
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
