import type { Portfolio } from "@tonneline/contract/portfolio";

export type Quarter = Portfolio["series"]["quarters"][number];

/** The segments of a quarter's column from the bottom up: retired ones are permanent, expected ones do not exist yet. */
export const quarterParts = ["retired", "inProgress", "issued", "expected"] as const;

/** Returns the tonnes of a segment. Of the available tonnes, only the issued ones can be retired. */
export function partOf(quarter: Quarter, part: (typeof quarterParts)[number]): number {
  return part === "issued" ? quarter.available - quarter.expected : quarter[part];
}

/** Formats the first day of a quarter as Q1 2026. */
export function quarterName(from: string): string {
  return `${quarterOf(from)} ${from.slice(0, 4)}`;
}

/** Formats the first day of a quarter as Q1. */
export function quarterOf(from: string): string {
  return `Q${(Number(from.slice(5, 7)) + 2) / 3}`;
}

/**
 * Returns the last `count` quarters, preceded by empty ones if there are fewer, so that the axis always has the same
 * length.
 */
export function lastQuarters(quarters: readonly Quarter[], count: number): Quarter[] {
  const shown = quarters.slice(-count);
  while (shown[0] && shown.length < count) {
    const empty = { purchased: 0, inProgress: 0, retired: 0, available: 0, expected: 0 };
    shown.unshift({ from: quarterBefore(shown[0].from), ...empty });
  }
  return shown;
}

function quarterBefore(from: string): string {
  const [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))];
  const [before, first] = month === 1 ? [year - 1, 10] : [year, month - 3];
  return `${before}-${String(first).padStart(2, "0")}-01`;
}
