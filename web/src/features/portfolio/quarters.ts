import type { Portfolio } from "@tonneline/contract/portfolio";

export type Quarter = Portfolio["series"]["quarters"][number];

/** The parts of a quarter's column, from its foot: what is retired stays, what is expected is not there yet. */
export const quarterParts = ["retired", "inProgress", "issued", "expected"] as const;

/** Tonnes of a part. Of the available ones those that are issued can be retired. */
export function partOf(quarter: Quarter, part: (typeof quarterParts)[number]): number {
  return part === "issued" ? quarter.available - quarter.expected : quarter[part];
}

/** Q1 2026, from the first day of a quarter */
export function quarterName(from: string): string {
  return `${quarterOf(from)} ${from.slice(0, 4)}`;
}

/** Q1, from the first day of a quarter */
export function quarterOf(from: string): string {
  return `Q${(Number(from.slice(5, 7)) + 2) / 3}`;
}

/** The last so many quarters: where there were fewer, empty ones before them, so that the axis is always as long. */
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
