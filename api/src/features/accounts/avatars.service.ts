import sharp from "sharp";
import { inTransaction, type Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { ByteRange, FileStore } from "../../core/files.ts";
import { isPicture, maxPixels, refuseAsPicture } from "../../core/pictures.ts";
import * as store from "./accounts.sql.ts";
import { storageKeyOf } from "./avatars.rules.ts";

const edgePx = 256;

export type Avatars = ReturnType<typeof createAvatars>;

/** Photos of people. */
export function createAvatars(db: Db, files: FileStore) {
  /** Replaces the photo; UNSUPPORTED_MEDIA_TYPE for what is no picture, whatever it calls itself. */
  async function put(userId: number, bytes: Uint8Array): Promise<void> {
    const portrait = {
      name: "photo.webp",
      mediaType: "image/webp",
      bytes: await portraitOf(bytes),
    };
    await replace(userId, portrait);
  }

  async function remove(userId: number): Promise<void> {
    await replace(userId, undefined);
  }

  async function replace(userId: number, photo: Parameters<FileStore["keep"]>[1] | undefined) {
    const before = await inTransaction(db, async (tx) => {
      const user = (await store.lockUser(tx, userId)) ?? refuse("NOT_FOUND");
      await store.setAvatar(tx, userId, photo ? await files.keep(tx, photo) : null);
      return user.avatarFileId === null ? null : await files.drop(tx, user.avatarFileId);
    });
    // A person's photo that was taken away must not stay on a disk.
    if (before !== null) await files.discard(before);
  }

  /** The bytes of a photo that somebody has at this moment; NOT_FOUND otherwise. */
  async function read(key: string) {
    const file = (await store.avatarFile(db, storageKeyOf(key))) ?? refuse("NOT_FOUND");
    const { storageKey, ...rest } = file;
    return { ...rest, read: (part?: ByteRange) => files.read(storageKey, part) };
  }

  return { put, remove, read };
}

/** Upright, square, small; sharp leaves out EXIF, which can hold a place and a time. */
async function portraitOf(bytes: Uint8Array): Promise<Buffer> {
  if (!isPicture(bytes)) return refuseAsPicture();
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" })
      .autoOrient()
      .resize(edgePx, edgePx, { fit: "cover" })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    // It began like a picture and was none.
    return refuseAsPicture();
  }
}
