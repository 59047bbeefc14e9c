import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FastifyInstance, InjectOptions } from "fastify";
import { Logger, runOnce, type JobHelpers } from "graphile-worker";
import { sql } from "kysely";
import { isFile } from "@tonneline/contract/endpoint";
import { buildApp } from "../src/app.ts";
import { openDb, openPool, type Db } from "../src/core/db.ts";
import { folderStore, type FileStore } from "../src/core/files.ts";
import type { JobHandlers } from "../src/core/jobs.ts";
import { asSent } from "../src/core/mail.ts";
import type { Outage } from "../src/core/outage.ts";
import { followReplica } from "../src/core/replica.ts";
import type { Reporting } from "../src/core/reporting.ts";
import { userById } from "../src/features/accounts/accounts.sql.ts";
import type { Limits } from "../src/features/accounts/limits.rules.ts";
import { openSession } from "../src/features/accounts/sessions.sql.ts";
import { createTokens } from "../src/features/accounts/tokens.ts";
import type { CompanyRole } from "@tonneline/contract/companyRoles";
import type { Outside } from "../src/features/settings/client.routes.ts";
import { aCompany } from "./builders/company.ts";
import { testDatabase } from "./database.ts";

/** Signs the tokens of `aUser`. */
export const jwtSecret = "a secret that only the tests know, long enough";

/** The base URL in the tests' mails. */
export const publicUrl = "https://market.example";

export interface TestCaller {
  userId: number;
  authToken: string;
}

/** A user created by `aUser`. */
export interface TestUser extends TestCaller {
  companyId: number;
}

/** A company and the user's role in it. */
export interface Member {
  companyId: number;
  companyRole: CompanyRole;
}

export interface TestResponse {
  status: number;
  // Tests know the shape that they expect.
  body: ReturnType<typeof JSON.parse>;
}

export interface TestApp {
  app: FastifyInstance;
  db: Db;
  databaseUrl: string;
  /** This server's file store. */
  files: FileStore;
  /**
   * Creates a caller with one of the initial roles, alone in a new company or as a member of an existing one. Has no password,
   * since hashing one takes time.
   */
  aUser(roleName?: string, member?: Member): Promise<TestUser>;
  call(
    caller: TestCaller | undefined,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TestResponse>;
  /** Runs every due job, as a worker would. */
  runJobs(handlers: JobHandlers): Promise<void>;
  /** The newest mail to an address, as delivered. */
  mailTo(recipient: string): Promise<{ subject: string; text_body: string; html_body: string }>;
  close(): Promise<void>;
}

/** Starts the whole server on its own database; requests go through the real routes without a socket. */
export async function testApp(
  options: {
    reservationMinutes?: number;
    adminsNeedSecondFactor?: boolean;
    /** Instead of the tests' secret. */
    jwtSecret?: string;
    poolSize?: number;
    limits?: Partial<Limits>;
    outside?: Outside;
    reporting?: Reporting;
    outage?: Outage;
    files?: FileStore;
    trustedProxies?: string[];
    metricsApp?: FastifyInstance;
    bodyLimitMs?: number;
    /** A folder with built pages. */
    webFolder?: string;
    /** Uses this database instead of a new one on the tests' server; it is not dropped. */
    databaseUrl?: string;
    /** Its streaming replica. */
    replicaUrl?: string;
  } = {},
): Promise<TestApp> {
  const database = options.databaseUrl
    ? { url: options.databaseUrl, drop: async () => {} }
    : await testDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), "tonneline-files-"));
  const pool = openPool(database.url, options.poolSize ?? 10, (error) => {
    throw error;
  });
  // On a busy machine, hundreds of requests may wait for ten connections.
  pool.options.connectionTimeoutMillis = 120_000;
  const db = openDb(pool);
  const { replicaUrl } = options;
  const replica =
    replicaUrl &&
    followReplica(db, {
      primary: pool,
      checkPool: openPool(replicaUrl, 2, () => {}),
      openReads: () => openPool(replicaUrl, 10, () => {}),
      log: () => {},
    });
  const files = options.files ?? folderStore(folder);
  const app = await buildApp({
    db,
    pool,
    ...(replica && { replica }),
    jwtSecret: options.jwtSecret ?? jwtSecret,
    publicUrl,
    files,
    ...(options.adminsNeedSecondFactor && { adminsNeedSecondFactor: true }),
    ...(options.limits && { limits: options.limits }),
    ...(options.outside && { outside: options.outside }),
    ...(options.reporting && { reporting: options.reporting }),
    ...(options.outage && { outage: options.outage }),
    ...(options.webFolder && { webFolder: options.webFolder }),
    ...(options.trustedProxies && { trustedProxies: options.trustedProxies }),
    ...(options.metricsApp && { metricsApp: options.metricsApp }),
    ...(options.bodyLimitMs && { bodyLimitMs: options.bodyLimitMs }),
    logLevel: "silent",
    requireDeclared: true,
    https: false,
    reservationMinutes: options.reservationMinutes ?? 30,
  });
  requireDeclaredTypes(app);
  const tokens = createTokens(options.jwtSecret ?? jwtSecret);
  let users = 0;

  const t: TestApp = {
    app,
    db,
    databaseUrl: database.url,
    files,
    async aUser(roleName = "User", member) {
      const { id: roleId } = await db
        .selectFrom("roles")
        .select("id")
        .where("name", "=", roleName)
        .executeTakeFirstOrThrow();
      const username = `person-${++users}@company.example`;
      const companyId = member?.companyId ?? (await aCompany(db));
      const { id } = await db
        .insertInto("users")
        .values({
          username,
          company_id: companyId,
          ...(member && { company_role: member.companyRole }),
          password_hash: "none",
          first_name: "Per",
          last_name: "Son",
          role_id: roleId,
          verified_at: new Date(),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const user = (await userById(db, id))!;
      const session = await openSession(db, id, 3600);
      const { firstName, lastName, permissions } = user;
      const role = { id: user.roleId, name: user.roleName };
      const sessionUser = { username, firstName, lastName, avatar: null, permissions, role };
      return { userId: id, companyId, authToken: tokens.sign(sessionUser, session).authToken };
    },
    async call(caller, method, path, body, headers = {}) {
      const response = await app.inject({
        method: method as NonNullable<InjectOptions["method"]>,
        url: `/api/v1${path}`,
        headers: { ...(caller && { authorization: `Bearer ${caller.authToken}` }), ...headers },
        ...(body !== undefined && { payload: body as object }),
      });
      const isJson = String(response.headers["content-type"]).includes("json");
      return { status: response.statusCode, body: isJson ? response.json() : undefined };
    },
    async runJobs(handlers) {
      const tasks = Object.entries(handlers).map(([name, handle]) => [
        name,
        (payload: unknown, { job }: JobHelpers) => handle(payload, { id: job.id }),
      ]);
      const waiting = async () =>
        (
          await sql`select from graphile_worker.jobs where task_identifier = any(${Object.keys(handlers)}::text[])
            and locked_at is null and run_at <= now() and attempts < max_attempts limit 1`.execute(
            db,
          )
        ).rows.length > 0;
      // A worker stops while another is just completing a job of the same queue.
      do {
        await runOnce({
          pgPool: pool,
          taskList: Object.fromEntries(tasks),
          logger: new Logger(() => () => {}),
        });
      } while (await waiting());
    },
    async mailTo(recipient) {
      const { subject, text_body, html_body, token } = await db
        .selectFrom("mails")
        .select(["subject", "text_body", "html_body", "token"])
        .where("recipient", "=", recipient)
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirstOrThrow();
      return {
        subject,
        text_body: asSent(text_body, publicUrl, token),
        html_body: asSent(html_body, publicUrl, token),
      };
    },
    async close() {
      await app.close();
      if (replica) await replica.stop();
      await db.destroy();
      await database.drop();
      await rm(folder, { recursive: true });
      // Test files stay loaded, and their variables with them: ten megabytes for each server.
      for (const part of Object.keys(t)) Reflect.deleteProperty(t, part);
    },
  };
  return t;
}

/** Valid invoice details. */
export const invoiceDetails = {
  companyName: "Brennvik Logistics GmbH",
  invoiceAddress: {
    street: "Hafenkontor 14",
    postalCode: "20457",
    province: "Hamburg",
    city: "Hamburg",
    countryCode: "DE",
  },
  invoiceEmail: "accounts@brennvik.example",
  vatNumber: "DE123456789",
};

/** Turns a file of a media type that its endpoint does not declare into an error. */
function requireDeclaredTypes(app: FastifyInstance): void {
  app.addHook("onSend", async ({ routeOptions: { config } }, reply) => {
    const response = config.endpoint?.response;
    if (!response || !isFile(response) || reply.statusCode > 299) return;
    const [type = ""] = String(reply.getHeader("content-type")).split(";");
    if (response.mediaTypes.includes(type)) return;
    throw new Error(`${config.endpoint!.path} does not declare ${type}`);
  });
}
