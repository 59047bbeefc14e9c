import type { ImageSize } from "../../core/pictures.ts";

/** The longest edge of each size in pixels; the original is not scaled. */
export const edges: readonly (readonly [ImageSize, edgePx: number | null])[] = [
  ["small", 400],
  ["medium", 960],
  ["large", 1920],
  ["original", null],
];

/** Parses the last segment of an image's URL into key and size; undefined for anything else. */
export function imageAddress(text: string): { key: string; size: ImageSize } | undefined {
  const match = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-(small|medium|large|original)$/.exec(
    text,
  );
  return match ? { key: match[1]!, size: match[2] as ImageSize } : undefined;
}

/** Whether a requested order has exactly the present ids, each once. */
export function isOrderOf(present: readonly number[], wanted: readonly number[]): boolean {
  return (
    wanted.length === present.length &&
    new Set(wanted).size === wanted.length &&
    wanted.every((id) => present.includes(id))
  );
}
