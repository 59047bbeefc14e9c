import {
  blob,
  disc,
  fill,
  height,
  land,
  line,
  mix,
  n,
  rect,
  stroke,
  wave,
  width,
} from "./marks.ts";
import { sky, trees, type Scene } from "./pieces.ts";
import { ranges } from "./reliefs.ts";
import { between } from "./random.ts";

/** Rock layers with a fault: biochar, weathering, underground storage. */
export const strata: Scene = (r, c, t, look) => {
  const top = 268,
    w = wave(r, 14, 0.8),
    fault = between(r, 520, 640),
    slip = between(r, 16, 30),
    f = (y: number, k: number) => (x: number) =>
      y + w(x + k * 30) * (1 + k * 0.25) + (x > fault + (y - 300) * 0.35 ? slip : 0);
  const cols = [c.range, c.near, "#54708C", c.near, c.front, "#101F38"];
  let out = sky(r, c, look) + ranges(r, c, t, look);
  const ys = [top, 304, 338, 372, 412, 462];
  ys.forEach((y, k) => {
    out += land(f(y, k), look.kind === "soil" && k === 0 ? "#4E9A7C" : cols[k]!, 20);
    if (!t)
      for (let m = 1; m < 3; m++)
        out += stroke(line(f(y + m * 12, k), 20), c.line, 1.1, ' opacity=".22"');
  });
  const x = between(r, 300, 420),
    g = f(top, 0);
  if (look.kind === "soil") {
    out += trees(r, (q) => g(q) + 2, "#2F7C63", look, {
      count: t ? 7 : 24,
      smallest: t ? 44 : 20,
      tallest: t ? 70 : 42,
      x0: 30,
      x1: 770,
    });
    let d = "",
      e = "";
    for (let i = 0; i < (t ? 18 : 110); i++) {
      const px = between(r, -10, 800),
        v = r() ** 1.9,
        py = g(px) + 24 + v * 150,
        q = (t ? 15 : 7.5) * (1.15 - v * 0.6) * between(r, 0.7, 1.3),
        m = `M${n(px)} ${n(py)}l${n(q * 1.2)} ${n(-q * 0.4)}l${n(q * 0.4)} ${n(q * 0.8)}l${n(-q)} ${n(q * 0.5)}Z`;
      if (i % 7) d += m;
      else e += m;
    }
    return out + fill(d, "#0B1830", ' opacity=".8"') + fill(e, c.accent, ' opacity=".9"');
  }
  const y0 = g(x),
    plume = blob(r, x + 20, 424, 0.36, 0.14);
  [200, 150, 102, 58].forEach((k, i) => {
    out += fill(plume(k), c.accent, ` opacity="${n(0.16 + i * 0.16)}"`);
  });
  out += stroke(`M${n(x)} ${n(y0)}V422`, "#FFFFFF", t ? 7 : 3);
  const b = t ? 1.9 : 1,
    bw = 172 * b,
    bh = 44 * b,
    bx = x - 36 * b,
    by = Math.min(g(bx), g(bx + bw / 2), g(bx + bw)) - 10 * b;
  let fan = "",
    hub = "",
    leg = "";
  for (let i = 0; i < 4; i++) {
    const q = bx + (22 + i * 42.6) * b;
    fan += disc(q, by - bh / 2, 16 * b);
    hub += disc(q, by - bh / 2, 5 * b);
    leg += `M${n(q)} ${n(by - 2)}V${n(g(q) + 4)}`;
  }
  out += stroke(leg, "#FFFFFF", t ? 8 : 4) + fill(rect(bx, by - bh, bw, bh), "#FFFFFF");
  return out + fill(fan, c.near) + fill(hub, c.accent);
};

/** A road over hills: transport, efficiency, grids. */
export const route: Scene = (r, c, t) => {
  const hills = [0, 1, 2, 3].map((i) =>
    blob(r, 90 + i * 210 + between(r, -40, 40), between(r, 90, 420), 0.74, 0.18),
  );
  let out = `<rect width="${width}" height="${height}" fill="${c.sky}"/>`;
  for (let k = 0; k < 6; k++) {
    const d = hills.map((b) => b(230 - k * 38)).join("");
    out += stroke(d, c.far, 2.4) + fill(d, mix(c.sky, c.far, k / 7));
  }
  const pts: [number, number][] = [];
  for (let i = 0; i < 6; i++) pts.push([90 + i * 125 + between(r, -24, 24), between(r, 130, 390)]);
  const road = (o: number) => {
    let d = `M-10 ${n(pts[0]![1] + o)}`;
    pts.forEach((p, i) => {
      const q: [number, number] = i ? pts[i - 1]! : [-10, p[1]];
      const mx = (q[0] + p[0]) / 2;
      d += `C${n(mx)} ${n(q[1] + o)} ${n(mx)} ${n(p[1] + o)} ${n(p[0])} ${n(p[1] + o)}`;
    });
    return (
      d + `C${n(width - 40)} ${n(pts[5]![1] + o)} ${width - 20} 250 ${width + 10} ${n(240 + o)}`
    );
  };
  out +=
    stroke(road(0), c.near, t ? 34 : 20) +
    stroke(road(0), c.line, t ? 5 : 2.2, ' stroke-dasharray="16 14"') +
    stroke(road(64), c.range, t ? 14 : 7) +
    stroke(road(-70), c.range, t ? 8 : 4);
  pts.forEach((p, i) => {
    out +=
      fill(disc(p[0], p[1], t ? 30 : 17), c.front) +
      fill(disc(p[0], p[1], t ? 16 : 8), i % 2 ? c.line : c.accent);
  });
  return out;
};

/** Contour lines on a map, for types without a scene. */
export const topo: Scene = (r, c, t) => {
  const levels = t ? 5 : 9;
  const hills: [(size: number) => string, number][] = [];
  for (let i = 0; i < 5; i++)
    hills.push([
      blob(r, 60 + i * 175 + between(r, -50, 50), between(r, 110, 400), between(r, 0.6, 0.85), 0.2),
      between(r, 170, 300),
    ]);
  let out = `<rect width="${width}" height="${height}" fill="${c.sky}"/>`;
  for (let k = 0; k < levels; k++) {
    const d = hills.map(([b, q]) => b(q * (1 - (k / levels) * 0.94))).join("");
    out +=
      stroke(d, c.front, t ? 8 : k % 4 === 0 ? 4.4 : 2.4) +
      fill(d, mix(c.sky, c.near, k / (levels - 1)));
  }
  return out;
};
