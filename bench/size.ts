import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { inTransaction, openDb, openPool, timeLimits, type Db } from "../api/src/core/db.ts";
import { folderStore } from "../api/src/core/files.ts";
import { migrate } from "../api/src/core/migrate.ts";
import { startPostgres } from "../api/src/core/postgres/postgres.ts";
import { createTokens } from "../api/src/features/accounts/tokens.ts";
import { loadDemoCatalogue } from "../api/src/features/demo/demo.service.ts";
import { allEndpoints } from "../api/src/core/http/endpoints.ts";
import { isManagedList, neededOf } from "../api/test/endpoints.ts";
import { serverFlags } from "../scripts/launcher/runtime.mjs";
import { fillTrades } from "./booksData.ts";
import { drawChart } from "./chart.ts";
import { fillCatalogue, makeBuyers } from "./data.ts";
import { describeMachine, measuredEnv } from "./environment.ts";
import { connect, measure, type Call } from "./load.ts";
import { memoryMbOf, processCpuMs } from "./processorTime.ts";
import { filterQueries } from "./reads.ts";

// How the growth of a market affects its lists: the buyers', from memory, and the operators', from the database.
// "20000x5000": 20,000 projects and 5,000 orders; without sizes these, and the figures are written to size.md.
const requestedSizes = process.argv.slice(2).map((size) => size.split("x").map(Number));
const sizes =
  requestedSizes.length > 0
    ? requestedSizes.map(([projects = 0, orders = 0]) => ({ projects, orders }))
    : [
        { projects: 11_000, orders: 10_000 },
        { projects: 30_000, orders: 100_000 },
        { projects: 100_000, orders: 1_000_000 },
      ];
const seconds = Number(process.env.BENCH_SECONDS ?? 6);
const connections = 16;
const viewRounds = 50;
// For lists: a varying price makes each request different.
const filters = filterQueries.filter((filter) => !filter.includes("price"));
const targets = { listGrowth: 1.5, viewP99: 150, twoServers: 1.8 };
const root = path.resolve(import.meta.dirname, "..");
const jwtSecret = randomBytes(32).toString("hex");

interface Lists {
  perSecond: number;
  p50: number;
  p99: number;
  /** CPU time per answer, of all servers and of PostgreSQL. */
  serverMs: number;
  postgresMs: number;
}
interface View {
  name: string;
  p50: number;
  p99: number;
}
interface Measured {
  /** As visible to a buyer. */
  projects: number;
  orders: number;
  fillSeconds: number;
  readySeconds: number;
  memoryMb: number;
  oneClient: Lists;
  oneServer: Lists;
  twoServers: Lists;
  /** Slowest first. */
  views: View[];
}

const loadBefore = loadavg()[0]!;
const measured: Measured[] = [];
for (const size of sizes) measured.push(await measureSize(size));
const text = report(measured);
console.log(text);
if (requestedSizes.length === 0) {
  await writeFile(path.join(import.meta.dirname, "size.md"), text);
  await writeCharts(measured);
}

async function measureSize({ projects, orders }: (typeof sizes)[number]): Promise<Measured> {
  const folder = await mkdtemp(path.join(tmpdir(), "tonneline-size-"));
  const dataDir = path.join(folder, "postgres");
  const postgres = await startPostgres({ dataDir, fast: true });
  const servers: Server[] = [];
  const start = async (port: number) => {
    const server = await startServer(postgres.url(), folder, port);
    servers.push(server);
    return server;
  };
  try {
    const startedAt = performance.now();
    console.log(`Filling ${formatNumber(projects)} projects and ${formatNumber(orders)} orders …`);
    await migrate(postgres.url());
    const db = openDb(openPool(postgres.url(), 4, console.error, timeLimits.commands));
    // PostgreSQL's default, which the product uses: the tests' fast instance disables it.
    await sql`alter role all set max_parallel_workers_per_gather = 2`.execute(db);
    await fill(db, folder, { projects, orders });
    const tokens = createTokens(jwtSecret);
    const buyer = (await makeBuyers(db, tokens, 1))[0]!;
    const operator = (await makeBuyers(db, tokens, 1, "Admin"))[0]!;
    const fillSeconds = (performance.now() - startedAt) / 1000;
    const pidFile = await readFile(path.join(dataDir, "postmaster.pid"), "utf8");
    const postmaster = Number(pidFile.split("\n")[0]);

    const first = await start(4391);
    await waitUntilIdle(db);
    await db.destroy();
    const oneClient = await measureLists([first], 1, postmaster, buyer.authorization);
    const oneServer = await measureLists([first], connections, postmaster, buyer.authorization);
    const views = await measureViews(first, operator.authorization);
    const memoryMb = memoryMbOf(first.pid);
    const second = await start(4392);
    const twoServers = await measureLists(
      [first, second],
      connections,
      postmaster,
      buyer.authorization,
    );
    const { readySeconds } = first;
    const listed = await listedProjects(first, buyer.authorization);
    const figures = { projects: listed, orders, fillSeconds, readySeconds, memoryMb };
    return { ...figures, oneClient, oneServer, twoServers, views };
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()));
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Deterministic except for timestamps, which count back from now. */
async function fill(db: Db, folder: string, { projects, orders }: (typeof sizes)[number]) {
  await loadDemoCatalogue(db, folderStore(path.join(folder, "files")));
  // Nearly all retirements are done, as in an active market.
  await inTransaction(db, (tx) => fillTrades(tx, orders, Math.ceil(orders / 100)));
  await sql`analyze`.execute(db);
  await fillCatalogue(db, projects);
  // As autovacuum leaves tables within minutes of so many new rows: counting them needs index-only scans.
  await sql`vacuum analyze`.execute(db);
}

/** Resolves when the other work of a first start, such as the demonstration's documents, is done. */
async function waitUntilIdle(db: Db) {
  for (;;) {
    const { rows } =
      await sql`select from graphile_worker.jobs where run_at <= now() limit 1`.execute(db);
    if (rows.length === 0) return;
    await sleep(200);
  }
}

interface Server {
  port: number;
  pid: number;
  readySeconds: number;
  stop(): Promise<void>;
}

async function startServer(url: string, folder: string, port: number): Promise<Server> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...serverFlags, path.join(root, "api/src/main.ts")], {
    env: measuredEnv({
      DATABASE_URL: url,
      DATA_DIR: folder,
      JWT_SECRET: jwtSecret,
      PORT: String(port),
      HOST: "127.0.0.1",
    }),
    stdio: ["ignore", "ignore", "inherit"],
  });
  const { send, close } = connect(port, 1);
  for (let tries = 0; ; tries++) {
    const ready = await send({ method: "GET", path: "/health/ready" }).catch(() => undefined);
    if (ready?.status === 200) break;
    if (tries > 1200 || child.exitCode !== null) {
      child.kill("SIGKILL");
      throw new Error("The product did not start.");
    }
    await sleep(100);
  }
  close();
  return {
    port,
    pid: child.pid!,
    readySeconds: (performance.now() - startedAt) / 1000,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** How many projects a buyer finds in the server's memory. */
async function listedProjects({ port }: Server, authorization: string): Promise<number> {
  const { send, close } = connect(port, 1);
  const path = "/api/v1/projects?size=1";
  const { body } = await send({ method: "GET", path, headers: { authorization } });
  close();
  return (JSON.parse(body.toString()) as { totalElements: number }).totalElements;
}

/** Requests uncached pages of the list from these servers in turn. */
async function measureLists(
  servers: readonly Server[],
  concurrency: number,
  postmaster: number,
  authorization: string,
): Promise<Lists> {
  const clients = servers.map(({ port }) => connect(port, Math.ceil(concurrency / servers.length)));
  let sentCount = 0;
  const sendRequest = async (index: number) => {
    const filter = filters[index % filters.length]!;
    const from = (sentCount++ % 1500) / 100;
    const call: Call = {
      method: "GET",
      path: `/api/v1/projects?size=24&${filter}&priceFrom=${from}`,
      headers: { authorization },
    };
    return (await clients[index % clients.length]!.send(call)).status === 200;
  };
  const cpuTimes = () => ({
    servers: servers.reduce((sum, { pid }) => sum + processCpuMs(pid), 0),
    postgres: processCpuMs(postmaster, { withChildren: true }),
  });
  // A server that has just started must warm up first.
  await measure(concurrency, seconds, sendRequest);
  const before = cpuTimes();
  const figures = await measure(concurrency, seconds, sendRequest);
  const after = cpuTimes();
  for (const { close } of clients) close();
  if (figures.failures > 0) throw new Error(`${figures.failures} lists were refused.`);
  const { perSecond, p50, p99, count } = figures;
  return {
    perSecond,
    p50,
    p99,
    serverMs: (after.servers - before.servers) / count,
    postgresMs: (after.postgres - before.postgres) / count,
  };
}

/** Requests the operators' lists as they open, as one operator. */
async function measureViews(server: Server, authorization: string): Promise<View[]> {
  const { send, close } = connect(server.port, 1);
  const views: View[] = [];
  for (const { name, endpoint } of await allEndpoints()) {
    if (!isManagedList(endpoint)) continue;
    const path = `/api/v1${endpoint.path}?size=25${neededOf(endpoint)}`;
    const sendRequest = async () =>
      (await send({ method: "GET", path, headers: { authorization } })).status === 200;
    await sendRequest();
    let left = viewRounds;
    const { p50, p99, failures } = await measure(1, 60, async () =>
      left-- > 0 ? await sendRequest() : undefined,
    );
    if (failures > 0) throw new Error(`${name} was refused.`);
    views.push({ name, p50, p99 });
  }
  close();
  return views.toSorted((a, b) => b.p99 - a.p99);
}

function formatNumber(value: number): string {
  return value.toLocaleString("en");
}

function report(all: readonly Measured[]): string {
  const formatMs = (value: number) => value.toFixed(1);
  const [smallest, largest] = [all[0]!, all.at(-1)!];
  const growth = largest.oneClient.p50 / smallest.oneClient.p50;
  const slow = largest.views.filter(({ p99 }) => p99 > targets.viewP99);
  const rows = all.map(({ projects, orders, oneClient, oneServer, twoServers, views, ...at }) =>
    [
      formatNumber(projects),
      formatNumber(orders),
      at.fillSeconds.toFixed(0),
      at.readySeconds.toFixed(1),
      at.memoryMb.toFixed(0),
      `${formatMs(oneClient.p50)} (${formatMs(oneClient.p99)})`,
      `${oneServer.perSecond.toFixed(0)} (${oneServer.serverMs.toFixed(2)})`,
      `${twoServers.perSecond.toFixed(0)} (${twoServers.serverMs.toFixed(2)})`,
      twoServers.postgresMs.toFixed(2),
      `${formatMs(views[views.length >> 1]!.p50)} (${formatMs(views[0]!.p99)}, ${views[0]!.name})`,
    ].join(" | "),
  );
  return `# A growing market

${new Date().toISOString().slice(0, 10)}, ${describeMachine()}, load ${loadBefore.toFixed(1)} before it began. Made by \`npm run bench:size\`.
Generator, servers and PostgreSQL share the cores. Lists: pages of 24 with a filter and a price that were not requested before, so nothing is cached.
Views: every operator list in its default view, ${viewRounds} times each, by one operator.

projects found | orders | filled in, s | server ready in, s | server, MB | list p50 (p99), one client, ms | lists/s of one server (its processor time, ms) | of two (theirs) | of which PostgreSQL, ms | views: middle p50 (slowest p99), ms
--: | --: | --: | --: | --: | --: | --: | --: | --: | --:
${rows.join("\n")}

- A list takes ${growth.toFixed(2)} × as long at ${formatNumber(largest.projects)} projects as at ${formatNumber(smallest.projects)} (target: at most ${targets.listGrowth}).
- ${slow.length === 0 ? `All ${largest.views.length} views stay` : `${largest.views.length - slow.length} of ${largest.views.length} views stay`} below ${targets.viewP99} ms at p99 with ${formatNumber(largest.orders)} orders${slow.length === 0 ? "" : `; these do not: ${slow.map(({ name, p99 }) => `${name} ${formatMs(p99)} ms`).join(", ")}`}.
- Two servers serve ${(smallest.twoServers.perSecond / smallest.oneServer.perSecond).toFixed(2)} × the lists of one at ${formatNumber(smallest.projects)} projects. They share nothing but PostgreSQL, which spends ${smallest.twoServers.postgresMs.toFixed(2)} ms on a list, so with its own cores each serves as many as one alone. On a single machine they share its cores with the generator, and ${targets.twoServers} × is out of reach.
`;
}

async function writeCharts(all: readonly Measured[]): Promise<void> {
  const docs = path.join(root, "docs");
  const list = (name: string, of: (lists: Lists) => number) => ({
    name,
    points: all.map(({ projects, oneClient }) => ({ size: projects, value: of(oneClient) })),
  });
  await writeFile(
    path.join(docs, "growth-lists.svg"),
    drawChart("A buyer's list, one client", { size: "projects", value: "ms" }, [
      list("half of them", ({ p50 }) => p50),
      list("99 of 100", ({ p99 }) => p99),
    ]),
  );
  const view = (name: string, of: (views: readonly View[]) => number) => ({
    name,
    points: all.map(({ orders, views }) => ({ size: orders, value: of(views) })),
  });
  await writeFile(
    path.join(docs, "growth-views.svg"),
    drawChart(
      "Operators' lists as they open",
      { size: "orders", value: "ms" },
      [
        view("slowest, 99 of 100", (views) => views[0]!.p99),
        view("middle, half of them", (views) => views[views.length >> 1]!.p50),
      ],
      { value: targets.viewP99, name: "at most" },
    ),
  );
}
