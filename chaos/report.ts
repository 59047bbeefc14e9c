import { seconds, type Result } from "./scene.ts";

const formatCounts = (counts: Record<string, number>) =>
  Object.entries(counts)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");

/** Formats the results for people to read. */
export function formatReport(seed: number, results: readonly Result[]): string {
  return [`Chaos, seed ${seed}`, ...results.map(formatResult), formatVerdict(seed, results)].join(
    "\n\n",
  );
}

function formatResult({ name, tookMs, journal, facts, differences, skipped }: Result): string {
  if (skipped !== undefined) return `${name}: SKIPPED, ${skipped}`;
  const { counts } = journal;
  const all = counts.acknowledged + counts.refused + counts.unknown;
  const lines = [
    `${all} changes asked for: ${counts.acknowledged} acknowledged, ${counts.refused} refused, ${counts.unknown} given up without an answer`,
    `acknowledged: ${formatCounts(counts.actions)}`,
    `refused: ${formatCounts(counts.refusals)}`,
    `${counts.retried} requests repeated, ${counts.replayed} acknowledged ones repeated on purpose`,
    `${counts.connectionRefused} requests found nobody listening, ${counts.unanswered} were cut, answers from 500 up: ${formatCounts(counts.failures) || "none"}`,
    ...facts,
    ...(differences.length === 0 ? ["nothing lost, doubled or stuck"] : []),
    ...differences.map((each) => `WRONG: ${each}`),
  ];
  return [`${name} (${seconds(tookMs)})`, ...lines.map((line) => `  ${line}`)].join("\n");
}

function formatVerdict(seed: number, results: readonly Result[]): string {
  const wrong = results.flatMap(({ differences }) => differences).length;
  const skipped = results.filter((result) => result.skipped !== undefined);
  const acknowledged = results.reduce((sum, { journal }) => sum + journal.counts.acknowledged, 0);
  const parts = [
    `${acknowledged} acknowledged changes in ${results.length - skipped.length} parts: ${wrong === 0 ? "all there, once" : `${wrong} differences`}`,
    ...(skipped.length > 0 ? [`skipped: ${skipped.map(({ name }) => name).join(", ")}`] : []),
    ...(wrong > 0 ? [`again with --seed ${seed}`] : []),
  ];
  return parts.join("; ");
}
