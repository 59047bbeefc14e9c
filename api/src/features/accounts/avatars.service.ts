import { inTransaction, type Db } from "../../core/db.ts";
import type { DrawingDesk } from "../../core/drawing.ts";
import { refuse } from "../../core/errors.ts";
import type { ByteRange, FileStore } from "../../core/files.ts";
import { maxPixels } from "../../core/pictures.ts";
import * as store from "./accounts.sql.ts";
import { storageKeyOf } from "./avatars.rules.ts";

const edgePx = 256;

/** Replaces the photo, upright, square and small; refuses as `DrawingDesk.draw` does. */
export async function putAvatar(
  db: Db,
  files: FileStore,
  desk: DrawingDesk,
  userId: number,
  bytes: Uint8Array,
): Promise<void> {
  const photo = await desk.draw(bytes, maxPixels.portrait, {
    box: { width: edgePx, height: edgePx, fit: "cover" },
    format: "webp",
    quality: 82,
  });
  await replaceAvatar(db, files, userId, { name: "photo.webp", ...photo });
}

/** Takes the portrait of an account away, if it has one. */
export async function removeAvatar(db: Db, files: FileStore, userId: number): Promise<void> {
  await replaceAvatar(db, files, userId, undefined);
}

async function replaceAvatar(
  db: Db,
  files: FileStore,
  userId: number,
  photo: Parameters<FileStore["keep"]>[1] | undefined,
) {
  await inTransaction(db, async (tx) => {
    const user = (await store.lockOwn(tx, userId)) ?? refuse("UNAUTHENTICATED");
    await store.setAvatar(tx, userId, photo ? await files.keep(tx, photo) : null);
    // A person's photo that was taken away must not stay on a disk.
    if (user.avatarFileId !== null) await files.drop(tx, user.avatarFileId);
  });
}

/** The bytes of a photo that somebody has at this moment; NOT_FOUND otherwise. */
export async function readAvatar(db: Db, files: FileStore, key: string) {
  const file = (await store.avatarFile(db, storageKeyOf(key))) ?? refuse("NOT_FOUND");
  const { storageKey, ...rest } = file;
  return { ...rest, read: (part?: ByteRange) => files.read(storageKey, part) };
}
