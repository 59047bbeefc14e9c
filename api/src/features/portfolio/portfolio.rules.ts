import { nextQuarter, quarterOf } from "../../core/days.ts";

export interface QuarterSums {
  /** First day, ISO. */
  from: string;
  purchased: number;
  inProgress: number;
  retired: number;
  /** Change of the available tonnes that are still not issued by a registry today. */
  expected: number;
}

/**
 * Returns the running totals at the end of each quarter, without gaps from the first movement to the quarter of `today` (ISO).
 * The last one has the current `available` and `expected`; in earlier ones `available` is at least `expected`, since a member
 * may have retired what colleagues had bought.
 */
export function runningTotals(
  changes: readonly QuarterSums[],
  { today, ...now }: { today: string; available: number; expected: number },
) {
  const first = changes[0];
  if (!first) return [];
  const byQuarter = new Map(changes.map((change) => [change.from, change]));
  const totals = { purchased: 0, inProgress: 0, retired: 0, expected: 0 };
  const quarters = [];
  for (let from = first.from; from <= quarterOf(today); from = nextQuarter(from)) {
    const change = byQuarter.get(from);
    totals.purchased += change?.purchased ?? 0;
    totals.inProgress += change?.inProgress ?? 0;
    totals.retired += change?.retired ?? 0;
    totals.expected += change?.expected ?? 0;
    const left = totals.purchased - totals.inProgress - totals.retired;
    const expected = Math.max(0, totals.expected);
    const held = { available: Math.max(expected, left), expected };
    quarters.push({ from, ...totals, ...(from === quarterOf(today) ? now : held) });
  }
  return quarters;
}

/** Returns the tonnes still to buy for a yearly target, if all requested retirements and issued credits held count for it. */
export function stillToBuy(target: {
  tonnes: number;
  retired: number;
  inProgress: number;
  held: number;
}): number {
  return Math.max(0, target.tonnes - target.retired - target.inProgress - target.held);
}
