import type { Portfolio } from "@tonneline/contract/portfolio";

export type Quarter = Portfolio["series"]["quarters"][number];

/** Q1 2026, from the first day of a quarter */
export function quarterName(from: string): string {
  return `Q${(Number(from.slice(5, 7)) + 2) / 3} ${from.slice(0, 4)}`;
}
