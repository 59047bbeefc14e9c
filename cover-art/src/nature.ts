import { contours, disc, fill, land, line, n, rect, stroke, wave, width } from "./marks.ts";
import { sky, trees, type Scene } from "./pieces.ts";
import { ranges } from "./reliefs.ts";
import { between } from "./random.ts";

/** Trees on hills. */
export const forest: Scene = (r, c, t, look) => {
  const w3 = wave(r, 30, 0.8),
    w4 = wave(r, 26, 0.7),
    f3 = (x: number) => 352 + w3(x),
    f4 = (x: number) => 428 + w4(x);
  return (
    sky(r, c, look) +
    ranges(r, c, t, look) +
    trees(
      r,
      (x) => f3(x) + 6,
      c.near,
      look,
      t ? { count: 20, smallest: 40, tallest: 70 } : { count: 54, smallest: 26, tallest: 48 },
    ) +
    land(f3, c.near) +
    (t ? "" : contours(f3, 352, c.line, 6, 11, 0.3)) +
    trees(
      r,
      (x) => f4(x) + 8,
      c.front,
      look,
      t ? { count: 12, smallest: 70, tallest: 110 } : { count: 30, smallest: 40, tallest: 82 },
    ) +
    land(f4, c.front) +
    (t
      ? ""
      : contours(f4, 428, c.line, 5, 12, 0.22) +
        trees(r, (x) => f4(x) + 62, c.accent, look, { count: 22, smallest: 44, tallest: 74 }))
  );
};

/** Water between reeds or mangroves. */
export const wetland: Scene = (r, c, t, look) => {
  const w3 = wave(r, 12, 0.7),
    f3 = (x: number) => 318 + w3(x),
    ph = r() * 6,
    drift = between(r, -110, 110);
  const mid = (y: number) =>
      400 + drift * ((y - 318) / 190) + Math.sin((y - 300) / 38 + ph) * (16 + (y - 318) * 0.75),
    half = (y: number) => 7 + Math.max(0, y - 318) ** 1.32 * 0.105;
  const bank = (k: number, off: number) => {
    let d = "";
    for (let y = 318; y <= 506; y += 8)
      d += `${d ? "L" : "M"}${n(mid(y) + k * (half(y) + off * (0.25 + (y - 318) / 150)))} ${y}`;
    return d;
  };
  let river = bank(-1, 0),
    back = "";
  for (let y = 506; y >= 318; y -= 8) back += `L${n(mid(y) + half(y))} ${y}`;
  let out =
    sky(r, c, look) + ranges(r, c, t, look) + land(f3, c.near) + fill(river + back + "Z", c.accent);
  if (!t) {
    out += [14, 30, 48, 68, 92]
      .map((o, i) =>
        stroke(bank(-1, o) + bank(1, o), c.line, 1.3, ` opacity="${n(0.5 - i * 0.07)}"`),
      )
      .join("");
    let rip = "";
    for (let i = 0; i < 16; i++) {
      const y = between(r, 350, 494),
        w = between(r, 10, 16 + (y - 318) * 0.18),
        x = mid(y) + between(r, -0.55, 0.55) * half(y);
      rip += `M${n(x - w / 2)} ${n(y)}h${n(w)}`;
    }
    out += stroke(rip, "#FFFFFF", 1.6, ' opacity=".75" stroke-linecap="round"');
  }
  const clump = (x: number, y: number, s: number) => {
    const m = 3 + Math.floor(r() * 3);
    let d = "";
    for (let i = 0; i < m; i++) {
      const q = s * between(r, 0.3, 0.46),
        cx = x + (i - (m - 1) / 2) * s * 0.5;
      d += `M${n(cx - q)} ${n(y)}A${n(q)} ${n(q * between(r, 1, 1.4))} 0 0 1 ${n(cx + q)} ${n(y)}Z`;
    }
    return (
      fill(
        disc(x, y, 1) + rect(x - s * m * 0.28, y, s * m * 0.56, s * 0.1),
        c.line,
        ' opacity=".35"',
      ) + fill(d, c.front)
    );
  };
  const count = t ? 7 : 26;
  for (let i = 0; i < count; i++) {
    const y = 334 + ((i + r()) / count) * 160,
      side = r() < 0.5 ? 1 : -1;
    out += clump(
      mid(y) + side * (half(y) + between(r, 40, 330)),
      y,
      (t ? 40 : 15) + (y - 330) * (t ? 0.3 : 0.17),
    );
  }
  return out;
};

/** Rows of a field that run to the horizon. */
export const field: Scene = (r, c, t, look) => {
  const ph = r() * 6,
    bands = t ? 7 : 13,
    amp = between(r, 22, 36),
    skew = between(r, -0.12, 0.12),
    w = wave(r, amp, 0.75);
  const tones =
    look.kind === "rice"
      ? [c.near, "#9ED9EE", c.range, "#C9EDF5", c.front]
      : look.kind === "grass"
        ? [c.range, c.near, c.range, c.accent, c.near]
        : [c.range, c.accent, c.near, c.far, c.front];
  let out = sky(r, c, look) + ranges(r, c, t, look),
    y = 318;
  for (let k = 0; k < bands; k++) {
    const yy = y,
      kk = k,
      f = (x: number) =>
        yy + w(x + kk * 16) * (1 + kk * 0.05) + (x - 400) * skew + 5 * Math.sin(x / 60 + kk + ph);
    out +=
      land(f, tones[k % tones.length]!) + stroke(line(f), c.line, t ? 3 : 1.5, ' opacity=".65"');
    if (!t && look.kind !== "rice" && k % 2) {
      let d = "";
      for (let x = -20; x < width + 20; x += 17)
        d += `M${n(x)} ${n(f(x) + 7)}l${n(3 + skew * 20)} ${n(7 + k * 0.5)}`;
      out += stroke(d, c.front, 1.2, ' opacity=".4"');
    }
    y += (t ? 26 : 11.5) + k * (t ? 3 : 1.05);
  }
  return (
    out +
    (t
      ? ""
      : trees(r, () => 322, c.front, look, {
          count: 9,
          smallest: 18,
          tallest: 32,
          x0: between(r, 60, 200),
          x1: between(r, 330, 520),
        }))
  );
};
