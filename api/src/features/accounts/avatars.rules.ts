const folder = "image-webp/";

/** The address of a photo: its key is random, and a new photo has a new one. */
export function avatarOf(storageKey: string | null): string | null {
  return storageKey === null ? null : `/api/v1/avatars/${storageKey.slice(folder.length)}`;
}

/** Where the photo of a key is in the file store. */
export function storageKeyOf(key: string): string {
  return folder + key;
}

/** Whether bytes begin as a picture that we take. The name and the media type that came with them prove nothing. */
export function isPicture(bytes: Uint8Array): boolean {
  const at = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString("latin1");
  return (
    at(0, 3) === "\u00ff\u00d8\u00ff" ||
    at(0, 8) === "\u0089PNG\r\n\u001a\n" ||
    (at(0, 4) === "RIFF" && at(8, 12) === "WEBP") ||
    at(4, 12) === "ftypavif"
  );
}
