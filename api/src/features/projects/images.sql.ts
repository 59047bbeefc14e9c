import { sql } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";
import type { ImageSize } from "../../core/pictures.ts";

const fileColumns = {
  small: "small_file_id",
  medium: "medium_file_id",
  large: "large_file_id",
  original: "original_file_id",
} as const satisfies Record<ImageSize, string>;

const made = sql<number>`num_nonnulls(small_file_id, medium_file_id, large_file_id, original_file_id)`;

/** Returns a project's images in their order, or one of them. */
export function imageRows(executor: Executor, projectId: number, imageId?: number) {
  let query = executor
    .selectFrom("project_images")
    .select(["id as imageId", "alt", "key", "status", "file_name as fileName"])
    .select(made.as("sizesReady"))
    .where("project_id", "=", projectId);
  if (imageId !== undefined) query = query.where("id", "=", imageId);
  return query.orderBy("position").orderBy("id").execute();
}
export type ImageRow = Awaited<ReturnType<typeof imageRows>>[number];

/** Appends a new image; returns its id. */
export async function insertImage(
  tx: Tx,
  projectId: number,
  upload: { fileId: number; name: string },
): Promise<number> {
  const { id } = await tx
    .insertInto("project_images")
    .values({
      project_id: projectId,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from project_images
        where project_id = ${projectId})`,
      upload_file_id: upload.fileId,
      file_name: upload.name,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Sets an image's text alternative; blank if it has none. */
export async function setAlt(tx: Tx, imageId: number, alt: string): Promise<void> {
  await tx.updateTable("project_images").set({ alt }).where("id", "=", imageId).execute();
}

/** Sets the order of all images of a project; the caller ensures that none is missing. */
export async function setOrder(tx: Tx, imageIds: readonly number[]): Promise<void> {
  await sql`update project_images i set position = o.place
    from unnest(${[...imageIds]}::integer[]) with ordinality o (id, place) where i.id = o.id`.execute(
    tx,
  );
}

/** Deletes an image and returns the ids of its files, now unused. */
export async function removeImage(tx: Tx, imageId: number): Promise<number[]> {
  const row = await tx
    .deleteFrom("project_images")
    .where("id", "=", imageId)
    .returning([...Object.values(fileColumns), "upload_file_id"])
    .executeTakeFirstOrThrow();
  return Object.values(row).filter((id) => id !== null);
}

/**
 * Returns an image whose sizes are still to be rendered, with the storage key of the upload;
 * undefined if they are done or the image is gone.
 */
export function pendingImage(executor: Executor, imageId: number) {
  return executor
    .selectFrom("project_images")
    .innerJoin("files", "files.id", "project_images.upload_file_id")
    .select([
      "files.storage_key as storageKey",
      "file_name as fileName",
      ...Object.values(fileColumns),
    ])
    .where("project_images.id", "=", imageId)
    .where("status", "=", "PENDING")
    .executeTakeFirst();
}

/** Locks an image whose sizes are still to be rendered; undefined if it is gone or another job was faster. */
export function lockPending(tx: Tx, imageId: number) {
  return tx
    .selectFrom("project_images")
    .select([
      "project_id as projectId",
      "upload_file_id as uploadFileId",
      ...Object.values(fileColumns),
    ])
    .where("id", "=", imageId)
    .where("status", "=", "PENDING")
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Sets the file of one size. The caller holds the lock from `lockPending`; the image is shown only
 * once all sizes are done: see `setDone`.
 */
export async function setSize(
  tx: Tx,
  imageId: number,
  size: ImageSize,
  fileId: number,
): Promise<void> {
  await tx
    .updateTable("project_images")
    .set({ [fileColumns[size]]: fileId })
    .where("id", "=", imageId)
    .execute();
}

/** Marks the rendering as done; the upload must be dropped in the same transaction. */
export async function setDone(tx: Tx, imageId: number, status: "READY" | "FAILED"): Promise<void> {
  await tx
    .updateTable("project_images")
    .set({ status, upload_file_id: null })
    .where("id", "=", imageId)
    .execute();
}

/** Returns the file of one size of an image that is ready. */
export async function sizeFileOf(
  executor: Executor,
  key: string,
  size: ImageSize,
): Promise<number | null> {
  const row = await executor
    .selectFrom("project_images")
    .select(`${fileColumns[size]} as fileId`)
    .where("key", "=", key)
    .where("status", "=", "READY")
    .executeTakeFirst();
  return row?.fileId ?? null;
}
