import { buffer } from "node:stream/consumers";
import { inTransaction, type Db } from "../../core/db.ts";
import { isRefusedPicture, type ImageWorker } from "../../core/drawing.ts";
import type { FileStore, NewFile } from "../../core/files.ts";
import { jobHandler, type JobHandlers } from "../../core/jobs.ts";
import { isUnavailable } from "../../core/outage.ts";
import { maxPixels, type ImageSize } from "../../core/pictures.ts";
import { publishListings } from "../catalogue/listings.service.ts";
import { edges } from "./images.rules.ts";
import { imageMake } from "./images.service.ts";
import * as store from "./images.sql.ts";

/**
 * Renders the four sizes of an uploaded image, storing each as soon as it is rendered. An image that
 * cannot be read, or whose upload is lost, becomes FAILED.
 */
export function imageJobs(db: Db, files: FileStore, imageWorker: ImageWorker): JobHandlers {
  return jobHandler(imageMake, async ({ imageId }) => {
    const image = await store.pendingImage(db, imageId);
    if (!image) return;
    const bytes = await uploaded(image.storageKey);
    if (!bytes) return await finish(imageId, "FAILED");
    for (const [size, edgePx] of edges) {
      if (image[`${size}_file_id`] !== null) continue;
      const picture = await made(imageWorker, bytes, edgePx);
      if (!picture) return await finish(imageId, "FAILED");
      await keep(imageId, size, { name: nameOf(image.fileName, size, picture), ...picture });
    }
    await finish(imageId, "READY");
  });

  /** Returns undefined if the upload is lost: a backup may have the row of an upload that was removed during the backup. */
  async function uploaded(storageKey: string): Promise<Buffer | undefined> {
    try {
      return await buffer(await files.read(storageKey));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      return undefined;
    }
  }

  function keep(imageId: number, size: ImageSize, file: NewFile): Promise<void> {
    return inTransaction(db, async (tx) => {
      const row = await store.lockPending(tx, imageId);
      if (!row || row[`${size}_file_id`] !== null) return;
      await store.setSize(tx, imageId, size, await files.keep(tx, file));
    });
  }

  async function finish(imageId: number, status: "READY" | "FAILED"): Promise<void> {
    await inTransaction(db, async (tx) => {
      const row = await store.lockPending(tx, imageId);
      if (!row) return;
      await store.setDone(tx, imageId, status);
      await publishListings(tx, [row.projectId]);
      // Its metadata may reveal where it was taken: it must not stay on disk.
      await files.drop(tx, row.uploadFileId!);
    });
  }
}

/** Renders an image upright and without metadata, never enlarged; undefined if it cannot be read as a picture. */
async function made(imageWorker: ImageWorker, bytes: Buffer, edgePx: number | null) {
  const drawing =
    edgePx === null
      ? ({ format: "own", quality: 92 } as const)
      : ({
          box: { width: edgePx, height: edgePx, fit: "inside" },
          format: "webp",
          quality: 82,
        } as const);
  try {
    return await imageWorker.draw(bytes, maxPixels.project, drawing);
  } catch (error) {
    if (isRefusedPicture(error)) return undefined;
    throw error;
  }
}

function nameOf(fileName: string, size: ImageSize, { mediaType }: { mediaType: string }): string {
  const stem = fileName.replace(/\.[^.]*$/, "") || "image";
  return `${stem}-${size}.${mediaType.slice("image/".length)}`;
}
