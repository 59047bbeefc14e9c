import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { inTransaction, type Db } from "../../core/db.ts";
import type { FileStore } from "../../core/files.ts";
import { storedFileId } from "./settings.sql.ts";

export type SalesTerms = ReturnType<typeof createSalesTerms>;

const name = "sales-terms.pdf";

/**
 * Stores the sales terms that come with the product, from the folder of its pages: they apply until an operator replaces
 * them. Orders refer to the file that their buyer accepted, so a release with another text does not change them.
 */
export function createSalesTerms(db: Db, files: FileStore, pdfPath: string | undefined) {
  let kept: Promise<number | null> | undefined;

  async function keep(): Promise<number | null> {
    const bytes = pdfPath && (await readFile(pdfPath).catch(nullWhenMissing));
    if (!bytes) return null;
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return await inTransaction(db, async (tx) => {
      const known = await storedFileId(tx, name, sha256);
      return known ?? (await files.keep(tx, { name, mediaType: "application/pdf", bytes }));
    });
  }

  /** Returns the id of the stored file, which is created with the first order; null on a server without pages. */
  function ownFileId(): Promise<number | null> {
    kept ??= keep();
    // A failure must not be cached.
    kept.catch(() => (kept = undefined));
    return kept;
  }

  return { ownFileId };
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== "ENOENT") throw error;
  return null;
}
