import type { Tree } from "./biomes.ts";
import type { Look } from "./look.ts";
import { blob, disc, fill, height, n, rect, stroke, width, type Line } from "./marks.ts";
import type { Palette } from "./palettes.ts";
import { between, type Random } from "./random.ts";

/**
 * Draws one scene as SVG elements. Every number comes from `r`, so the order of the calls affects the picture. `t`: a
 * thumbnail, with fewer and bolder marks.
 */
export type Scene = (r: Random, c: Palette, t: boolean, look: Look) => string;

interface Sun {
  size?: number;
}

/** Low at dawn and dusk; the moon is small. */
const heights: Record<Look["light"], readonly [number, number]> = {
  noon: [70, 120],
  golden: [150, 205],
  dawn: [190, 236],
  dusk: [196, 240],
  overcast: [80, 140],
  night: [70, 130],
};

/**
 * Draws everything behind the land, for the look's light: halo, sun or moon, stars at night, and clouds, birds or haze.
 * `size` is the sun's radius, random if omitted; the moon has its own.
 */
export function sky(r: Random, c: Palette, look: Look, { size }: Sun = {}): string {
  const { light } = look;
  const sx = 170 + look.sun * 42;
  const sy = between(r, ...heights[light]);
  const radius = light === "night" ? between(r, 20, 30) : (size ?? between(r, 26, 46));
  const ring = blob(r, sx, sy, 0.92, 0.06);
  const halo = [330, 236, 154, 88].map((k) => fill(ring(k), c.halo, ' opacity=".55"')).join("");
  const behind = `<rect width="${width}" height="${height}" fill="${c.sky}"/>${halo}`;
  const sun =
    light === "overcast"
      ? fill(disc(sx, sy, radius), c.sun, ' opacity=".6"')
      : fill(disc(sx, sy, radius), c.sun);
  return behind + (light === "night" ? stars(r, c) : "") + sun + above(r, c, look);
}

function stars(r: Random, c: Palette): string {
  let d = "";
  for (let i = 0; i < 26; i++)
    d += disc(between(r, 0, width), between(r, 8, 200), between(r, 0.8, 2));
  return fill(d, c.sun, ' opacity=".75"');
}

/** Clouds, birds or haze. */
function above(r: Random, c: Palette, { sky: kind, light }: Look): string {
  if (kind === "haze")
    return [150, 196, 232]
      .map((y) => fill(`M0 ${y}h${width}v${n(between(r, 10, 20))}H0Z`, c.halo, ' opacity=".5"'))
      .join("");
  if (kind === "birds" && light !== "night") {
    let d = "";
    const [x0, y0] = [between(r, 120, 560), between(r, 70, 150)];
    for (let i = 0; i < 6; i++) {
      const [x, y, s] = [
        x0 + i * 24 + between(r, -8, 8),
        y0 + Math.abs(i - 2) * 11,
        between(r, 7, 11),
      ];
      d += `M${n(x - s)} ${n(y - s * 0.4)}q${n(s * 0.6)} ${n(-s * 0.3)} ${n(s)} ${n(s * 0.4)}q${n(s * 0.4)} ${n(-s * 0.7)} ${n(s)} ${n(-s * 0.4)}`;
    }
    return stroke(d, c.near, 2, ' stroke-linecap="round"');
  }
  if (kind !== "clouds" && light !== "overcast") return "";
  let d = "";
  for (let i = 0; i < (light === "overcast" ? 5 : 3); i++) {
    const [x, y, s] = [between(r, 0, width), between(r, 50, 165), between(r, 20, 38)];
    d += `M${n(x - s * 2)} ${n(y)}a${n(s * 0.8)} ${n(s * 0.8)} 0 0 1 ${n(s)} ${n(-s * 0.7)}a${n(s)} ${n(s)} 0 0 1 ${n(s * 1.8)} ${n(-s * 0.1)}a${n(s * 0.8)} ${n(s * 0.8)} 0 0 1 ${n(s)} ${n(s * 0.8)}Z`;
  }
  return fill(d, light === "night" ? c.far : "#FFFFFF", ' opacity=".7"');
}

/** One tree of a kind, with its foot at x, y. */
function treeAt(kind: Tree, x: number, y: number, s: number): string {
  const at = `${n(x)} ${n(y)}`;
  if (kind === "spruce")
    return `M${n(x)} ${n(y - s)}L${n(x + s * 0.27)} ${n(y)}H${n(x - s * 0.27)}Z`;
  if (kind === "cypress")
    return `M${at}C${n(x - s * 0.2)} ${n(y - s * 0.3)} ${n(x - s * 0.13)} ${n(y - s * 0.8)} ${n(x)} ${n(y - s * 1.1)}C${n(x + s * 0.13)} ${n(y - s * 0.8)} ${n(x + s * 0.2)} ${n(y - s * 0.3)} ${at}Z`;
  const trunk = rect(x - s * 0.03, y - s * 0.8, Math.max(1.5, s * 0.06), s * 0.8);
  if (kind === "acacia")
    return `${trunk}M${n(x - s * 0.62)} ${n(y - s * 0.7)}q${n(s * 0.1)} ${n(-s * 0.3)} ${n(s * 0.62)} ${n(-s * 0.3)}t${n(s * 0.62)} ${n(s * 0.3)}Z`;
  if (kind === "palm") {
    const [cx, cy] = [x + s * 0.08, y - s * 0.8];
    const fronds = [-0.5, -0.3, 0.05, 0.38, 0.56].map(
      (k) =>
        `M${n(cx)} ${n(cy)}q${n(s * k * 0.6)} ${n(-s * 0.34)} ${n(s * k)} ${n(s * (0.02 + Math.abs(k) * 0.3))}q${n(-s * k * 0.3)} ${n(-s * 0.2)} ${n(-s * k)} ${n(-s * (0.02 + Math.abs(k) * 0.3))}Z`,
    );
    return `M${n(x - s * 0.03)} ${n(y)}Q${n(x)} ${n(y - s * 0.4)} ${n(cx - s * 0.02)} ${n(cy)}h${n(s * 0.05)}Q${n(x + s * 0.06)} ${n(y - s * 0.4)} ${n(x + s * 0.04)} ${n(y)}Z${fronds.join("")}`;
  }
  if (kind === "bare")
    return `${trunk}M${n(x)} ${n(y - s * 0.5)}l${n(-s * 0.26)} ${n(-s * 0.34)}l${n(s * 0.05)} 0l${n(s * 0.22)} ${n(s * 0.24)}l${n(s * 0.24)} ${n(-s * 0.3)}l${n(s * 0.04)} ${n(s * 0.04)}Z`;
  return `M${at}C${n(x - s * 0.44)} ${n(y - s * 0.1)} ${n(x - s * 0.34)} ${n(y - s * 0.86)} ${n(x)} ${n(y - s)}C${n(x + s * 0.34)} ${n(y - s * 0.86)} ${n(x + s * 0.44)} ${n(y - s * 0.1)} ${at}Z`;
}

interface Row {
  count: number;
  smallest: number;
  tallest: number;
  x0?: number;
  x1?: number;
}

/** Draws trees along a line, mostly of the look's kind; they are bare in winter. */
export function trees(
  r: Random,
  f: Line,
  color: string,
  { tree, season }: Pick<Look, "tree" | "season">,
  { count, smallest, tallest, x0 = 0, x1 = width }: Row,
): string {
  const usual = tree === "leaf" && season === "winter" ? "bare" : tree;
  const other: Tree = tree === "palm" || tree === "acacia" || tree === "cypress" ? "leaf" : usual;
  let d = "";
  for (let i = 0; i < count; i++) {
    const x = x0 + ((i + between(r, 0.1, 0.9)) / count) * (x1 - x0);
    const s = between(r, smallest, tallest);
    d += treeAt(r() < 0.75 ? usual : other, x, f(x) + 3, s);
  }
  return fill(d, color);
}
