/** How stacked bars look wherever they stand. They are drawn at once: what moves is read later. */
export const barsLook = {
  type: "stacked",
  gridAxis: "x",
  gridColor: "var(--navy-2)",
  textColor: "var(--navy-6)",
  strokeDasharray: "0",
  tickLine: "none",
  barChartProps: { accessibilityLayer: false },
  tooltipAnimationDuration: 0,
  tooltipProps: { isAnimationActive: false },
} as const;

const [digitPx, commaPx, gapPx, usualPx] = [7, 3, 18, 64];

/**
 * How wide an axis of tonnes is, so that none of its marks stands out of it. The highest mark is at most a quarter above
 * `most`, the highest column.
 */
export function axisWidth(most: number): number {
  const digits = String(Math.ceil(most * 1.25)).length;
  const commas = Math.floor((digits - 1) / 3);
  return Math.max(usualPx, gapPx + digits * digitPx + commas * commaPx);
}
