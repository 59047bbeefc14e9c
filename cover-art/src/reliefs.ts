import type { Relief } from "./biomes.ts";
import type { Look } from "./look.ts";
import { contours, fill, height, land, n, peaks, stroke, wave, width, type Line } from "./marks.ts";
import type { Palette } from "./palettes.ts";
import { between, type Random } from "./random.ts";

interface Ground {
  /** The mean height of `back`. */
  base: number;
  back: Line;
  /** The mean height of `front`, and its shape. */
  base2: number;
  front: Line;
  step?: number;
}

const steps =
  (line: Line, tread: number): Line =>
  (x) =>
    Math.round(line(x) / tread) * tread;

/** Flat-topped blocks with steep sides. */
function blocks(r: Random, tallest: number): Line {
  const tops = Array.from({ length: 4 }, (_, nth) => ({
    x: 60 + nth * 210 + between(r, -50, 50),
    wide: between(r, 50, 95),
    up: between(r, 0.45, 1) * tallest,
  }));
  return (x) =>
    -Math.max(...tops.map(({ x: at, wide, up }) => up / (1 + (Math.abs(x - at) / wide) ** 9)));
}

/** Round towers side by side. */
function towers(r: Random, tallest: number): Line {
  const tops = Array.from({ length: 7 }, (_, nth) => ({
    x: 40 + nth * 118 + between(r, -34, 34),
    wide: between(r, 34, 58),
    up: between(r, 0.4, 1) * tallest,
  }));
  return (x) =>
    -Math.max(
      0,
      ...tops.map(({ x: at, wide, up }) => up * Math.sqrt(Math.max(0, 1 - ((x - at) / wide) ** 2))),
    );
}

function cone(r: Random, tallest: number): Line {
  const at = between(r, 200, 600);
  const wide = between(r, 150, 220);
  const low = wave(r, 12);
  return (x) =>
    low(x) -
    tallest * Math.exp(-Math.max(0, Math.abs(x - at) - 26) / wide) -
    (Math.abs(x - at) < 26 ? 4 * Math.cos((x - at) / 5) : 0);
}

const grounds: Record<Relief, (r: Random) => Ground> = {
  alpine: (r) => ({
    base: 214,
    back: peaks(r, between(r, 62, 86), 110),
    base2: 304,
    front: peaks(r, between(r, 20, 34), 80),
  }),
  ridges: (r) => ({
    base: 226,
    back: peaks(r, between(r, 30, 46), 70),
    base2: 296,
    front: peaks(r, between(r, 22, 36), 130),
  }),
  hills: (r) => ({
    base: 244,
    back: wave(r, between(r, 24, 40), 0.9),
    base2: 304,
    front: wave(r, between(r, 24, 44), between(r, 0.6, 1.1)),
  }),
  plain: (r) => ({
    base: 286,
    back: wave(r, between(r, 5, 10), 0.6),
    base2: 318,
    front: wave(r, between(r, 5, 9), 0.5),
  }),
  mesa: (r) => ({
    base: 288,
    back: blocks(r, between(r, 70, 110)),
    base2: 316,
    front: wave(r, 9, 0.7),
    step: 8,
  }),
  volcano: (r) => ({
    base: 288,
    back: cone(r, between(r, 110, 160)),
    base2: 308,
    front: wave(r, between(r, 14, 26), 0.8),
    step: 10,
  }),
  karst: (r) => ({
    base: 296,
    back: towers(r, between(r, 110, 150)),
    base2: 318,
    front: towers(r, between(r, 34, 60)),
    step: 8,
  }),
  coast: (r) => ({
    base: 274,
    back: wave(r, between(r, 10, 20), 1.3),
    base2: 330,
    front: wave(r, 14, 0.6),
  }),
  dunes: (r) => {
    const [one, two] = [between(r, 0, 6), between(r, 0, 6)];
    const crest = (turn: number, size: number) => (x: number) =>
      size * Math.abs(Math.sin(x / 150 + turn)) - size / 2;
    return { base: 262, back: crest(one, 46), base2: 306, front: crest(two, 40), step: 12 };
  },
  terraces: (r) => ({
    base: 236,
    back: wave(r, between(r, 34, 50), 0.8),
    base2: 304,
    front: steps(wave(r, 40, 0.7), 9),
    step: 10,
  }),
};

/** Snow on high ground. */
function snow({ base, back }: Ground, c: Palette): string {
  const above: Line = (x) => Math.min(base + back(x), base - 24);
  let d = "";
  for (let x = -20; x <= width + 20; x += 10) {
    const top = base + back(x);
    const low = Math.min(
      Math.max(top, above(x)) + 14 + 8 * Math.sin(x / 11),
      base - 22 + 8 * Math.sin(x / 11),
    );
    d += `${d ? "L" : "M"}${n(x)} ${n(Math.max(top, low))}`;
  }
  for (let x = width + 20; x >= -20; x -= 10) d += `L${n(x)} ${n(base + back(x))}`;
  return fill(`${d}Z`, c.sun, ' opacity=".85"');
}

/** The sea between two shores, with light on it. */
function sea(r: Random, c: Palette, t: boolean): string {
  let d = "";
  for (let i = 0; i < (t ? 5 : 14); i++) {
    const y = between(r, 300, 338);
    d += `M${n(between(r, 0, width))} ${n(y)}h${n(between(r, 20, 90))}`;
  }
  return (
    `<rect y="290" width="${width}" height="${height - 290}" fill="${c.halo}"/>` +
    `<rect y="290" width="${width}" height="${height - 290}" fill="${c.range}" opacity=".45"/>` +
    stroke(d, c.sun, t ? 3 : 1.6, ' opacity=".7" stroke-linecap="round"')
  );
}

/** Draws the background: two lines of land by the relief, with the sea or snow that belongs to it. */
export function ranges(
  r: Random,
  c: Palette,
  t: boolean,
  look: Pick<Look, "relief" | "season">,
): string {
  const ground = grounds[look.relief](r);
  const { base, back, base2, front, step = 25 } = ground;
  const up = between(r, -16, 14);
  const f1: Line = (x) => base + up + back(x);
  const f2: Line = (x) => base2 + up * 0.4 + front(x);
  const isCoast = look.relief === "coast";
  const hasSnow =
    look.relief === "alpine" || (look.relief === "volcano" && look.season === "winter");
  return (
    land(f1, c.far, step) +
    (hasSnow ? snow({ ...ground, base: base + up }, c) : "") +
    (t || isCoast ? "" : contours(f1, base + up, c.halo, 4, 17, 0.6)) +
    (isCoast ? sea(r, c, t) : "") +
    land(f2, c.range, step) +
    (t ? "" : contours(f2, base2 + up * 0.4, c.line, 4, 13, 0.4))
  );
}
