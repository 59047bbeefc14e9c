const folder = "image-webp/";

/** Returns the address of a photo: its key is random, and a new photo gets a new one. */
export function avatarOf(storageKey: string | null): string | null {
  return storageKey === null ? null : `/api/v1/avatars/${storageKey.slice(folder.length)}`;
}

/** Returns the storage key of a photo in the file store. */
export function storageKeyOf(key: string): string {
  return folder + key;
}
