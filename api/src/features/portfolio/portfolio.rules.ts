export interface QuarterSums {
  /** First day, ISO. */
  from: string;
  purchased: number;
  inProgress: number;
  retired: number;
}

function nextQuarter(from: string): string {
  const date = new Date(`${from}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + 3);
  return date.toISOString().slice(0, 10);
}

export function quarterOf(now: Date): string {
  const month = now.getUTCMonth() - (now.getUTCMonth() % 3);
  return new Date(Date.UTC(now.getUTCFullYear(), month, 1)).toISOString().slice(0, 10);
}

/** Running totals at the end of each quarter, from the first movement to the present quarter without a gap. */
export function runningTotals(changes: readonly QuarterSums[], now: Date) {
  const first = changes[0];
  if (!first) return [];
  const byQuarter = new Map(changes.map((change) => [change.from, change]));
  const totals = { purchased: 0, inProgress: 0, retired: 0 };
  const quarters = [];
  for (let from = first.from; from <= quarterOf(now); from = nextQuarter(from)) {
    const change = byQuarter.get(from);
    totals.purchased += change?.purchased ?? 0;
    totals.inProgress += change?.inProgress ?? 0;
    totals.retired += change?.retired ?? 0;
    const available = totals.purchased - totals.inProgress - totals.retired;
    quarters.push({ from, ...totals, available });
  }
  return quarters;
}
