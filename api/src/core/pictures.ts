import { refuse } from "./errors.ts";

/** The columns of project_images that locate and describe a picture. */
export interface KeyedImage {
  imageId: number;
  alt: string;
  /** Random: any client that has it may see the picture. */
  key: string;
}

export const imageSizes = ["small", "medium", "large", "original"] as const;
export type ImageSize = (typeof imageSizes)[number];

/** Returns an image in the API's format, with the URLs of its four sizes. */
export function imageView({ imageId, alt, key }: KeyedImage) {
  const at = (size: ImageSize) => `/api/v1/images/${key}-${size}`;
  const urls = {
    small: at("small"),
    medium: at("medium"),
    large: at("large"),
    original: at("original"),
  };
  return { imageId, alt, urls };
}

// A picture of a few kB can have more pixels than fit in memory. Portraits are scaled to 256 px in any case.
export const maxPixels = { portrait: 16_000_000, logo: 16_000_000, project: 40_000_000 } as const;

/** Returns whether bytes start like a supported picture. The file's name and media type prove nothing. */
export function isPicture(bytes: Uint8Array): boolean {
  const at = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString("latin1");
  return (
    at(0, 3) === "\u00ff\u00d8\u00ff" ||
    at(0, 8) === "\u0089PNG\r\n\u001a\n" ||
    (at(0, 4) === "RIFF" && at(8, 12) === "WEBP") ||
    at(4, 12) === "ftypavif"
  );
}

/** Throws UNSUPPORTED_MEDIA_TYPE with the supported formats. */
export function refuseAsPicture(): never {
  return refuse("UNSUPPORTED_MEDIA_TYPE", {
    detail: "This picture cannot be read. Please choose a PNG, JPEG, WebP or AVIF.",
  });
}
