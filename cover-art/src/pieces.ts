import {
  blob,
  contours,
  disc,
  fill,
  height,
  land,
  n,
  peaks,
  wave,
  width,
  type Line,
} from "./marks.ts";
import type { Palette } from "./palettes.ts";
import { between, type Random } from "./random.ts";

/**
 * Draws one scene as SVG elements. Every number comes from `r`, so the order of the calls is part of the picture.
 * `t`: a thumbnail, with fewer and bolder marks. `kind`: a variant within the scene.
 */
export type Scene = (r: Random, c: Palette, t: boolean, kind: string | undefined) => string;

interface Sun {
  x?: number;
  y?: number;
  size?: number;
}

export function sky(r: Random, c: Palette, { x, y, size }: Sun = {}): string {
  const sx = x ?? between(r, 400, 660);
  const sy = y ?? between(r, 96, 178);
  const radius = size ?? between(r, 26, 46);
  const ring = blob(r, sx, sy, 1, 0.92, 0.06);
  const halo = [330, 236, 154, 88].map((k) => fill(ring(k), c.halo, ' opacity=".55"')).join("");
  return `<rect width="${width}" height="${height}" fill="${c.sky}"/>${halo}${fill(disc(sx, sy, radius), c.sun)}`;
}

/** Two ranges of hills at the back. */
export function ranges(r: Random, c: Palette, t: boolean): string {
  const alpine = r() < 0.45;
  const back = alpine ? peaks(r, between(r, 52, 74), 120) : peaks(r, between(r, 22, 40));
  const front = wave(r, between(r, 22, 42), between(r, 0.6, 1.1));
  const up = between(r, -26, 18);
  const f1: Line = (x) => 236 + up + back(x);
  const f2: Line = (x) => 302 + up * 0.4 + front(x);
  return (
    land(f1, c.far, 25) +
    (t ? "" : contours(f1, 236 + up, c.halo, 4, 17, 0.6)) +
    land(f2, c.range) +
    (t ? "" : contours(f2, 302 + up * 0.4, c.line, 4, 13, 0.4))
  );
}

/** Trees along a line, from x0 to x1; `conifer` is the part that are pointed. */
export function trees(
  r: Random,
  f: Line,
  color: string,
  count: number,
  smallest: number,
  tallest: number,
  x0 = 0,
  x1 = width,
  conifer = 0.5,
): string {
  let d = "";
  for (let i = 0; i < count; i++) {
    const x = x0 + ((i + between(r, 0.1, 0.9)) / count) * (x1 - x0);
    const s = between(r, smallest, tallest);
    const y = f(x) + 3;
    d +=
      r() < conifer
        ? `M${n(x)} ${n(y - s)}L${n(x + s * 0.27)} ${n(y)}H${n(x - s * 0.27)}Z`
        : `M${n(x)} ${n(y)}C${n(x - s * 0.44)} ${n(y - s * 0.1)} ${n(x - s * 0.34)} ${n(y - s * 0.86)} ${n(x)} ${n(y - s)}C${n(x + s * 0.34)} ${n(y - s * 0.86)} ${n(x + s * 0.44)} ${n(y - s * 0.1)} ${n(x)} ${n(y)}Z`;
  }
  return fill(d, color);
}
