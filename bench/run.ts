import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { cpus, loadavg, tmpdir, totalmem } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { listHoldings } from "@tonneline/contract/portfolio";
import { inTransaction, openDb, openPool, timeLimits, type Db } from "../api/src/core/db.ts";
import { startPostgres } from "../api/src/core/postgres/postgres.ts";
import { createTokens } from "../api/src/features/accounts/tokens.ts";
import { postMovements } from "../api/src/features/ledger/ledger.service.ts";
import {
  holdingsOf,
  portfolioOf,
  portfolioSummaryOf,
} from "../api/src/features/portfolio/portfolio.service.ts";
import { serverFlags } from "../scripts/launcher/runtime.mjs";
import { fillCatalogue, makeBuyers, vintagesOnSale, type BenchBuyer } from "./data.ts";
import { measuredEnv } from "./environment.ts";
import { connect, measure, type Call, type Figures } from "./load.ts";
import { memoryMbOf } from "./processorTime.ts";
import { measurePurchases, type PurchaseFigures } from "./purchase.ts";
import { fillPurchases } from "./purchases.ts";
import { filterQueries, facets, list, page, type Read } from "./reads.ts";
import { recordStatements, type Statement } from "./replay.ts";
import { tableOf, type Result, type Scenario } from "./report.ts";
import { missedTargets, regressionsFrom } from "./targets.ts";

const connections = 16;
const seconds = Number(process.env.BENCH_SECONDS ?? 6);
const port = Number(process.env.BENCH_PORT ?? 4390);
const root = path.resolve(import.meta.dirname, "..");
const loadBefore = loadavg()[0]!;
const args = process.argv.slice(2);
// Compares with the stored figures, leaves them unchanged, and fails below a target.
const isCheckOnly = args.includes("--check");
// Substrings of the names to measure; nothing is written then.
const only = args.filter((arg) => arg !== "--check");
const isSelected = (name: string) => only.length === 0 || only.some((part) => name.includes(part));
const dataDir = await mkdtemp(path.join(tmpdir(), "tonneline-bench-"));
console.log("Starting the product on an empty folder …");
const server = spawn(process.execPath, [...serverFlags, path.join(root, "api/src/main.ts")], {
  env: measuredEnv({ PORT: String(port), DATA_DIR: dataDir, HOST: "127.0.0.1" }),
  stdio: ["ignore", "ignore", "inherit"],
});
// It may exit before anybody waits for it.
const exited = once(server, "exit");
const { send, close } = connect(port, connections);
try {
  await untilReady();
  await bench();
} finally {
  close();
  server.kill("SIGTERM");
  await exited;
  await rm(dataDir, { recursive: true, force: true });
}

async function untilReady(): Promise<void> {
  for (let tries = 0; tries < 600 && server.exitCode === null; tries++) {
    const ready = await send({ method: "GET", path: "/health/ready" }).catch(() => undefined);
    if (ready?.status === 200) return;
    await sleep(100);
  }
  throw new Error("The product did not start.");
}

async function bench(): Promise<void> {
  const attached = await startPostgres({ dataDir: path.join(dataDir, "postgres") });
  const url = attached.url("tonneline");
  const pool = openPool(url, connections, console.error, timeLimits.commands);
  const db = openDb(pool);
  console.log("Filling the catalogue …");
  const size = await fillCatalogue(db);
  const tokens = createTokens(await readFile(path.join(dataDir, "jwt-secret"), "utf8"));
  const buyers = await makeBuyers(db, tokens, 4000);
  const vintageIds = await vintagesOnSale(db, 400);
  const reader = buyers[0]!.authorization;
  const frequentBuyer = (await makeBuyers(db, tokens, 1))[0]!;
  if (isSelected("portfolio")) await fillPurchases(db, frequentBuyer.userId, 10_000);
  const scenarios: Scenario[] = [];

  const reads = readsOf(size.projects, frequentBuyer);
  for (const { name, calls, variant = () => "", authorization = reader, soldPerSecond } of reads) {
    if (!isSelected(name)) continue;
    let requestCount = 0;
    const callOf = (index: number): Call => ({
      method: "GET",
      path: `/api/v1${calls[index % calls.length]!.path}${variant(requestCount++)}`,
      headers: { authorization },
    });
    const sendRequest = async (index: number) => (await send(callOf(index))).status === 200;
    // The first executions of a statement on each connection pay for planning.
    for (let index = 0; index < 6 * calls.length; index++) await sendRequest(index);
    const stopSelling = soldPerSecond ? sellSteadily(db, vintageIds, soldPerSecond) : undefined;
    const one = await measure(1, seconds, sendRequest);
    const ours = await measure(connections, seconds, sendRequest);
    await stopSelling?.();
    const { body } = await send(callOf(0));
    const recorded: Statement[][] = [];
    for (const { statements } of calls) recorded.push(await recordStatements(pool, statements));
    scenarios.push({
      name,
      one,
      ours,
      ...(await measureBytesBaseline(body)),
      sql: await measureSqlBaseline(url, recorded),
      memoryMb: Math.round(memoryMbOf(server.pid!)),
    });
    console.log(`  ${name}: ${ours.perSecond.toFixed(0)}/s`);
  }

  const purchases = isSelected("purchase")
    ? await measurePurchases(send, {
        url,
        buyers,
        vintageIds,
        connections,
        seconds,
        waitForJobs: () => waitForJobs(db),
      })
    : [];
  await db.destroy();
  // An attached process would restart the database once the product has stopped it.
  await attached.stop();
  await write(scenarios, purchases, size);
}

interface MeasuredRead {
  name: string;
  /** Requested in turn. */
  calls: [Read, ...Read[]];
  /** Makes each request's URL different. */
  variant?: (index: number) => string;
  /** Tonnes sold meanwhile, one per transaction, each of another vintage. */
  soldPerSecond?: number;
  /** The reader's; the first buyer's by default. */
  authorization?: string;
}

/** What is measured: the catalogue as a buyer reads it, and the portfolio of somebody who buys often. */
function readsOf(projectCount: number, { authorization, companyId }: BenchBuyer): MeasuredRead[] {
  const filters = "continent=Asia&sdg=13&priceTo=20&vintageFrom=2018";
  return [
    { name: "list with filters, again", calls: [list(`size=24&${filters}&sort=price,asc`)] },
    {
      name: "list with filters, never asked before",
      calls: [list(`size=24&${filters}&sort=price,asc`)],
      // Answers are cached until the catalogue changes.
      variant: (index) => `&priceFrom=${(index % 1500) / 100}`,
    },
    {
      name: "list, each filter in turn, 20 tonnes sold a second",
      calls: [list("size=24"), ...filterQueries.map((each) => list(`size=24&${each}`))],
      soldPerSecond: 20,
    },
    { name: "list, misspelt search", calls: [list("size=24&q=mangroove")] },
    {
      name: "facets, never asked before",
      calls: [facets(filters)],
      // Answers are cached until the catalogue changes.
      variant: (index) => `&priceFrom=${(index % 1500) / 100}`,
    },
    {
      name: "list, each filter in turn",
      calls: [list("size=24"), ...filterQueries.map((each) => list(`size=24&${each}`))],
    },
    {
      name: "facets, each filter in turn",
      calls: [facets(""), ...filterQueries.map(facets)],
    },
    {
      name: "project page, again",
      calls: [{ ...page(), path: "/projects/1" }],
    },
    {
      name: "project page, never asked before",
      calls: [page()],
      // Evicted from the cache by others before it is requested again.
      variant: (index) => String(1 + (index % projectCount)),
    },
    {
      name: "portfolio's page of holdings, 10,000 purchases",
      authorization,
      calls: [
        {
          path: "/me/portfolio/holdings?size=20&sort=projectName,asc",
          statements: (handle) =>
            holdingsOf(
              handle,
              { companyId },
              listHoldings.query.parse({ size: "20", sort: "projectName,asc" }),
            ),
        },
      ],
    },
    {
      name: "portfolio's totals, 10,000 purchases",
      authorization,
      calls: [
        {
          path: "/me/portfolio/summary",
          statements: (handle) => portfolioSummaryOf(handle, { companyId }),
        },
      ],
    },
    {
      name: "portfolio, 10,000 purchases",
      authorization,
      calls: [
        {
          path: "/me/portfolio",
          statements: (handle) => portfolioOf(handle, { companyId }),
        },
      ],
    },
  ];
}

/** Sells a tonne of one vintage after another until the returned function is called, which resolves after the last sale. */
function sellSteadily(db: Db, vintageIds: readonly number[], perSecond: number) {
  const abortController = new AbortController();
  const selling = (async () => {
    for (let nth = 0; !abortController.signal.aborted; nth++) {
      const vintageId = vintageIds[nth % vintageIds.length]!;
      const sold = { kind: "ADJUST", vintageId, quantity: -1, reason: "bench" } as const;
      await inTransaction(db, (tx) => postMovements(tx, [sold]));
      await sleep(1000 / perSecond);
    }
  })();
  return async () => {
    abortController.abort();
    await selling;
  };
}

/** Resolves when no job is due, nor one that a rush delays by half a minute. */
async function waitForJobs(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ left: number }>`select count(*) as left
      from graphile_worker._private_jobs
      where run_at <= now() + interval '1 minute' and attempts < max_attempts`.execute(db);
    if (rows[0]!.left === 0) return;
    await sleep(200);
  }
}

/** Measures the same bytes from a route that does nothing else. */
async function measureBytesBaseline(body: Buffer) {
  const sendRequest = async (send: ReturnType<typeof connect>["send"]) =>
    (await send({ method: "GET", path: "/bytes" })).status === 200;
  const message = { body: body.toString("base64") };
  return {
    bareRouteOne: await measureBaseline(message, sendRequest, 1),
    bareRoute: await measureBaseline(message, sendRequest),
  };
}

/** Measures the rows of the statements, one call after another, from a route that does nothing else. */
function measureSqlBaseline(url: string, calls: Statement[][]): Promise<Figures> {
  return measureBaseline({ lean: { url, connections, calls } }, async (send, index) => {
    return (await send({ method: "GET", path: `/sql?n=${index}` })).status === 200;
  });
}

async function measureBaseline(
  message: object,
  operation: (send: ReturnType<typeof connect>["send"], index: number) => Promise<boolean>,
  concurrency = connections,
): Promise<Figures> {
  const child = fork(path.join(root, "bench/baselineServer.ts"), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [{ port: baselinePort }] = (await once(child, "message")) as [{ port: number }];
  child.send(message);
  await once(child, "message");
  const client = connect(baselinePort, connections);
  const figures = await measure(concurrency, seconds / 2, (index) => operation(client.send, index));
  client.close();
  child.disconnect();
  await once(child, "exit");
  return figures;
}

async function write(
  scenarios: Scenario[],
  purchases: PurchaseFigures[],
  size: { projects: number; vintages: number },
): Promise<void> {
  const machine = {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    load: loadBefore,
  };
  const result = {
    at: new Date().toISOString(),
    machine,
    connections,
    seconds,
    ...size,
    scenarios,
    purchases,
  };
  const table = tableOf(result);
  if (isCheckOnly) {
    const previous = await readFile(path.join(root, "bench/results.json"), "utf8");
    const faults = [
      ...missedTargets(result),
      ...regressionsFrom(JSON.parse(previous) as Result, result),
    ];
    console.log(faults.map((fault) => `FAILED ${fault}`).join("\n"));
    if (faults.length > 0) process.exitCode = 1;
  } else if (only.length === 0) {
    await writeFile(path.join(root, "bench/results.json"), `${JSON.stringify(result, null, 2)}\n`);
    await writeFile(path.join(root, "bench/results.md"), table);
  }
  console.log(`\n${table}`);
}
