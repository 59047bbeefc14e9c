import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { parse as parseQuery } from "node:querystring";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { facetsQuery, projectQuery } from "@tonneline/contract/catalogue";
import { folderStore } from "../api/src/core/files.ts";
import { openDb, openPool, timeLimits } from "../api/src/core/db.ts";
import { migrate } from "../api/src/core/migrate.ts";
import { startPostgres } from "../api/src/core/postgres/postgres.ts";
import { facetsAnswer, listAnswer } from "../api/src/features/catalogue/answers.ts";
import type { CatalogueIndex } from "../api/src/features/catalogue/index.ts";
import { createLiveCatalogue } from "../api/src/features/catalogue/live.service.ts";
import { loadDemoCatalogue } from "../api/src/features/demo/demo.service.ts";
import { fillCatalogue, fillVintages } from "./data.ts";
import { describeMachine } from "./environment.ts";
import { filterQueries } from "./reads.ts";

// The in-memory catalogue: how long it takes to build, how much memory it uses, and what uncached answers cost.
const sizes = process.argv[2]
  ? process.argv.slice(2).map((size) => ({ projects: Number(size), vintagesEach: 5 }))
  : [
      { projects: 11_000, vintagesEach: 3 },
      { projects: 100_000, vintagesEach: 5 },
    ];
// A folder to keep, so that repeated measurements need not fill it again.
const dataFolder = process.env.BENCH_DATA;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const lines: string[] = [];
for (const { projects, vintagesEach } of sizes)
  lines.push(await measureSize(projects, vintagesEach));
const text = `# The catalogue in memory

${new Date().toISOString().slice(0, 10)}, ${describeMachine()}, load ${loadavg()[0]!.toFixed(1)}. Made by \`npm run bench:catalogue\`.
Build: from an empty index to one that answers, including PostgreSQL; in brackets, the processor time of our process.
Other work on the machine (see the load) makes everything take several times as long. Memory: of the heap, after a garbage
collection. Each answer is computed anew, as after a change; a repeated one costs a fraction. Milliseconds: median and, in
brackets, worst of ${filterQueries.length + 1} queries, each run 20 times.

| projects | vintages | build, s | memory, MB | list of 24 | facets | the same list again | change of one project |
| --: | --: | --: | --: | --: | --: | --: | --: |
${lines.join("\n")}
`;
console.log(text);
if (!process.argv[2]) await writeFile(path.join(import.meta.dirname, "catalogue.md"), text);

async function measureSize(projects: number, vintagesEach: number): Promise<string> {
  const folder = dataFolder
    ? `${dataFolder}-${projects}`
    : await mkdtemp(path.join(tmpdir(), "tonneline-catalogue-"));
  const dataDir = path.join(folder, "postgres");
  const isFilled = existsSync(dataDir);
  const server = await startPostgres({ dataDir, fast: true });
  const db = openDb(openPool(server.url(), 8, () => {}, timeLimits.commands));
  try {
    if (!isFilled) {
      await migrate(server.url());
      await loadDemoCatalogue(db, folderStore(path.join(folder, "files")));
      await fillVintages(db, vintagesEach);
      await fillCatalogue(db, projects);
    }
    const { vintages } = await db
      .selectFrom("vintages")
      .select((eb) => eb.fn.countAll<number>().as("vintages"))
      .executeTakeFirstOrThrow();
    collectGarbage();
    const before = usedBytes();
    const catalogue = createLiveCatalogue(db, { oldestMs: 0 });
    const cpuBefore = process.cpuUsage();
    const started = performance.now();
    const index = await catalogue.current();
    const buildSeconds = (performance.now() - started) / 1000;
    const { user, system } = process.cpuUsage(cpuBefore);
    const cpuSeconds = (user + system) / 1e6;
    collectGarbage();
    const megabytes = (usedBytes() - before) / 2 ** 20;
    const queries = ["", ...filterQueries];
    const list = timesOf(queries, (query) =>
      listAnswer(index, projectQuery.parse({ size: "24", ...parseQuery(query) })),
    );
    const facets = timesOf(queries, (query) =>
      facetsAnswer(index, facetsQuery.parse(parseQuery(query))),
    );
    return `| ${index.slotOf.size} | ${vintages} | ${buildSeconds.toFixed(2)} (${cpuSeconds.toFixed(2)}) | ${megabytes.toFixed(0)} | ${list} | ${facets} | ${repeatedTimes(index)} | ${await changeTimes()} |`;

    async function changeTimes(): Promise<string> {
      const times: number[] = [];
      for (let n = 0; n < 20; n++) {
        await db
          .insertInto("catalogue_changes")
          .values({ project_id: 1 + n })
          .execute();
        const startedAt = performance.now();
        await catalogue.current();
        times.push(performance.now() - startedAt);
      }
      return formatMedian(times);
    }
  } finally {
    await db.destroy();
    await server.stop();
    if (!dataFolder) await rm(folder, { recursive: true, force: true });
  }
}

function repeatedTimes(index: CatalogueIndex): string {
  const query = projectQuery.parse({ size: "24" });
  const cached = new Map([[JSON.stringify(query), listAnswer(index, query)]]);
  return timesOf([""], () => cached.get(JSON.stringify(query)));
}

function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function timesOf(queries: readonly string[], answer: (query: string) => unknown): string {
  const times: number[] = [];
  for (let round = 0; round < 20; round++) {
    for (const query of queries) {
      const startedAt = performance.now();
      answer(query);
      times.push(performance.now() - startedAt);
    }
  }
  return formatMedian(times);
}

function formatMedian(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `${sorted[sorted.length >> 1]!.toFixed(2)} (${sorted.at(-1)!.toFixed(1)})`;
}
