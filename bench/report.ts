import type { Figures } from "./load.ts";
import type { PurchaseFigures } from "./purchase.ts";
import { missedTargets } from "./targets.ts";

export interface Scenario {
  name: string;
  /** One client at a time. */
  one: Figures;
  /** All connections at once. */
  ours: Figures;
  /** A bare Fastify route with the same bytes: with one client at a time, and with all connections. */
  bareRouteOne?: Figures;
  bareRoute: Figures;
  /** The same SQL without our code. */
  sql: Figures;
  /** Resident memory of the server afterwards. */
  memoryMb: number;
}

export interface Result {
  at: string;
  /** `load`: how many processes competed for the cores in the minute before. */
  machine: { cpu: string; cores: number; memoryGb: number; load: number };
  connections: number;
  seconds: number;
  projects: number;
  vintages: number;
  scenarios: Scenario[];
  purchases: PurchaseFigures[];
}

const formatInteger = (value: number) => Math.round(value).toLocaleString("en");
const formatMs = (value: number) => value.toFixed(1);
const formatShare = (ours: number, limit: number) =>
  limit === 0 ? "–" : `${Math.round((100 * ours) / limit)}%`;

/** Formats the figures as a Markdown table, with the share of each limit that was reached. */
export function tableOf(result: Result): string {
  const { machine, connections, projects, vintages } = result;
  const rows = result.scenarios.map(({ name, one, ours, bareRouteOne, bareRoute, sql, memoryMb }) =>
    [
      name,
      formatMs(one.p50),
      formatMs(one.p99),
      bareRouteOne ? `${formatMs(bareRouteOne.p50)}, ${formatMs(bareRouteOne.p99)}` : "–",
      formatInteger(ours.perSecond),
      formatMs(ours.p50),
      formatMs(ours.p99),
      ours.failures + one.failures,
      `${formatInteger(bareRoute.perSecond)} (${formatShare(ours.perSecond, bareRoute.perSecond)})`,
      `${formatInteger(sql.perSecond)}${sql.failures ? `, ${sql.failures} failed` : ""} (${formatShare(ours.perSecond, sql.perSecond)})`,
      memoryMb,
    ].join(" | "),
  );
  return [
    `# Measured on ${result.at.slice(0, 10)}`,
    "",
    `${machine.cores} cores (${machine.cpu}), ${machine.memoryGb} GB, load ${machine.load.toFixed(1)} before it began; load generator, product and database share them. ${projects.toLocaleString("en")} projects, ${vintages.toLocaleString("en")} vintages. ${connections} connections, ${result.seconds} s each. The limits are measured in the same run: a bare route that sends the same bytes, and one that sends the rows of our own statements or, for the catalogue, whose answers come from memory or a cache, those of the leanest statements that would do (bench/reads.ts).`,
    "",
    "operation | 1 client p50 ms | p99 ms | bare route, the same | all: per second | p50 ms | p99 ms | failures | bare route /s (reached) | bare SQL /s (reached) | server MB",
    "--- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --:",
    ...rows,
    "",
    "For a purchase, the limit is a bare Fastify and pg program that writes the same rows to copies of the tables, with one statement per request and no triggers (`bench/baselineShop.ts`). It queues its jobs without running them. Ours run while purchases leave room, and afterwards: the last column shows how long after the last purchase all mails had been sent.",
    "",
    "operation | 1 client p50 ms | p99 ms | all: per second | p50 ms | p99 ms | failures | limit /s (reached) | mails had left after s",
    "--- | --: | --: | --: | --: | --: | --: | --: | --:",
    ...result.purchases.map(({ name, one, ours, limit, jobsLeftMs }) =>
      [
        name,
        formatMs(one.p50),
        formatMs(one.p99),
        formatInteger(ours.perSecond),
        formatMs(ours.p50),
        formatMs(ours.p99),
        ours.failures + one.failures,
        `${formatInteger(limit.perSecond)}${limit.failures ? `, ${limit.failures} failed` : ""} (${formatShare(ours.perSecond, limit.perSecond)})`,
        (jobsLeftMs / 1000).toFixed(1),
      ].join(" | "),
    ),
    "",
    ...targetLines(result),
    "",
  ].join("\n");
}

function targetLines(result: Result): string[] {
  const missed = missedTargets(result);
  if (missed.length === 0) return ["Nothing is under its target."];
  return ["Under its target (bench/targets.ts):", "", ...missed.map((each) => `- ${each}`)];
}
