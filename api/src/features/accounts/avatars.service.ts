import { inTransaction, type Db } from "../../core/db.ts";
import type { ImageWorker } from "../../core/drawing.ts";
import { refuse } from "../../core/errors.ts";
import type { ByteRange, FileStore } from "../../core/files.ts";
import { maxPixels } from "../../core/pictures.ts";
import * as store from "./accounts.sql.ts";
import { storageKeyOf } from "./avatars.rules.ts";

const edgePx = 256;

/** Replaces the photo by an upright, square and small version; refuses as `ImageWorker.draw` does. */
export async function putAvatar(
  db: Db,
  files: FileStore,
  imageWorker: ImageWorker,
  userId: number,
  bytes: Uint8Array,
): Promise<void> {
  const photo = await imageWorker.draw(bytes, maxPixels.portrait, {
    box: { width: edgePx, height: edgePx, fit: "cover" },
    format: "webp",
    quality: 82,
  });
  await replaceAvatar(db, files, userId, { name: "photo.webp", ...photo });
}

/** Removes an account's photo, if it has one. */
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
    // A removed photo of a person must not remain on disk.
    if (user.avatarFileId !== null) await files.drop(tx, user.avatarFileId);
  });
}

/** Returns the content of a photo that is currently in use. NOT_FOUND. */
export async function readAvatar(db: Db, files: FileStore, key: string) {
  const file = (await store.avatarFile(db, storageKeyOf(key))) ?? refuse("NOT_FOUND");
  const { storageKey, ...rest } = file;
  return { ...rest, read: (part?: ByteRange) => files.read(storageKey, part) };
}
