import { nextQuarter, quarterOf } from "../../core/days.ts";

export interface QuarterSums {
  /** First day, ISO. */
  from: string;
  purchased: number;
  inProgress: number;
  retired: number;
}

/** Running totals at the end of each quarter, from the first movement to the quarter of `today` (ISO) without a gap. */
export function runningTotals(changes: readonly QuarterSums[], today: string) {
  const first = changes[0];
  if (!first) return [];
  const byQuarter = new Map(changes.map((change) => [change.from, change]));
  const totals = { purchased: 0, inProgress: 0, retired: 0 };
  const quarters = [];
  for (let from = first.from; from <= quarterOf(today); from = nextQuarter(from)) {
    const change = byQuarter.get(from);
    totals.purchased += change?.purchased ?? 0;
    totals.inProgress += change?.inProgress ?? 0;
    totals.retired += change?.retired ?? 0;
    const available = totals.purchased - totals.inProgress - totals.retired;
    quarters.push({ from, ...totals, available });
  }
  return quarters;
}
