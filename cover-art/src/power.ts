import { blob, contours, disc, fill, height, land, line, n, stroke, wave, width } from "./marks.ts";
import { sky, type Scene } from "./pieces.ts";
import { ranges } from "./reliefs.ts";
import { between, pick } from "./random.ts";

/** Wind turbines on hills. */
export const wind: Scene = (r, c, t, look) => {
  const w3 = wave(r, 26, 0.8),
    w4 = wave(r, 22, 0.7),
    f3 = (x: number) => 362 + w3(x),
    f4 = (x: number) => 440 + w4(x);
  const mill = (x: number, y: number, s: number, col: string) => {
    const a = r() * 120;
    let d = "";
    for (let i = 0; i < 3; i++) {
      const th = ((a + i * 120) * Math.PI) / 180,
        cx = Math.cos(th),
        cy = Math.sin(th),
        px = -cy,
        py = cx;
      d += `M${n(x)} ${n(y - s)}L${n(x + cx * s * 0.2 + px * s * 0.045)} ${n(y - s + cy * s * 0.2 + py * s * 0.045)}L${n(x + cx * s * 0.62)} ${n(y - s + cy * s * 0.62)}Z`;
    }
    return fill(
      `M${n(x - s * 0.022)} ${n(y)}L${n(x - s * 0.009)} ${n(y - s)}h${n(s * 0.018)}L${n(x + s * 0.022)} ${n(y)}Z${d}${disc(x, y - s, s * 0.032)}`,
      col,
    );
  };
  let out = sky(r, c, look) + ranges(r, c, t, look);
  const far = t ? 0 : 5;
  for (let i = 0; i < far; i++) {
    const x = 70 + i * 155 + between(r, -36, 36);
    out += mill(x, f3(x) + 4, between(r, 78, 98), c.halo);
  }
  out += land(f3, c.near) + (t ? "" : contours(f3, 362, c.line, 5, 11, 0.35));
  const near = t ? 2 : 3;
  const x0 = between(r, 150, 240);
  for (let i = 0; i < near; i++) {
    const x = x0 + i * between(r, 190, 235);
    out += mill(x, f4(x) + 6, between(r, t ? 250 : 180, t ? 280 : 236), c.accent);
  }
  return out + land(f4, c.front) + (t ? "" : contours(f4, 440, c.line, 4, 12, 0.22));
};

/** Panels that run to the horizon. */
export const solar: Scene = (r, c, t, look) => {
  const hor = 318,
    w3 = wave(r, 8, 0.6),
    vx = between(r, 280, 520),
    vy = 268,
    col = t ? 150 : 74,
    sc = (y: number) => (y - vy) / 100;
  let out =
      sky(r, c, look, { size: between(r, 50, 78) }) +
      ranges(r, c, t, look) +
      land((x) => hor + w3(x), c.near),
    y = hor + 16,
    d = "",
    g = "";
  for (let i = 0; y < height; i++) {
    const h = (t ? 22 : 8) * 1.34 ** i,
      yb = y + h,
      a = sc(y),
      b = sc(yb),
      m = Math.ceil(width / (col * a)) + 2;
    for (let k = -m; k < m; k += 4) {
      const x = (q: number, z: number) => n(vx + q * col * z);
      if (vx + (k + 4) * col * b < -60 && vx + (k + 4) * col * a < -60) continue;
      if (vx + k * col * b > width + 60 && vx + k * col * a > width + 60) continue;
      d += `M${x(k + 0.12, b)} ${n(yb)}L${x(k + 0.12, a)} ${n(y)}L${x(k + 3.88, a)} ${n(y)}L${x(k + 3.88, b)} ${n(yb)}Z`;
      if (!t) {
        const z = sc(y + h / 2);
        g += `M${x(k + 0.12, z)} ${n(y + h / 2)}L${x(k + 3.88, z)} ${n(y + h / 2)}`;
        for (let e = 1; e < 4; e++) g += `M${x(k + e, b)} ${n(yb)}L${x(k + e, a)} ${n(y)}`;
      }
    }
    y = yb + h * 0.34;
  }
  return out + fill(d, c.front) + (t ? "" : stroke(g, c.accent, 1.2, ' opacity=".8"'));
};

/** Water below mountains: rivers, wells, geothermal steam. */
export const water: Scene = (r, c, t, look) => {
  const lines = t ? 8 : 24,
    ph = r() * 6,
    tilt = between(r, 60, 130) * pick(r, [-1, 1]);
  let out = sky(r, c, look) + ranges(r, c, t, look);
  const w3 = wave(r, 22, 0.7),
    f3 = (x: number) => 350 + w3(x) + ((x - 400) / 400) * tilt * 0.35;
  out += land(f3, c.near);
  for (let k = 0; k < lines; k++) {
    const u = k / lines,
      dy = u ** 1.25 * 190;
    const f = (x: number) =>
      f3(x) + 8 + dy + (8 + 26 * u) * Math.sin(x / (92 + 40 * u) + ph + k * 0.22) * 0.6;
    if (k === Math.floor(lines * 0.42)) out += land(f, c.front);
    out += stroke(
      line(f, 32),
      k % 5 === 2 ? c.accent : c.line,
      t ? 4 : k % 5 === 2 ? 2.4 : 1.3,
      ` opacity="${n(k % 5 === 2 ? 0.95 : 0.5)}"`,
    );
  }
  if (look.kind === "steam") {
    let d = "";
    for (let i = 0; i < (t ? 2 : 4); i++) {
      const x = 250 + i * 88 + between(r, -20, 20),
        s = between(r, 0.8, 1.2);
      d += `M${n(x)} 352C${n(x - 40 * s)} 300 ${n(x + 44 * s)} 262 ${n(x - 6)} 214S${n(x + 34 * s)} 140 ${n(x + 10)} 112`;
    }
    out += stroke(d, "#FFFFFF", t ? 12 : 7, ' opacity=".85" stroke-linecap="round"');
  }
  if (look.kind === "well") {
    const x = between(r, 330, 470);
    let d = "";
    [34, 62, 96, 136].forEach((k) => {
      d += blob(r, x, 428, 0.42, 0.03)(k);
    });
    out +=
      stroke(d, "#FFFFFF", t ? 5 : 2.2, ' opacity=".9"') +
      fill(blob(r, x, 428, 0.42, 0.03)(18), c.accent);
    const dy = 372,
      s = t ? 74 : 52;
    out += fill(
      `M${n(x)} ${n(dy - s * 1.5)}C${n(x + s * 0.9)} ${n(dy - s * 0.3)} ${n(x + s * 0.55)} ${n(dy + s * 0.22)} ${n(x)} ${n(dy + s * 0.22)}S${n(x - s * 0.9)} ${n(dy - s * 0.3)} ${n(x)} ${n(dy - s * 1.5)}Z`,
      "#FFFFFF",
    );
  }
  return out;
};
