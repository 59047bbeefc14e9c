import { recordAudit, type Actor, type AuditEntry } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import type { Once } from "../../core/idempotency.ts";
import { pdfBytesOf } from "../../core/uploadedPdf.ts";
import * as store from "./documents.sql.ts";
import { isOrderOf } from "./images.rules.ts";
import { lockProject } from "./projects.sql.ts";
import { projectTouched } from "./touched.service.ts";

// The most that a request to reorder them can list.
const maxDocuments = 100;

/**
 * Appends a PDF to a project's documents, named after its file. Returns its id; refuses with
 * UNSUPPORTED_MEDIA_TYPE for anything but a PDF.
 */
export async function addDocument(
  db: Db,
  files: FileStore,
  actor: Actor,
  projectId: number,
  upload: { name: string; bytes: Uint8Array },
  once: Once = inTransaction,
): Promise<number> {
  const bytes = pdfBytesOf(upload.bytes);
  const name =
    upload.name
      .replace(/\.pdf$/i, "")
      .trim()
      .slice(0, 200) || "Document";
  const add = async (tx: Tx): Promise<Changed<number>> => {
    await requireBelowLimit(tx, projectId);
    const file = { name: `${name}.pdf`, mediaType: "application/pdf", bytes };
    const fileId = await files.keep(tx, file);
    const id = await store.insertDocument(tx, projectId, { name, fileId });
    return [id, { action: "document.add", after: { id, name, bytes: bytes.length } }];
  };
  return await changeDocuments(db, actor, projectId, add, once);
}

/** Appends a link to an external document. Returns its id. */
export function linkDocument(
  db: Db,
  actor: Actor,
  projectId: number,
  document: { name: string; url: string },
  once: Once,
): Promise<number> {
  const add = async (tx: Tx): Promise<Changed<number>> => {
    await requireBelowLimit(tx, projectId);
    const id = await store.insertDocument(tx, projectId, document);
    return [id, { action: "document.add", after: { id, ...document } }];
  };
  return changeDocuments(db, actor, projectId, add, once);
}

/** Renames a document. Refuses with NOT_FOUND. */
export function renameDocument(
  db: Db,
  actor: Actor,
  projectId: number,
  documentId: number,
  name: string,
): Promise<void> {
  return changeDocuments(db, actor, projectId, async (tx) => {
    const before = await present(tx, projectId, documentId);
    await store.renameDocument(tx, documentId, name);
    const action = "document.rename";
    return [undefined, { action, before: { ...before }, after: { ...before, name } }];
  });
}

/** Reorders a project's documents. Refuses with VERSION_CONFLICT if the ids are not those of the current documents. */
export function orderDocuments(
  db: Db,
  actor: Actor,
  projectId: number,
  documentIds: number[],
): Promise<void> {
  return changeDocuments(db, actor, projectId, async (tx) => {
    const ids = (await store.documentRows(tx, projectId)).map(({ id }) => id);
    if (!isOrderOf(ids, documentIds)) return refuse("VERSION_CONFLICT");
    await store.setOrder(tx, documentIds);
    const [before, after] = [{ documentIds: ids }, { documentIds }];
    return [undefined, { action: "document.order", before, after }];
  });
}

/** Deletes a document and its file, if it has one. Refuses with NOT_FOUND. */
export async function removeDocument(
  db: Db,
  files: FileStore,
  actor: Actor,
  projectId: number,
  documentId: number,
): Promise<void> {
  await changeDocuments(db, actor, projectId, async (tx) => {
    const before = await present(tx, projectId, documentId);
    const fileId = await store.removeDocument(tx, documentId);
    if (fileId !== null) await files.drop(tx, fileId);
    return [undefined, { action: "document.delete", before: { ...before } }];
  });
}

type Changed<T> = [result: T, noted: Omit<AuditEntry, "thing">];

/** Makes one change to a project's documents, with its side effects; `work` returns its result and the audit entry. */
function changeDocuments<T>(
  db: Db,
  actor: Actor,
  projectId: number,
  work: (tx: Tx) => Promise<Changed<T>>,
  once: Once = inTransaction,
): Promise<T> {
  return once(db, async (tx) => {
    const { facts } = (await lockProject(tx, projectId)) ?? refuse("NOT_FOUND");
    const [result, noted] = await work(tx);
    await projectTouched(tx, projectId);
    const thing = { type: "project", id: projectId, name: facts.name };
    await recordAudit(tx, actor, { ...noted, thing });
    return result;
  });
}

async function present(tx: Tx, projectId: number, documentId: number) {
  const [row] = await store.documentRows(tx, projectId, documentId);
  return row ?? refuse("NOT_FOUND");
}

async function requireBelowLimit(tx: Tx, projectId: number): Promise<void> {
  if ((await store.documentRows(tx, projectId)).length < maxDocuments) return;
  refuseField("file", `A project has at most ${maxDocuments} documents`);
}
