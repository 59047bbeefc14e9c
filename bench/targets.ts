import type { Figures } from "./load.ts";
import type { Result } from "./report.ts";

/**
 * The share of its limits that a scenario must reach, by the beginning of its name. Cached answers are compared with a
 * bare route of the same bytes, computed ones with the leanest statements that would do: nothing of the catalogue is
 * compared with a replay of our own.
 */
const reads: { namePrefix: string; sql?: number; bareRoute?: number }[] = [
  { namePrefix: "list with filters, never", sql: 1.5 },
  { namePrefix: "list, ", sql: 1.5 },
  { namePrefix: "facets, ", sql: 1.5 },
  { namePrefix: "list with filters, again", bareRoute: 0.6 },
  { namePrefix: "project page, again", bareRoute: 0.6 },
  { namePrefix: "project page, never", sql: 0.5 },
];
const purchases = [
  { name: "add to cart", share: 0.5, p50: 2.5 },
  { name: "whole purchase", share: 0.5, p50: 8 },
  { name: "whole purchase, all of one vintage", share: 0.4 },
];
const maxMemoryMb = 300;
// The 99th percentile with a single client, since concurrent ones wait for each other. If a bare route of the same run
// is worse, other work on the machine is the cause, and no more than that is required.
const maxP99ToP50 = 5;
// Tolerance for other work on the machine.
const minRatioToPrevious = 0.8;

const withoutBareRoute = ({ name, one }: { name: string; one: Figures }) => ({
  name,
  one,
  bareRouteOne: undefined as Figures | undefined,
});
const ratio = (value: number, limit: number) => (limit === 0 ? Infinity : value / limit);

/** Returns what misses its target, in words. */
export function missedTargets({ scenarios, purchases: measuredPurchases }: Result): string[] {
  const missed: string[] = [];
  const requireAtLeast = (what: string, actual: number, minimum: number) => {
    if (actual < minimum) missed.push(`${what}: ${actual.toFixed(2)}, target ${minimum}`);
  };
  for (const { name, ours, bareRoute, sql } of scenarios) {
    const target = reads.find(({ namePrefix }) => name.startsWith(namePrefix));
    if (target?.sql)
      requireAtLeast(`${name}, bare SQL`, ratio(ours.perSecond, sql.perSecond), target.sql);
    if (target?.bareRoute) {
      requireAtLeast(
        `${name}, bare route`,
        ratio(ours.perSecond, bareRoute.perSecond),
        target.bareRoute,
      );
    }
  }
  for (const { name, share, p50 } of purchases) {
    const measured = measuredPurchases.find((each) => each.name === name);
    if (!measured) continue;
    requireAtLeast(
      `${name}, limit`,
      ratio(measured.ours.perSecond, measured.limit.perSecond),
      share,
    );
    if (p50 !== undefined && measured.one.p50 > p50) {
      missed.push(`${name}, one client: ${measured.one.p50.toFixed(1)} ms at p50, target ${p50}`);
    }
  }
  for (const { name, one, bareRouteOne } of [
    ...scenarios,
    ...measuredPurchases.map(withoutBareRoute),
  ]) {
    const p99ToP50 = one.p99 / one.p50;
    const bareRouteP99ToP50 = bareRouteOne ? bareRouteOne.p99 / bareRouteOne.p50 : 0;
    if (p99ToP50 > Math.max(maxP99ToP50, bareRouteP99ToP50)) {
      const comparison = bareRouteOne ? `, bare route ${bareRouteP99ToP50.toFixed(1)}` : "";
      missed.push(
        `${name}, one client: p99 is ${p99ToP50.toFixed(1)} × p50, target ${maxP99ToP50}${comparison}`,
      );
    }
  }
  const memoryMb = Math.max(0, ...scenarios.map((each) => each.memoryMb));
  if (memoryMb > maxMemoryMb) missed.push(`memory: ${memoryMb} MB, target at most ${maxMemoryMb}`);
  return missed;
}

/**
 * Returns what reaches less of its limit than in the stored figures, in words. Compares shares, since machines and
 * their load differ.
 */
export function regressionsFrom(previous: Result, now: Result): string[] {
  const sharesOf = ({ scenarios, purchases: measuredPurchases }: Result) =>
    new Map([
      ...scenarios.map(({ name, ours, bareRoute }) => [name, shareOf(ours, bareRoute)] as const),
      ...measuredPurchases.map(({ name, ours, limit }) => [name, shareOf(ours, limit)] as const),
    ]);
  const before = sharesOf(previous);
  return [...sharesOf(now)].flatMap(([name, actual]) => {
    const previousShare = before.get(name);
    if (previousShare === undefined || actual >= previousShare * minRatioToPrevious) return [];
    return [
      `${name}: ${actual.toFixed(3)} of its limit, ${previousShare.toFixed(3)} in the kept figures`,
    ];
  });
}

const shareOf = (ours: Figures, limit: Figures) => ratio(ours.perSecond, limit.perSecond);
