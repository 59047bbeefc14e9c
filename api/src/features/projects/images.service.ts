import { z } from "zod";
import { recordAudit, type Actor } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import type { ImageWorker } from "../../core/drawing.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import type { Once } from "../../core/idempotency.ts";
import { addJob, job } from "../../core/jobs.ts";
import { maxPixels } from "../../core/pictures.ts";
import { isOrderOf } from "./images.rules.ts";
import * as store from "./images.sql.ts";
import { lockProject } from "./projects.sql.ts";
import { projectTouched } from "./touched.service.ts";

/** Renders the sizes of an uploaded image. */
export const imageMake = job("image.make", z.object({ imageId: z.int() }));

// The most that a request to reorder them can list.
const maxImages = 100;

/**
 * Appends an upload to a project's images and posts the job `imageMake`, which renders its sizes. Returns its id; `alt`
 * is its text alternative. Refuses like `ImageWorker.inspect`, which reads only the header: the rest is read by the job.
 */
export async function addImage(
  db: Db,
  files: FileStore,
  imageWorker: ImageWorker,
  actor: Actor,
  projectId: number,
  upload: { name: string; bytes: Uint8Array },
  { alt = "", once = inTransaction }: { alt?: string; once?: Once },
): Promise<number> {
  const name = upload.name.trim().slice(0, 200);
  await imageWorker.inspect(upload.bytes, maxPixels.project);
  return await once(db, async (tx) => {
    const { facts } = (await lockProject(tx, projectId)) ?? refuse("NOT_FOUND");
    if ((await store.imageRows(tx, projectId)).length >= maxImages) return refuseTooMany();
    const bytes = Buffer.from(upload.bytes);
    const fileId = await files.keep(tx, { name, mediaType: "application/octet-stream", bytes });
    const imageId = await store.insertImage(tx, projectId, { fileId, name });
    if (alt !== "") await store.setAlt(tx, imageId, alt);
    await addJob(tx, imageMake, { imageId });
    await projectTouched(tx, projectId);
    const thing = { type: "project", id: projectId, name: facts.name };
    const after = { imageId, fileName: name, bytes: bytes.length };
    await recordAudit(tx, actor, { action: "image.add", thing, after });
    return imageId;
  });
}

/** Sets an image's text alternative. */
export function describeImage(
  db: Db,
  actor: Actor,
  projectId: number,
  imageId: number,
  alt: string,
): Promise<void> {
  return changeImages(db, actor, projectId, imageId, "image.describe", async (tx, before) => {
    await store.setAlt(tx, imageId, alt);
    return { before: { imageId, alt: before.alt }, after: { imageId, alt } };
  });
}

/** Reorders a project's images. Refuses with VERSION_CONFLICT if the ids are not those of the current images. */
export function orderImages(
  db: Db,
  actor: Actor,
  projectId: number,
  imageIds: number[],
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { facts } = (await lockProject(tx, projectId)) ?? refuse("NOT_FOUND");
    const present = (await store.imageRows(tx, projectId)).map(({ imageId }) => imageId);
    if (!isOrderOf(present, imageIds)) return refuse("VERSION_CONFLICT");
    if (present.every((id, index) => id === imageIds[index])) return;
    await store.setOrder(tx, imageIds);
    await projectTouched(tx, projectId);
    const thing = { type: "project", id: projectId, name: facts.name };
    const [before, after] = [{ imageIds: present }, { imageIds }];
    await recordAudit(tx, actor, { action: "image.order", thing, before, after });
  });
}

/** Deletes an image in all its sizes. Refuses with NOT_FOUND. */
export async function removeImage(
  db: Db,
  files: FileStore,
  actor: Actor,
  projectId: number,
  imageId: number,
): Promise<void> {
  await changeImages(db, actor, projectId, imageId, "image.delete", async (tx, before) => {
    const fileIds = await store.removeImage(tx, imageId);
    for (const fileId of fileIds) await files.drop(tx, fileId);
    return { before: { imageId, alt: before.alt, fileName: before.fileName } };
  });
}

function changeImages(
  db: Db,
  actor: Actor,
  projectId: number,
  imageId: number,
  action: `image.${string}`,
  work: (
    tx: Tx,
    before: store.ImageRow,
  ) => Promise<{ before: Record<string, unknown>; after?: Record<string, unknown> }>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { facts } = (await lockProject(tx, projectId)) ?? refuse("NOT_FOUND");
    const [row] = await store.imageRows(tx, projectId, imageId);
    const entry = await work(tx, row ?? refuse("NOT_FOUND"));
    await projectTouched(tx, projectId);
    const thing = { type: "project", id: projectId, name: facts.name };
    await recordAudit(tx, actor, { action, thing, ...entry });
  });
}

function refuseTooMany(): never {
  return refuseField("file", `A project has at most ${maxImages} images`);
}
