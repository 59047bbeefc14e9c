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
