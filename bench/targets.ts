import type { Figures } from "./load.ts";
import type { Result } from "./report.ts";

/**
 * The share of its limits that a scenario must reach, by the beginning of its name. Cached answers are compared with a
 * bare route of the same bytes, computed ones with the leanest statements that would do: nothing of the catalogue is
 * compared with a replay of our own.
 */
const reads: { of: string; sql?: number; bare?: number }[] = [
  { of: "list with filters, never", sql: 1.5 },
  { of: "list, ", sql: 1.5 },
  { of: "facets, ", sql: 1.5 },
  { of: "list with filters, again", bare: 0.6 },
  { of: "project page, again", bare: 0.6 },
  { of: "project page, never", sql: 0.5 },
];
const purchases = [
  { name: "add to cart", share: 0.5, p50: 2.5 },
  { name: "whole purchase", share: 0.5, p50: 8 },
  { name: "whole purchase, all of one vintage", share: 0.4 },
];
const mostMemoryMb = 300;
// The 99th percentile with a single client, since concurrent ones wait for each other. If a bare route of the same run
// is worse, other work on the machine is the cause, and no more than that is required.
const mostOfMiddle = 5;
// Tolerance for other work on the machine.
const leastOfKept = 0.8;

const withoutBare = ({ name, one }: { name: string; one: Figures }) => ({
  name,
  one,
  bareOne: undefined as Figures | undefined,
});
const ratio = (value: number, limit: number) => (limit === 0 ? Infinity : value / limit);

/** Returns what misses its target, in words. */
export function underTarget({ scenarios, purchases: bought }: Result): string[] {
  const missed: string[] = [];
  const requireLeast = (what: string, is: number, least: number) => {
    if (is < least) missed.push(`${what}: ${is.toFixed(2)} of it, ${least} wanted`);
  };
  for (const { name, ours, bare, sql } of scenarios) {
    const target = reads.find(({ of }) => name.startsWith(of));
    if (target?.sql)
      requireLeast(`${name}, bare SQL`, ratio(ours.perSecond, sql.perSecond), target.sql);
    if (target?.bare) {
      requireLeast(`${name}, bare route`, ratio(ours.perSecond, bare.perSecond), target.bare);
    }
  }
  for (const { name, share, p50 } of purchases) {
    const found = bought.find((each) => each.name === name);
    if (!found) continue;
    requireLeast(`${name}, limit`, ratio(found.ours.perSecond, found.limit.perSecond), share);
    if (p50 !== undefined && found.one.p50 > p50) {
      missed.push(
        `${name}, one client: ${found.one.p50.toFixed(1)} ms in the middle, ${p50} wanted`,
      );
    }
  }
  for (const { name, one, bareOne } of [...scenarios, ...bought.map(withoutBare)]) {
    const times = one.p99 / one.p50;
    const bareTimes = bareOne ? bareOne.p99 / bareOne.p50 : 0;
    if (times > Math.max(mostOfMiddle, bareTimes)) {
      const bare = bareOne ? `, ${bareTimes.toFixed(1)} of a bare route` : "";
      missed.push(
        `${name}, one client: one of a hundred takes ${times.toFixed(1)} × the middle, ${mostOfMiddle} wanted${bare}`,
      );
    }
  }
  const memoryMb = Math.max(0, ...scenarios.map((each) => each.memoryMb));
  if (memoryMb > mostMemoryMb)
    missed.push(`memory: ${memoryMb} MB at most, ${mostMemoryMb} wanted`);
  return missed;
}

/**
 * Returns what reaches less of its limit than in the stored figures, in words. Compares shares, since machines and
 * their load differ.
 */
export function worseThan(previous: Result, now: Result): string[] {
  const sharesOf = ({ scenarios, purchases: bought }: Result) =>
    new Map([
      ...scenarios.map(({ name, ours, bare }) => [name, shareOf(ours, bare)] as const),
      ...bought.map(({ name, ours, limit }) => [name, shareOf(ours, limit)] as const),
    ]);
  const before = sharesOf(previous);
  return [...sharesOf(now)].flatMap(([name, is]) => {
    const was = before.get(name);
    if (was === undefined || is >= was * leastOfKept) return [];
    return [`${name}: ${is.toFixed(3)} of its limit, ${was.toFixed(3)} in the kept figures`];
  });
}

const shareOf = (ours: Figures, limit: Figures) => ratio(ours.perSecond, limit.perSecond);
