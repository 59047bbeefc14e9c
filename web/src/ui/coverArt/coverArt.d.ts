/** An SVG of a landscape, the same for the same seed and type; `thumb` has fewer, bolder marks. viewBox 0 0 800 500. */
export function coverArt(options: {
  seed: string;
  type: string;
  detail?: "full" | "thumb";
}): string;
/** The family of scenes that a project type belongs to. */
export function coverFamily(type: string): string;
/** The large landscape of the blank layout. */
export function landscapeArt(options: { seed: string }): string;
