import type { FastifyInstance } from "fastify";

/** Liveness and readiness, for whatever runs the server. `isReady` throws when the database is away. */
export function healthRoutes(app: FastifyInstance, isReady: () => Promise<void>): void {
  app.get("/health/live", async () => ({ status: "live" }));
  app.get("/health/ready", async () => {
    await isReady();
    return { status: "ready" };
  });
}
