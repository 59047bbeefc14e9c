/** The lower bound of each shade after the first, which starts at one. */
const limits = {
  projects: [5, 20, 80, 220],
  credits: [10_000, 100_000, 1_000_000, 5_000_000],
} as const;
export type Measure = keyof typeof limits;
export const measures = ["projects", "credits"] as const satisfies readonly Measure[];

/** Returns which of the five shades a figure has, 1 to 5; 0 for none. */
export function shadeOf(measure: Measure, figure: number): number {
  if (figure <= 0) return 0;
  return 1 + limits[measure].filter((limit) => figure >= limit).length;
}

/** Returns the range of each shade; the last is open-ended. */
export function shadeRanges(
  measure: Measure,
): { shade: number; from: number; to: number | null }[] {
  const starts = [1, ...limits[measure]];
  return starts.map((from, nth) => {
    const next = starts[nth + 1];
    return { shade: nth + 1, from, to: next === undefined ? null : next - 1 };
  });
}
