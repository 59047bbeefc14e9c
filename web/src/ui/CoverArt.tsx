import { coverArt, dataUri } from "@tonneline/cover-art/coverArt";

const kept = new Map<string, string>();
const keep = 300;

/** A picture address for a seed and a type; drawn once, since cards come and go while scrolling. */
export function coverAddress(seed: string, type: string, detail: "full" | "thumb"): string {
  const key = `${detail} ${seed} ${type}`;
  let address = kept.get(key);
  if (address === undefined) {
    address = dataUri(coverArt({ seed, type, detail }));
    if (kept.size >= keep) kept.delete(kept.keys().next().value!);
    kept.set(key, address);
  }
  return address;
}

/** Drawn art, decorative: the name stands beside it. `thumb` below 120 px. The caller sets the size by `className`. */
export function CoverArt(props: {
  seed: string;
  type: string;
  thumb?: boolean;
  className?: string;
}) {
  const detail = props.thumb ? "thumb" : "full";
  const src = coverAddress(props.seed, props.type, detail);
  return <img src={src} alt="" className={props.className} width={800} height={500} />;
}
