import { buffer } from "node:stream/consumers";
import { inTransaction, type Db } from "../../core/db.ts";
import { isRefusedPicture, type DrawingDesk } from "../../core/drawing.ts";
import type { FileStore, NewFile } from "../../core/files.ts";
import { jobHandler, type JobHandlers } from "../../core/jobs.ts";
import { isUnavailable } from "../../core/outage.ts";
import { maxPixels, type ImageSize } from "../../core/pictures.ts";
import { publishListings } from "../catalogue/listings.service.ts";
import { edges } from "./images.rules.ts";
import { imageMake } from "./images.service.ts";
import * as store from "./images.sql.ts";

/**
 * Makes the four sizes of an uploaded image, each kept as soon as it is made; one that cannot be read, or whose upload is
 * lost, is FAILED.
 */
export function imageJobs(db: Db, files: FileStore, desk: DrawingDesk): JobHandlers {
  return jobHandler(imageMake, async ({ imageId }) => {
    const image = await store.pendingImage(db, imageId);
    if (!image) return;
    const bytes = await uploaded(image.storageKey);
    if (!bytes) return await finish(imageId, "FAILED");
    for (const [size, edgePx] of edges) {
      if (image[`${size}_file_id`] !== null) continue;
      const picture = await made(desk, bytes, edgePx);
      if (!picture) return await finish(imageId, "FAILED");
      await keep(imageId, size, { name: nameOf(image.fileName, size, picture), ...picture });
    }
    await finish(imageId, "READY");
  });

  /** Undefined when it is lost: a backup has the row of one that was removed while it was made. */
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
      // It may tell where it was taken: it must not stay on a disk.
      await files.drop(tx, row.uploadFileId!);
    });
  }
}

/** Upright and without metadata, no larger than it is; undefined for what cannot be read as a picture. */
async function made(desk: DrawingDesk, bytes: Buffer, edgePx: number | null) {
  const drawing =
    edgePx === null
      ? ({ format: "own", quality: 92 } as const)
      : ({
          box: { width: edgePx, height: edgePx, fit: "inside" },
          format: "webp",
          quality: 82,
        } as const);
  try {
    return await desk.draw(bytes, maxPixels.project, drawing);
  } catch (error) {
    if (isRefusedPicture(error)) return undefined;
    throw error;
  }
}

function nameOf(fileName: string, size: ImageSize, { mediaType }: { mediaType: string }): string {
  const stem = fileName.replace(/\.[^.]*$/, "") || "image";
  return `${stem}-${size}.${mediaType.slice("image/".length)}`;
}
