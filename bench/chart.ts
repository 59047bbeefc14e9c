/** One metric at several sizes. */
export interface Curve {
  name: string;
  /** By ascending size; both values above zero. */
  points: { size: number; value: number }[];
}

const width = 640;
const height = 300;
const frame = { left: 64, right: 150, top: 40, bottom: 48 };
// Also distinguishable by their dashes, for readers who cannot see the colours.
const strokes = [
  { light: "#1f6f4a", dark: "#6fcf97", dash: "" },
  { light: "#8a4b00", dark: "#f2b872", dash: "6 4" },
  { light: "#1d4f8c", dark: "#8bb8f0", dash: "2 4" },
];

/**
 * Draws at most three curves as SVG, sizes on a logarithmic axis, with a line at the wanted value. Self-contained, for
 * light and dark pages.
 */
export function drawChart(
  title: string,
  axes: { size: string; value: string },
  curves: readonly Curve[],
  target?: { value: number; name: string },
): string {
  const points = curves.flatMap((curve) => curve.points);
  const sizes = [...new Set(points.map(({ size }) => size))].toSorted((a, b) => a - b);
  const maximum = Math.max(...points.map(({ value }) => value), target?.value ?? 0) * 1.1;
  const [first, last] = [Math.log(sizes[0]!), Math.log(sizes.at(-1)!)];
  const x = (size: number) =>
    frame.left +
    ((width - frame.left - frame.right) * (Math.log(size) - first)) / (last - first || 1);
  const y = (value: number) =>
    height - frame.bottom - ((height - frame.top - frame.bottom) * value) / maximum;
  const at = (size: number, value: number) => `${x(size).toFixed(1)},${y(value).toFixed(1)}`;
  const text = (to: string, content: string, anchor = "start", place = "") =>
    `<text ${to} text-anchor="${anchor}" class="ink${place}">${escapeXml(content)}</text>`;
  const bottom = height - frame.bottom;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, sans-serif" font-size="12">
<title>${escapeXml(title)}</title>
<style>.ink{fill:#222}.line{stroke:#999}.title{font-weight:600;font-size:14px}${classes("light")}@media (prefers-color-scheme:dark){.ink{fill:#ddd}.line{stroke:#777}${classes("dark")}}</style>
${text(`x="${frame.left}" y="20"`, title, "start", " title")}
<path d="M${frame.left},${frame.top}V${bottom}H${width - frame.right}" fill="none" class="line"/>
${sizes.map((size) => text(`x="${x(size).toFixed(1)}" y="${bottom + 18}"`, size.toLocaleString("en"), "middle")).join("\n")}
${text(`x="${(width - frame.right + frame.left) / 2}" y="${height - 8}"`, axes.size, "middle")}
${[0, 0.5, 1].map((share) => text(`x="${frame.left - 8}" y="${(y(maximum * share) + 4).toFixed(1)}"`, shortNumber(maximum * share), "end")).join("\n")}
${text(`x="${frame.left - 8}" y="${frame.top - 10}"`, axes.value, "end")}
${
  target
    ? `<path d="M${frame.left},${y(target.value).toFixed(1)}H${width - frame.right}" class="line" stroke-dasharray="1 3"/>
${text(`x="${width - frame.right + 8}" y="${(y(target.value) + 4).toFixed(1)}"`, target.name)}`
    : ""
}
${curves
  .map(({ name, points: own }, index) => {
    const end = own.at(-1)!;
    return `<polyline points="${own.map(({ size, value }) => at(size, value)).join(" ")}" fill="none" stroke-width="2" stroke-dasharray="${strokes[index]!.dash}" class="curve${index}"/>
${text(`x="${x(end.size) + 8}" y="${(y(end.value) + 4).toFixed(1)}"`, name)}`;
  })
  .join("\n")}
</svg>
`;
}

const classes = (mode: "light" | "dark") =>
  strokes.map((stroke, index) => `.curve${index}{stroke:${stroke[mode]}}`).join("");

const shortNumber = (value: number) => value.toFixed(value >= 10 ? 0 : 1);

const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
