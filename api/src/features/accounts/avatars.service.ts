import { inTransaction, type Db } from "../../core/db.ts";
import type { DrawingDesk } from "../../core/drawing.ts";
import { refuse } from "../../core/errors.ts";
import type { ByteRange, FileStore } from "../../core/files.ts";
import { maxPixels } from "../../core/pictures.ts";
import * as store from "./accounts.sql.ts";
import { storageKeyOf } from "./avatars.rules.ts";

const edgePx = 256;

export type Avatars = ReturnType<typeof createAvatars>;

/** Photos of people. */
export function createAvatars(db: Db, files: FileStore, desk: DrawingDesk) {
  /** Replaces the photo, upright, square and small; refuses as `DrawingDesk.draw` does. */
  async function put(userId: number, bytes: Uint8Array): Promise<void> {
    const photo = await desk.draw(bytes, maxPixels.portrait, {
      box: { width: edgePx, height: edgePx, fit: "cover" },
      format: "webp",
      quality: 82,
    });
    await replace(userId, { name: "photo.webp", ...photo });
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
