const folder = "image-webp/";

/** The address of a photo: its key is random, and a new photo has a new one. */
export function avatarOf(storageKey: string | null): string | null {
  return storageKey === null ? null : `/api/v1/avatars/${storageKey.slice(folder.length)}`;
}

/** Where the photo of a key is in the file store. */
export function storageKeyOf(key: string): string {
  return folder + key;
}
