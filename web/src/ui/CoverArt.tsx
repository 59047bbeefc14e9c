import { coverArt } from "@tonneline/cover-art/coverArt";
import { dataUri } from "@tonneline/cover-art/dataUri";
import type { Subject } from "@tonneline/cover-art/look";

type Detail = "full" | "thumb";

const cache = new Map<string, string>();
const keep = 300;

const keyOf = ({ seed, type, country = "" }: Subject, detail: Detail) =>
  `${detail} ${country} ${seed} ${type}`;

/** Whether the drawing is already cached. */
export function isDrawn(subject: Subject, detail: Detail): boolean {
  return cache.has(keyOf(subject, detail));
}

/**
 * Returns a data URI for a seed, a type and a location. Drawings are cached, since cards mount and unmount while
 * scrolling.
 */
export function coverAddress(subject: Subject, detail: Detail): string {
  const key = keyOf(subject, detail);
  let address = cache.get(key);
  if (address === undefined) {
    address = dataUri(coverArt({ ...subject, detail }));
    if (cache.size >= keep) cache.delete(cache.keys().next().value!);
    cache.set(key, address);
  }
  return address;
}

/**
 * Generated art; decorative, as the name is next to it. Use `thumb` below 120 px. The caller sets the size by
 * `className`.
 */
export function CoverArt({
  thumb = false,
  className,
  ...subject
}: Subject & { thumb?: boolean; className?: string | undefined }) {
  const src = coverAddress(subject, thumb ? "thumb" : "full");
  return <img src={src} alt="" className={className} width={800} height={500} />;
}
