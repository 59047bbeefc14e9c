import { blob, disc, fill, n, peaks, stroke, wave, type Line } from "./marks.ts";
import { between, randomFrom } from "./random.ts";

const edge = 1000;
const tones = "C9DDF6 A9CBEC 86B7DC 64A5C6 3F93A6 1F7F84 0E6166 0B4450".split(" ");

function path(f: Line, step: number): string {
  let d = `M${-step} ${n(f(-step))}`;
  for (let x = 0; x <= edge + step; x += step) {
    d += `Q${n(x - step / 2)} ${n(f(x - step / 2))} ${n(x)} ${n(f(x))}`;
  }
  return d;
}

/** Draws the large landscape beside the authentication and message pages: an SVG document of 1000 by 1000. */
export function landscapeArt(seed: string): string {
  const r = randomFrom(seed);
  const sx = between(r, 560, 690);
  const sy = between(r, 250, 300);
  const ring = blob(r, sx, sy, 0.94, 0.05);
  let out = `<rect width="${edge}" height="${edge}" fill="#E3EFFD"/>`;
  for (const size of [560, 430, 310, 205, 120]) {
    out += fill(ring(size), "#FFFFFF", ' opacity=".26"');
  }
  out += fill(disc(sx, sy, 46), "#FFF9E6");
  for (const [k, hex] of tones.entries()) {
    const tone = `#${hex}`;
    const depth = k / (tones.length - 1);
    const base = 390 + 520 * depth ** 1.12;
    const amplitude = 62 - 26 * depth;
    const alpine = k < 4 ? peaks(r, amplitude * 0.9, 120 - k * 10) : undefined;
    const hills = wave(r, amplitude * 0.8, 0.75);
    const tilt = between(r, -0.05, 0.05);
    const f: Line = (x) =>
      base + (alpine ? alpine(x * 0.8) * 0.62 + hills(x) * 0.5 : hills(x)) + (x - 500) * tilt;
    if (k > 3) {
      let d = "";
      const count = 150 - k * 9;
      for (let i = 0; i < count; i++) {
        const x = ((i + r()) / count) * edge;
        const s = (9 + k * 2.6) * between(r, 0.7, 1.35);
        if (Math.sin(x / 63 + k * 2) + r() * 0.9 > 0.1) {
          d += `M${n(x)} ${n(f(x) - s)}l${n(s * 0.26)} ${n(s * 1.1)}h${n(-s * 0.52)}Z`;
        }
      }
      out += fill(d, tone);
    }
    out += `<path d="${path(f, 20)}V${edge + 5}H-20Z" fill="${tone}"/>`;
    let d = "";
    let y = 11;
    for (let j = 1; j < 9; j++) {
      const flat = j / 11;
      const dy = y;
      d += path((x) => (f(x) - base) * (1 - flat) + base + dy + 2.5 * Math.sin(x / 70 + j), 40);
      y += 9 * 1.14 ** j;
    }
    out += stroke(d, k < 4 ? "#FFFFFF" : "#D8FCED", 1, ` opacity="${n(k < 4 ? 0.42 : 0.2)}"`);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${edge} ${edge}" preserveAspectRatio="xMidYMid slice">${out}</svg>`;
}
