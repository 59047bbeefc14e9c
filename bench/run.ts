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
import { fillCatalogue, makeBuyers, vintagesOnSale } from "./data.ts";
import { measuredEnv } from "./environment.ts";
import { connect, measure, type Call, type Figures } from "./load.ts";
import { memoryMbOf } from "./processorTime.ts";
import { measurePurchases, type PurchaseFigures } from "./purchase.ts";
import { fillPurchases } from "./purchases.ts";
import { eachFilter, facets, list, page, type Read } from "./reads.ts";
import { record, type Statement } from "./replay.ts";
import { tableOf, type Result, type Scenario } from "./report.ts";
import { underTarget, worseThan } from "./targets.ts";

const connections = 16;
const seconds = Number(process.env.BENCH_SECONDS ?? 6);
const port = Number(process.env.BENCH_PORT ?? 4390);
const root = path.resolve(import.meta.dirname, "..");
const loadBefore = loadavg()[0]!;
const args = process.argv.slice(2);
// Compares with the stored figures, leaves them unchanged, and fails below a target.
const checks = args.includes("--check");
// Substrings of the names to measure; nothing is written then.
const only = args.filter((arg) => arg !== "--check");
const isChosen = (name: string) => only.length === 0 || only.some((part) => name.includes(part));
const dataDir = await mkdtemp(path.join(tmpdir(), "tonneline-bench-"));
console.log("Starting the product on an empty folder …");
const server = spawn(process.execPath, [...serverFlags, path.join(root, "api/src/main.ts")], {
  env: measuredEnv({ PORT: String(port), DATA_DIR: dataDir, HOST: "127.0.0.1" }),
  stdio: ["ignore", "ignore", "inherit"],
});
// It may exit before anybody waits for it.
const ended = once(server, "exit");
const { send, close } = connect(port, connections);
try {
  await untilReady();
  await bench();
} finally {
  close();
  server.kill("SIGTERM");
  await ended;
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
  const reader = { authorization: buyers[0]!.authorization };
  const collector = (await makeBuyers(db, tokens, 1))[0]!;
  if (isChosen("portfolio")) await fillPurchases(db, collector.userId, 10_000);
  const scenarios: Scenario[] = [];

  const filters = "continent=Asia&sdg=13&priceTo=20&vintageFrom=2018";
  const reads: {
    name: string;
    /** Requested in turn. */
    calls: [Read, ...Read[]];
    /** Makes each request's URL different. */
    variant?: (index: number) => string;
    /** Tonnes sold meanwhile, one per transaction, each of another vintage. */
    soldPerSecond?: number;
    /** The reader's headers; the first buyer's by default. */
    headers?: { authorization: string };
  }[] = [
    { name: "list with filters, again", calls: [list(`size=24&${filters}&sort=price,asc`)] },
    {
      name: "list with filters, never asked before",
      calls: [list(`size=24&${filters}&sort=price,asc`)],
      // Answers are cached until the catalogue changes.
      variant: (index) => `&priceFrom=${(index % 1500) / 100}`,
    },
    {
      name: "list, each filter in turn, 20 tonnes sold a second",
      calls: [list("size=24"), ...eachFilter.map((each) => list(`size=24&${each}`))],
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
      calls: [list("size=24"), ...eachFilter.map((each) => list(`size=24&${each}`))],
    },
    {
      name: "facets, each filter in turn",
      calls: [facets(""), ...eachFilter.map(facets)],
    },
    {
      name: "project page, again",
      calls: [{ ...page(), path: "/projects/1" }],
    },
    {
      name: "project page, never asked before",
      calls: [page()],
      // Evicted from the cache by others before it is requested again.
      variant: (index) => String(1 + (index % size.projects)),
    },
    {
      name: "portfolio's page of holdings, 10,000 purchases",
      headers: { authorization: collector.authorization },
      calls: [
        {
          path: "/me/portfolio/holdings?size=20&sort=projectName,asc",
          statements: (handle) =>
            holdingsOf(
              handle,
              { companyId: collector.companyId },
              listHoldings.query.parse({ size: "20", sort: "projectName,asc" }),
            ),
        },
      ],
    },
    {
      name: "portfolio's totals, 10,000 purchases",
      headers: { authorization: collector.authorization },
      calls: [
        {
          path: "/me/portfolio/summary",
          statements: (handle) => portfolioSummaryOf(handle, { companyId: collector.companyId }),
        },
      ],
    },
    {
      name: "portfolio, 10,000 purchases",
      headers: { authorization: collector.authorization },
      calls: [
        {
          path: "/me/portfolio",
          statements: (handle) => portfolioOf(handle, { companyId: collector.companyId }),
        },
      ],
    },
  ];
  for (const { name, calls, variant = () => "", headers = reader, soldPerSecond } of reads) {
    if (!isChosen(name)) continue;
    let asked = 0;
    const callOf = (index: number): Call => ({
      method: "GET",
      path: `/api/v1${calls[index % calls.length]!.path}${variant(asked++)}`,
      headers,
    });
    const ask = async (index: number) => (await send(callOf(index))).status === 200;
    // The first executions of a statement on each connection pay for planning.
    for (let index = 0; index < 6 * calls.length; index++) await ask(index);
    const stopSelling = soldPerSecond ? sellSteadily(db, vintageIds, soldPerSecond) : undefined;
    const one = await measure(1, seconds, ask);
    const ours = await measure(connections, seconds, ask);
    await stopSelling?.();
    const { body } = await send(callOf(0));
    const recorded: Statement[][] = [];
    for (const { statements } of calls) recorded.push(await record(pool, statements));
    scenarios.push({
      name,
      one,
      ours,
      ...(await bareLimit(body)),
      sql: await sqlLimit(url, recorded),
      memoryMb: Math.round(memoryMbOf(server.pid!)),
    });
    console.log(`  ${name}: ${ours.perSecond.toFixed(0)}/s`);
  }

  const purchases = isChosen("purchase")
    ? await measurePurchases(send, {
        url,
        buyers,
        vintageIds,
        connections,
        seconds,
        jobsAreDone: () => jobsDone(db),
      })
    : [];
  await db.destroy();
  // An attached process would restart the database once the product has stopped it.
  await attached.stop();
  await write(scenarios, purchases, size);
}

/** Sells a tonne of one vintage after another until the returned function is called, which resolves after the last sale. */
function sellSteadily(db: Db, vintageIds: readonly number[], perSecond: number) {
  const ended = new AbortController();
  const selling = (async () => {
    for (let nth = 0; !ended.signal.aborted; nth++) {
      const vintageId = vintageIds[nth % vintageIds.length]!;
      const sold = { kind: "ADJUST", vintageId, quantity: -1, reason: "bench" } as const;
      await inTransaction(db, (tx) => postMovements(tx, [sold]));
      await sleep(1000 / perSecond);
    }
  })();
  return async () => {
    ended.abort();
    await selling;
  };
}

/** Resolves when no job is due, nor one that a rush delays by half a minute. */
async function jobsDone(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ left: number }>`select count(*) as left
      from graphile_worker._private_jobs
      where run_at <= now() + interval '1 minute' and attempts < max_attempts`.execute(db);
    if (rows[0]!.left === 0) return;
    await sleep(200);
  }
}

/** Measures the same bytes from a route that does nothing else. */
async function bareLimit(body: Buffer) {
  const ask = async (bare: ReturnType<typeof connect>["send"]) =>
    (await bare({ method: "GET", path: "/bytes" })).status === 200;
  const message = { body: body.toString("base64") };
  return {
    bareOne: await bareRoute(message, ask, 1),
    bare: await bareRoute(message, ask),
  };
}

/** Measures the rows of the statements, one call after another, from a route that does nothing else. */
function sqlLimit(url: string, calls: Statement[][]): Promise<Figures> {
  return bareRoute({ lean: { url, connections, calls } }, async (send, index) => {
    return (await send({ method: "GET", path: `/sql?n=${index}` })).status === 200;
  });
}

async function bareRoute(
  message: object,
  operation: (send: ReturnType<typeof connect>["send"], index: number) => Promise<boolean>,
  lanes = connections,
): Promise<Figures> {
  const child = fork(path.join(root, "bench/bare.ts"), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [{ port: barePort }] = (await once(child, "message")) as [{ port: number }];
  child.send(message);
  await once(child, "message");
  const bare = connect(barePort, connections);
  const figures = await measure(lanes, seconds / 2, (index) => operation(bare.send, index));
  bare.close();
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
  if (checks) {
    const previous = await readFile(path.join(root, "bench/results.json"), "utf8");
    const faults = [...underTarget(result), ...worseThan(JSON.parse(previous) as Result, result)];
    console.log(faults.map((fault) => `FAILED ${fault}`).join("\n"));
    if (faults.length > 0) process.exitCode = 1;
  } else if (only.length === 0) {
    await writeFile(path.join(root, "bench/results.json"), `${JSON.stringify(result, null, 2)}\n`);
    await writeFile(path.join(root, "bench/results.md"), table);
  }
  console.log(`\n${table}`);
}
