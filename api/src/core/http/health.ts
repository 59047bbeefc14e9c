import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../db.ts";
import { Refusal } from "../errors.ts";
import type { FileStore } from "../files.ts";
import { withTimeout } from "../timeout.ts";
import { refusalSchemas } from "./problems.ts";

const live = {
  operationId: "getHealthLive",
  summary: "Whether the server is running",
  tags: ["operation"],
  response: { 200: z.object({ status: z.literal("live") }).describe("It is running") },
};
const ready = {
  operationId: "getHealthReady",
  summary: "Whether the server is ready: its database reachable and its catalogue loaded",
  tags: ["operation"],
  response: {
    200: z
      .looseObject({
        status: z.literal("ready"),
        catalogue: z.object({ ageMs: z.int(), projects: z.int() }).optional(),
      })
      .describe("It is ready; how fresh its catalogue is"),
    ...refusalSchemas(["INTERNAL", "UNAVAILABLE"]),
  },
};

/**
 * Adds liveness and readiness probes. `requireReady` throws if the database is away; the fields that it returns are part of the
 * answer.
 */
export function healthRoutes(app: FastifyInstance, requireReady: () => Promise<object>): void {
  app.get("/health/live", { schema: live }, async () => ({
    status: "live",
  }));
  app.get("/health/ready", { schema: ready }, async () => ({
    status: "ready",
    ...(await requireReady()),
  }));
}

// Probes have a timeout too, often of a second or two: they need an answer before that.
const patienceMs = 2000;

/** Throws if the database fails, UNAVAILABLE if it does not respond. */
export async function requireDatabase(db: Db): Promise<void> {
  await requireInTime(sql`select 1`.execute(db));
}

/** Returns a result that arrives before the probes' timeout; UNAVAILABLE otherwise. */
export async function requireInTime<T>(answer: Promise<T>): Promise<T> {
  return await withTimeout(answer, patienceMs, () => new Refusal("UNAVAILABLE"));
}

/** Throws unless a megabyte can be written to the database's disk, and a little to the file store. */
export async function requireSpace(db: Db, files: FileStore): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`create temporary table room on commit drop as
      select repeat(md5(number::text), 32) as text from generate_series(1, 1024) number`.execute(
      tx,
    );
  });
  await files.requireSpace();
}
