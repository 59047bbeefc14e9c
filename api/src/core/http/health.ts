import { collectDefaultMetrics, Histogram, Registry } from "prom-client";
import type { FastifyInstance } from "fastify";

/** Liveness, readiness and metrics, for whatever runs the server. `isReady` throws when the database is away. */
export function healthRoutes(app: FastifyInstance, isReady: () => Promise<void>): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from request to answer, by route and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    seconds.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
  app.get("/health/live", async () => ({ status: "live" }));
  app.get("/health/ready", async () => {
    await isReady();
    return { status: "ready" };
  });
  app.get("/metrics", async (_request, reply) => {
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
