import { BlockList, isIPv6 } from "node:net";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import Fastify, { type FastifyInstance } from "fastify";
import { serializerCompiler } from "fastify-type-provider-zod";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../db.ts";
import { Refusal, refuse } from "../errors.ts";
import { isUnavailable } from "../outage.ts";
import { requireInTime } from "./health.ts";
import { problemHandler, refusalSchemas } from "./problems.ts";
import { plainAddress } from "./proxies.ts";
import { timeLimits } from "./timeLimits.ts";

/** The current state of the connection pool for requests. */
export interface PoolState {
  totalCount: number;
  idleCount: number;
  /** Requests waiting for a connection. */
  waitingCount: number;
}

/** A gauge of this server alone, read at each scrape. */
export interface OwnGauge {
  name: string;
  help: string;
  value: () => number;
}

const privateAddresses = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  privateAddresses.addSubnet(network, bits, "ipv4");
}
privateAddresses.addAddress("::1", "ipv6");
privateAddresses.addSubnet("fc00::", 7, "ipv6");

/** Returns whether an address is this machine's or in a private network, as the metrics collector's is. */
export function isPrivateAddress(ip: string): boolean {
  const plain = plainAddress(ip);
  return privateAddresses.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
}

// A request with one of these headers came through a proxy, from an unknown origin.
const forwarding = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];

// These observe the process until it ends, not the app: its registry would be referenced as long.
const processMetrics = new Registry();
collectDefaultMetrics({ register: processMetrics });

const metrics = {
  operationId: "getMetrics",
  summary: "Server and business metrics for Prometheus; for private networks only",
  tags: ["operation"],
  response: {
    200: {
      description: "Metrics in the Prometheus format",
      content: { "text/plain": { schema: z.string() } },
    },
    ...refusalSchemas(["NOT_FOUND", "INTERNAL", "UNAVAILABLE"]),
  },
};

/** Creates a server for metrics alone, with the same time limits as the main server. */
export function metricsServer(): FastifyInstance {
  const app = Fastify(timeLimits);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(
    problemHandler(
      () => {},
      () => {},
    ),
  );
  return app;
}

/**
 * Adds GET /metrics to `place` in the Prometheus format: requests to `app` by route and status, connections, jobs, mails and
 * holds. They reveal how business is going, so callers outside private networks and behind proxies get NOT_FOUND.
 */
export function metricsRoutes(
  app: FastifyInstance,
  place: FastifyInstance,
  db: Db,
  pool: PoolState | undefined,
  gauges: readonly OwnGauge[],
): void {
  const registry = new Registry();
  const registers = [registry];
  const seconds = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from request to answer, by route and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  app.addHook("onResponse", (request, reply, done) => {
    // The route's pattern: actual URLs would add a series for each id and each guess.
    const route = request.routeOptions.url ?? "unknown";
    const { method } = request;
    seconds.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });

  const gauge = (name: string, help: string, label: string) =>
    new Gauge({ name, help, labelNames: [label], registers });
  const connections = gauge("database_connections", "Connections of the requests", "state");
  const jobs = gauge("jobs", "Jobs: due, later, running, or failed for good", "state");
  const mails = gauge("mails", "Mails by status; FAILED ones are no longer tried", "status");
  const holds = gauge("cart_holds", "Rows in carts that hold credits, and the credits", "unit");

  for (const { name, help, value } of gauges) {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  }

  const database = new Gauge({
    name: "database_up",
    help: "Whether the database responds; without it, jobs, mails and holds are missing",
    registers,
  });

  async function measure(): Promise<void> {
    for (const each of [jobs, mails, holds]) each.reset();
    database.set(0);
    if (pool) {
      connections.set({ state: "busy" }, pool.totalCount - pool.idleCount);
      connections.set({ state: "idle" }, pool.idleCount);
      connections.set({ state: "requests waiting" }, pool.waitingCount);
    }
    const rows = await rowsInTime(db);
    if (!rows) return;
    database.set(1);
    for (const { metric, label, value } of rows) {
      if (metric === "jobs") jobs.set({ state: label }, value);
      else if (metric === "mails") mails.set({ status: label }, value);
      else holds.set({ unit: label }, value);
    }
  }

  place.get("/metrics", { schema: metrics }, async (request, reply) => {
    const isForwarded = forwarding.some((name) => request.headers[name] !== undefined);
    if (isForwarded || !isPrivateAddress(request.socket.remoteAddress ?? ""))
      return refuse("NOT_FOUND");
    await measure();
    const all = Registry.merge([processMetrics, registry]);
    return reply.type(all.contentType).send(await all.metrics());
  });
}

/** Returns the counts; undefined if the database is away or slower than a scrape waits: the other metrics matter then most. */
async function rowsInTime(db: Db) {
  try {
    return await requireInTime(counts(db));
  } catch (error) {
    if (error instanceof Refusal || isUnavailable(error)) return undefined;
    throw error;
  }
}

/** Returns every count of the database, zeros included: a missing series looks like a server that is down. */
async function counts(db: Db) {
  const { rows } = await sql<{ metric: "jobs" | "mails" | "holds"; label: string; value: number }>`
    with states as (
      select case when attempts >= max_attempts then 'failed' when locked_at is not null then 'running'
        when run_at > now() then 'later' else 'due' end as state
      from graphile_worker.jobs
    ), held as (select reserved from cart_items where reserved > 0)
    select 'jobs' as metric, label, (select count(*) from states where state = label) as value
      from unnest(array['due', 'later', 'running', 'failed']) label
    union all select 'mails', label, (select count(*) from mails where status = label)
      from unnest(array['WAITING', 'SENT', 'FAILED']) label
    union all select 'holds', 'rows', (select count(*) from held)
    union all select 'holds', 'credits', (select coalesce(sum(reserved), 0) from held)`.execute(db);
  return rows;
}
