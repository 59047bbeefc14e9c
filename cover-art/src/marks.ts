import { between, type Random } from "./random.ts";

/** The drawing's size, in its own units. */
export const width = 800;
export const height = 500;

/** The height of a line of hills at x. */
export type Line = (x: number) => number;

/** Formats a number for a path: one decimal below ten, none above, to keep drawings small. */
export function n(value: number): string {
  return Math.abs(value) < 10 ? String(Math.round(value * 10) / 10) : String(Math.round(value));
}

/** A smooth line of hills, the sum of a few sine waves. */
export function wave(random: Random, amplitude: number, scale = 1): Line {
  const parts = [
    [1, 1],
    [0.46, 2.3],
    [0.2, 4.7],
  ].map(([size, frequency]) => ({
    size: size! * amplitude,
    turn: (frequency! * scale * 2 * Math.PI) / width,
    phase: random() * 6.28,
  }));
  return (x) =>
    parts.reduce((y, { size, turn, phase }) => y + size * Math.sin(x * turn + phase), 0);
}

/** A mountain line with straight edges between random points. */
export function peaks(random: Random, amplitude: number, step: number): Line {
  const points: [number, number][] = [];
  for (let x = -step; x <= width + 2 * step; x += step) {
    points.push([x + between(random, -24, 24), between(random, -amplitude, amplitude)]);
  }
  return (x) => {
    let index = 1;
    while (index < points.length - 1 && points[index]![0] < x) index++;
    const [x0, y0] = points[index - 1]!;
    const [x1, y1] = points[index]!;
    return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0) + 5 * Math.sin(x / 13);
  };
}

/** Returns the path of a line from edge to edge. */
export function line(f: Line, step = 25): string {
  let d = `M${n(-step)} ${n(f(-step))}`;
  for (let x = 0; x <= width + step; x += step) {
    const middle = x - step / 2;
    d += `Q${n(middle)} ${n(f(middle))} ${n(x)} ${n(f(x))}`;
  }
  return d;
}

/** Ground: everything below a line. */
export function land(f: Line, color: string, step?: number): string {
  return `<path d="${line(f, step)}V${height + 5}H-25Z" fill="${color}"/>`;
}

/** Returns a closed shape as an element; `extra` holds further attributes, each preceded by a space. */
export function fill(d: string, color: string, extra = ""): string {
  return `<path d="${d}" fill="${color}"${extra}/>`;
}

/** Returns a line as an element, `thickness` in the drawing's units; `extra` as for `fill`. */
export function stroke(d: string, color: string, thickness: number, extra = ""): string {
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${thickness}"${extra}/>`;
}

/** Draws contour lines below a line of hills, each flatter than the last, as on a survey map. */
export function contours(
  f: Line,
  base: number,
  color: string,
  count: number,
  gap: number,
  opacity: number,
): string {
  let d = "";
  let down = gap;
  for (let k = 1; k <= count; k++) {
    const flat = k / (count + 2);
    const dy = down;
    d += line((x) => (f(x) - base) * (1 - flat) + base + dy + 3 * Math.sin(x / 70 + k), 40);
    down += gap * 1.16 ** k;
  }
  return stroke(d, color, 1.3, ` opacity="${opacity}"`);
}

/**
 * Returns a function of size, the radius in x, that gives the path of an irregular closed ring: summits, ponds, plumes.
 * `ratio` is its height by its width.
 */
export function blob(
  random: Random,
  cx: number,
  cy: number,
  ratio: number,
  wobble: number,
): (size: number) => string {
  const phases = [random() * 6, random() * 6] as const;
  const swell = (turn: number) =>
    1 + wobble * Math.sin(2 * turn + phases[0]) + wobble * 0.6 * Math.sin(3 * turn + phases[1]);
  return (size) => {
    const corners = 14;
    const point = (index: number) => {
      const turn = (index / corners) * 6.28319;
      return [
        cx + Math.cos(turn) * swell(turn) * size,
        cy + Math.sin(turn) * ratio * swell(turn) * size,
      ] as const;
    };
    const middle = (index: number) => {
      const [x0, y0] = point(index);
      const [x1, y1] = point(index + 1);
      return `${n((x0 + x1) / 2)} ${n((y0 + y1) / 2)}`;
    };
    let d = `M${middle(0)}`;
    for (let index = 1; index <= corners; index++) {
      const [x, y] = point(index);
      d += `Q${n(x)} ${n(y)} ${middle(index)}`;
    }
    return `${d}Z`;
  };
}

/** Returns the path of a rectangle with the given top left corner. Closed paths may be concatenated in one element. */
export function rect(x: number, y: number, w: number, h: number): string {
  return `M${n(x)} ${n(y)}h${n(w)}v${n(h)}h${n(-w)}Z`;
}

/** Returns the path of a circle around x, y; the radius is rounded to halves below ten and to whole units above. */
export function disc(x: number, y: number, radius: number): string {
  const q = radius < 10 ? Math.round(radius * 2) / 2 : Math.round(radius);
  return `M${Math.round(x - q)} ${n(y)}a${q} ${q} 0 1 0 ${2 * q} 0a${q} ${q} 0 1 0 ${-2 * q} 0Z`;
}

/** Mixes two colours, `part` of the way from the first to the second. */
export function mix(from: string, to: string, part: number): string {
  const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) =>
    Math.round(channel(from, at) * (1 - part) + channel(to, at) * part)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${mixed.join("")}`;
}
