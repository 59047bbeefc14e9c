import { sql } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";

/** Returns a project's documents in their order, or one of them. */
export function documentRows(executor: Executor, projectId: number, documentId?: number) {
  let query = executor
    .selectFrom("project_documents")
    .leftJoin("files", "files.id", "project_documents.file_id")
    .select(["project_documents.id", "project_documents.name", "url", "bytes"])
    .where("project_id", "=", projectId);
  if (documentId !== undefined) query = query.where("project_documents.id", "=", documentId);
  return query.orderBy("position").orderBy("project_documents.id").execute();
}

/** Appends a new document; returns its id. */
export async function insertDocument(
  tx: Tx,
  projectId: number,
  document: { name: string; url?: string; fileId?: number },
): Promise<number> {
  const { id } = await tx
    .insertInto("project_documents")
    .values({
      project_id: projectId,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from project_documents
        where project_id = ${projectId})`,
      name: document.name,
      url: document.url ?? null,
      file_id: document.fileId ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Renames a document; its file keeps the name under which it was uploaded. */
export async function renameDocument(tx: Tx, documentId: number, name: string): Promise<void> {
  await tx.updateTable("project_documents").set({ name }).where("id", "=", documentId).execute();
}

/** Sets the order of all documents of a project; the caller ensures that none is missing. */
export async function setOrder(tx: Tx, documentIds: readonly number[]): Promise<void> {
  await sql`update project_documents d set position = o.place
    from unnest(${[...documentIds]}::integer[]) with ordinality o (id, place) where d.id = o.id`.execute(
    tx,
  );
}

/** Deletes a document and returns the id of its file, now unused, if it had one. */
export async function removeDocument(tx: Tx, documentId: number): Promise<number | null> {
  const row = await tx
    .deleteFrom("project_documents")
    .where("id", "=", documentId)
    .returning("file_id as fileId")
    .executeTakeFirstOrThrow();
  return row.fileId;
}

/** Returns a document's file and whether its project is hidden; undefined if there is none. */
export function documentFile(executor: Executor, documentId: number) {
  return executor
    .selectFrom("project_documents")
    .innerJoin("projects", "projects.id", "project_documents.project_id")
    .select(["file_id as fileId", "projects.hidden"])
    .where("project_documents.id", "=", documentId)
    .executeTakeFirst();
}
