import { nextQuarter, quarterOf } from "../../core/days.ts";

export interface QuarterSums {
  /** First day, ISO. */
  from: string;
  purchased: number;
  inProgress: number;
  retired: number;
  /** Of what is available then that no registry has issued to this day. */
  expected: number;
}

/**
 * Running totals at the end of each quarter, from the first movement to the quarter of `today` (ISO) without a gap. The last
 * one has what is `available` and `expected` now; before, a member who retired what colleagues had bought has no fewer than
 * what is expected.
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

/** Tonnes that a yearly target still lacks when all that is asked for and all issued credits that are held go to it. */
export function stillToBuy(target: {
  tonnes: number;
  retired: number;
  inProgress: number;
  held: number;
}): number {
  return Math.max(0, target.tonnes - target.retired - target.inProgress - target.held);
}
