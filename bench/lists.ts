import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { openDb, openPool, timeLimits } from "../api/src/core/db.ts";
import { migrate } from "../api/src/core/migrate.ts";
import { startPostgres } from "../api/src/core/postgres/postgres.ts";
import { describeMachine } from "./environment.ts";
import { fillLists } from "./listsData.ts";
import { timeLists, type ListTime } from "./listsTimes.ts";

// Every operator list with this many rows: as it opens, in both directions of each order, and searched.
const rows = Number(process.env.BENCH_ROWS ?? 100_000);
// In milliseconds: for everyday use, and for ordering by another column.
const limits = { plain: 100, sorted: 400 };

// A folder to keep, so that repeated measurements need not fill it again.
const dataFolder = process.env.BENCH_DATA;
// The lists to measure, by the names of their endpoints; without names all, and the figures are written to lists.md.
const only = process.argv.slice(2);

const folder = dataFolder ?? (await mkdtemp(path.join(tmpdir(), "tonneline-lists-")));
const dataDir = path.join(folder, "postgres");
const isFilled = existsSync(dataDir);
// The measurement only reads, and filling is faster if a crash may lose the data.
const server = await startPostgres({ dataDir, fast: true });
try {
  if (!isFilled) await fill();
  const pidFile = readFileSync(path.join(dataDir, "postmaster.pid"), "utf8");
  const postmasterPid = Number(pidFile.split("\n")[0]);
  const files = path.join(folder, "files");
  const { times, countMs } = await timeLists(server.url(), files, postmasterPid, only);
  const text = report(times, countMs);
  console.log(text);
  if (only.length === 0) await writeFile(path.join(import.meta.dirname, "lists.md"), text);
} finally {
  await server.stop();
  if (!dataFolder) await rm(folder, { recursive: true, force: true });
}

async function fill(): Promise<void> {
  await migrate(server.url());
  console.log(`Filling every list with ${formatNumber(rows)} rows …`);
  const started = performance.now();
  const db = openDb(openPool(server.url(), 8, () => {}, timeLimits.jobs));
  await fillLists(db, rows);
  await db.destroy();
  console.log(`Filled in ${Math.round((performance.now() - started) / 1000)} s.`);
}

function formatNumber(value: number): string {
  return value.toLocaleString("en");
}

function report(times: readonly ListTime[], countMs: number): string {
  const formatMs = (value: number | undefined) => value?.toFixed(1) ?? "–";
  const isSorted = ({ query }: ListTime) => query.includes("sort=");
  const costOf = (time: ListTime) => time.processorMs ?? time.medianMs;
  const countWithin = (some: readonly ListTime[], limitMs: number) =>
    `${some.filter((time) => costOf(time) <= limitMs).length} of ${some.length}`;
  const [sorted, plain] = [times.filter(isSorted), times.filter((time) => !isSorted(time))];
  const table = times
    .toSorted((a, b) => costOf(b) - costOf(a))
    .map(
      (time) =>
        `| ${time.list} | ${time.query} | ${formatMs(time.processorMs)} | ${formatMs(time.medianMs)} | ${formatMs(time.worstMs)} |`,
    );
  return `# Lists of ${formatNumber(rows)} rows

${new Date().toISOString().slice(0, 10)}, ${describeMachine()}, load ${loadavg()[0]!.toFixed(1)}. Made by \`npm run bench:lists\`.
One page of 100 rows, the most expensive first. "Work" is the average processor time that server and database together
spent on a response: on an idle machine nobody waits longer. "Waited" is the elapsed time, median and worst of five, which
other work on the machine (see the load above) makes longer. Counting ${formatNumber(rows)} orders by status took the
database alone ${formatMs(countMs)} ms.

${countWithin(plain, limits.plain)} default views and searches take at most ${limits.plain} ms of work, ${countWithin(sorted, limits.sorted)} other orders at most ${limits.sorted} ms.

| list | request | work, ms | waited | worst |
| --- | --- | --- | --- | --- |
${table.join("\n")}
`;
}
