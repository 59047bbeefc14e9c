import {
  blob,
  contours,
  disc,
  fill,
  height,
  land,
  line,
  n,
  rect,
  stroke,
  wave,
  width,
} from "./marks.ts";
import { sky, trees, type Scene } from "./pieces.ts";
import { ranges } from "./reliefs.ts";
import type { Tree } from "./biomes.ts";
import { between } from "./random.ts";

/** Houses on a hill: stoves, lamps, farm digesters. */
export const home: Scene = (r, c, t, look) => {
  const w3 = wave(r, 20, 0.8),
    w4 = wave(r, 18, 0.7),
    f3 = (x: number) => 350 + w3(x),
    f4 = (x: number) => 432 + w4(x);
  const house = (x: number, y: number, s: number, roof: string) =>
    fill(rect(x - s * 0.5, y - s * 0.56, s, s * 0.62), c.line) +
    fill(
      `M${n(x - s * 0.66)} ${n(y - s * 0.54)}L${n(x)} ${n(y - s * 1.02)}L${n(x + s * 0.66)} ${n(y - s * 0.54)}Z`,
      roof,
    ) +
    fill(rect(x - s * 0.1, y - s * 0.34, s * 0.22, s * 0.4), c.front);
  const dome = (x: number, y: number, s: number) =>
    fill(`M${n(x - s)} ${n(y)}A${n(s)} ${n(s * 0.78)} 0 0 1 ${n(x + s)} ${n(y)}Z`, c.line) +
    (t
      ? ""
      : stroke(
          `M${n(x - s * 0.5)} ${n(y)}Q${n(x - s * 0.42)} ${n(y - s * 0.6)} ${n(x)} ${n(y - s * 0.78)}Q${n(x + s * 0.42)} ${n(y - s * 0.6)} ${n(x + s * 0.5)} ${n(y)}M${n(x)} ${n(y)}V${n(y - s * 0.78)}`,
          c.accent,
          1.6,
        ));
  const smoke = (x: number, y: number, s: number) =>
    stroke(
      `M${n(x)} ${n(y)}c${n(-14 * s)} ${n(-22 * s)} ${n(16 * s)} ${n(-36 * s)} 0 ${n(-60 * s)}s${n(14 * s)} ${n(-34 * s)} ${n(4 * s)} ${n(-56 * s)}`,
      "#FFFFFF",
      t ? 7 : 3,
      ' opacity=".9" stroke-linecap="round"',
    );
  let out =
    sky(r, c, look, { size: between(r, 44, 60) }) +
    ranges(r, c, t, look) +
    land(f3, c.near) +
    (t
      ? ""
      : contours(f3, 350, c.line, 5, 12, 0.35) +
        trees(r, f3, c.front, look, {
          count: 9,
          smallest: 22,
          tallest: 40,
          x0: between(r, 20, 120),
          x1: between(r, 300, 420),
        }));
  const count = t ? 2 : 6;
  for (let i = 0; i < count; i++) {
    const x = (t ? 270 : 150) + i * (t ? 230 : 96) + between(r, -22, 22),
      s = (t ? 120 : 44) * between(r, 0.9, 1.2),
      y = f3(x) + (t ? 40 : 14) + (i % 3) * 12;
    out +=
      look.kind === "dome" && i % 2
        ? dome(x, y, s * 0.7)
        : house(x, y, s, c.accent) +
          (look.kind === "stove" && i % 2 === 0 ? smoke(x + s * 0.2, y - s, s / 46) : "");
  }
  return out + land(f4, c.front) + (t ? "" : contours(f4, 432, c.line, 5, 11, 0.2));
};

/** Plants that capture methane: landfills, mines, waste. */
export const gas: Scene = (r, c, t, look) => {
  const cx = between(r, 330, 450),
    sp = between(r, 185, 235),
    ht = between(r, 140, 180),
    w4 = wave(r, 14, 0.7),
    f4 = (x: number) => 436 + w4(x),
    mound = (k: number) => (x: number) =>
      436 -
      ht * (1 - k * 0.14) * Math.exp(-(((x - cx) / (sp - k * 3)) ** 2)) +
      3 * Math.sin(x / 40 + k * 0.4);
  let out =
    sky(r, c, look) +
    ranges(r, c, t, look) +
    land(mound(0), c.near) +
    stroke(
      [1, 2, 3, 4, 5, 6]
        .slice(0, t ? 3 : 6)
        .map((k) => line(mound(k), 40))
        .join(""),
      c.line,
      t ? 3 : 1.3,
      ' opacity=".4"',
    );
  const wells = t ? 3 : 7,
    bx = cx + sp * 1.18,
    by = f4(bx) + 4,
    b = t ? 2 : 1;
  let posts = "",
    caps = "",
    main = "";
  for (let i = 0; i < wells; i++) {
    const x = cx + ((i - (wells - 1) / 2) / wells) * sp * 2.2 + between(r, -6, 6),
      y = mound(0)(x),
      h = (t ? 46 : 24) + between(r, -3, 5);
    posts += `M${n(x)} ${n(y + 6)}V${n(y - h)}`;
    caps += disc(x, y - h, t ? 11 : 5);
    main += `M${n(x)} ${n(y + 4)}`;
    const q = mound(2.6);
    main += `L${n(x)} ${n(q(x))}`;
    for (let z = x; z < bx; z += 24) main += `L${n(z)} ${n(q(z))}`;
    main += `L${n(bx)} ${n(by - 12)}`;
  }
  out +=
    stroke(main, c.accent, t ? 6 : 2.6, ' stroke-linejoin="round"') +
    stroke(posts, c.front, t ? 8 : 4) +
    fill(caps, c.accent);
  out +=
    fill(rect(bx - 34 * b, by - 34 * b, 74 * b, 40 * b), c.line) +
    fill(
      rect(bx - 22 * b, by - 22 * b, 12 * b, 12 * b) +
        rect(bx - 2 * b, by - 22 * b, 12 * b, 12 * b) +
        rect(bx + 18 * b, by - 22 * b, 12 * b, 12 * b),
      c.near,
    ) +
    fill(rect(bx + 22 * b, by - 62 * b, 8 * b, 30 * b), c.line);
  out += land(f4, c.front) + (t ? "" : contours(f4, 436, c.line, 5, 11, 0.25));
  if (look.kind === "mine" && !t) {
    let z = "";
    for (let i = 0; i < 6; i++)
      z += rect(60 + i * 122 + between(r, -20, 20), 458 + (i % 2) * 14, between(r, 60, 110), 5);
    out += fill(z, c.accent, ' opacity=".55"');
  }
  return out;
};

const corners = (count: number, turned: number) => (x: number, y: number, q: number) => {
  let d = "";
  for (let i = 0; i < count; i++) {
    const a = (i / count + turned) * 2 * Math.PI;
    d += `${i ? "L" : "M"}${n(x + Math.cos(a) * q)} ${n(y + Math.sin(a) * q)}`;
  }
  return d + "Z";
};
const round = (x: number, y: number, q: number) => disc(x, y, q * 0.82);
/** The shape of a gas molecule, by the vegetation of the place. */
const shapes: Record<Tree, (x: number, y: number, q: number) => string> = {
  spruce: corners(3, 0.25),
  leaf: corners(6, 1 / 12),
  palm: round,
  acacia: corners(4, 0),
  cypress: corners(8, 1 / 16),
  bare: corners(6, 0),
};

/** The cells of a crystal lattice: industrial gases. */
export const lattice: Scene = (r, c, t, look) => {
  const s = t ? 62 : 34,
    hx = s * Math.sqrt(3),
    cx = between(r, 340, 460),
    cy = between(r, 225, 275);
  let out = `<rect width="${width}" height="${height}" fill="${c.sky}"/>`;
  const ring = blob(r, cx, cy, 0.8, 0.12);
  [420, 330, 240, 150].forEach((k) => {
    out += fill(ring(k), c.halo, ' opacity=".5"');
  });
  const hex = shapes[look.tree];
  const g = { a: "", b: "", c: "", d: "", dot: "" };
  for (let row = -1; row < height / (s * 1.5) + 1; row++)
    for (let col = -1; col < width / hx + 1; col++) {
      const x = col * hx + (row % 2 ? hx / 2 : 0),
        y = row * s * 1.5,
        dist = Math.hypot((x - cx) / 1.35, y - cy) / 300,
        v = r();
      if (dist > 0.98 + v * 0.25) {
        g.a += hex(x, y, s * 0.96);
        continue;
      }
      const k = v - dist * 0.62;
      if (k > 0.62) g.d += hex(x, y, s * 0.9);
      else if (k > 0.3) g.c += hex(x, y, s * 0.9);
      else if (k > 0.02) g.b += hex(x, y, s * 0.9);
      else g.a += hex(x, y, s * 0.96);
      if (k > 0.8) g.dot += disc(x, y, s * 0.34);
    }
  const w4 = wave(r, 18, 0.7),
    f4 = (x: number) => 446 + w4(x);
  return (
    out +
    stroke(g.a, c.far, t ? 3 : 1.2, ' opacity=".7"') +
    fill(g.b, c.far) +
    fill(g.c, c.range) +
    fill(g.d, c.near) +
    fill(g.dot, c.accent) +
    land(f4, c.front) +
    (t ? "" : contours(f4, 446, c.line, 4, 12, 0.3))
  );
};
