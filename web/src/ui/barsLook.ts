/** Shared look of stacked bar charts. Bars are not animated: moving bars take longer to read. */
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

const [digitPx, commaPx, gapPx, minPx] = [7, 3, 18, 64];

/**
 * Returns the width in px of an axis of tonnes that fits all of its tick labels. The highest tick is at most a
 * quarter above `maxValue`, the highest column.
 */
export function axisWidth(maxValue: number): number {
  const digits = String(Math.ceil(maxValue * 1.25)).length;
  const commas = Math.floor((digits - 1) / 3);
  return Math.max(minPx, gapPx + digits * digitPx + commas * commaPx);
}
