import path from "node:path";
import type { FastifyInstance } from "fastify";
import { recordExport } from "./core/audit.ts";
import { today } from "./core/days.sql.ts";
import type { Db } from "./core/db.ts";
import { createImageWorker } from "./core/drawing.ts";
import type { FileStore } from "./core/files.ts";
import { createDrain, type Drain } from "./core/http/draining.ts";
import { requireDatabase, requireSpace, requireInTime, healthRoutes } from "./core/http/health.ts";
import { collectMethods } from "./core/http/methods.ts";
import { metricsRoutes, type PoolState } from "./core/http/metrics.ts";
import { openApi } from "./core/http/openapi.ts";
import { createExportGate } from "./core/http/exports.ts";
import { recordRefusals } from "./core/http/refused.ts";
import { createServe } from "./core/http/serve.ts";
import { createServer } from "./core/http/server.ts";
import { serveWeb } from "./core/http/web.ts";
import { noOutage, type Outage } from "./core/outage.ts";
import type { Replica } from "./core/replica.ts";
import { noReporting, type Reporting } from "./core/reporting.ts";
import { features, type Base } from "./features.ts";
import { createAccess } from "./features/accounts/access.service.ts";
import { defaultLimits, type Limits } from "./features/accounts/limits.rules.ts";
import { createLimits } from "./features/accounts/limits.service.ts";
import { createRefusalLog } from "./features/audit/refused.service.ts";
import { createLiveCatalogue, type LiveCatalogue } from "./features/catalogue/live.service.ts";
import { frameSources } from "./features/settings/client.rules.ts";
import { originsOf, type Outside } from "./features/settings/client.routes.ts";
import { createSalesTerms } from "./features/settings/salesTerms.service.ts";
import { createSettings, type SettingsService } from "./features/settings/settings.service.ts";
import { version } from "./core/version.ts";

// More uploads than this are refused until later: each may take seconds.
const maxQueuedPictures = 4;
// The refusals of one caller within this time are two entries in the audit log.
const refusalsEveryMs = 10 * 60_000;

export interface AppDeps {
  db: Db;
  /** The connection pool of `db`, for the metrics. */
  pool?: PoolState;
  /** The state of the database's replica, for health and metrics. */
  replica?: Pick<Replica, "state" | "gauges">;
  jwtSecret: string;
  /** The base URL in mails and links, without a trailing slash. */
  publicUrl: string;
  logLevel: string;
  /** Addresses and networks whose X-Forwarded headers are trusted; by default those of this machine. */
  trustedProxies?: readonly string[];
  /** The server for the metrics, if not this one. */
  metricsApp?: FastifyInstance;
  /** Time limit for receiving a body, except for uploads, in milliseconds. */
  bodyLimitMs?: number;
  /** How long a cart holds credits, unless an operator sets it. */
  reservationMinutes: number;
  /** Whether admins need a second factor, unless an operator sets it. */
  adminsNeedSecondFactor?: boolean;
  /** The public URL is https: browsers are told to stay with it. */
  https: boolean;
  /** The store of photos, invoices and documents. */
  files: FileStore;
  /** Lets demonstration accounts log in, whose password is public. */
  demonstrationAccounts?: boolean;
  /** A mail server delivers the mails; without one they stay in our own inbox. */
  sendsMails?: boolean;
  /** Rate limits for logins and the like; those left out have their defaults. */
  limits?: Partial<Limits>;
  /** External services, and the hosts that determine the environment. */
  outside?: Outside;
  /** Gets the errors behind every 500, and the traces of calls. */
  reporting?: Reporting;
  /** Notified of errors caused by an unavailable database or store. */
  outage?: Outage;
  /** Tracks requests in flight when the server stops. */
  drain?: Drain;
  /** Serves only health and metrics: this server only runs jobs. */
  jobsOnly?: boolean;
  /** For tests: a refusal that its endpoint does not declare is answered as an error. */
  requireDeclared?: boolean;
  /** The built web app; without it only the API is served. */
  webFolder?: string;
}

/** Builds the whole server with every feature; it does not listen yet. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { db, outage = noOutage() } = deps;
  const settings = createSettings(db, deps.reservationMinutes, deps.adminsNeedSecondFactor);
  const app = await createServer({
    logLevel: deps.logLevel,
    trustedProxies: deps.trustedProxies ?? ["loopback"],
    ...(deps.bodyLimitMs !== undefined && { bodyLimitMs: deps.bodyLimitMs }),
    https: deps.https,
    frames: async () => frameSources(await settings.current(), deps.outside?.contactFormUrl),
    connectTo: [
      ...originsOf(deps.outside?.flagsmith?.apiUrl),
      ...originsOf(deps.outside?.sentryDsn),
    ],
    recorded: deps.outside?.sentryDsn !== undefined,
    reporting: deps.reporting ?? noReporting,
    onAway: (error) => outage.note(error),
    ...(deps.requireDeclared && { requireDeclared: true }),
  });
  const methodsAt = collectMethods(app);
  recordRefusals(app, createRefusalLog(db), refusalsEveryMs);
  const drain = deps.drain ?? createDrain();
  drain.watch(app);
  if (!deps.jobsOnly) await openApi(app, version);
  // A server that only runs jobs shows no catalogue.
  const catalogue = deps.jobsOnly ? undefined : followedCatalogue(app, db);
  healthRoutes(app, async () => {
    drain.requireReady();
    await requireDatabase(db);
    if (outage.isFull) {
      await requireSpace(db, deps.files);
      outage.isFull = false;
    }
    if (!catalogue) return {};
    await requireInTime(catalogue.current());
    const { ageMs, projects } = catalogue.state()!;
    const replica = deps.replica?.state();
    return { catalogue: { ageMs: Math.round(ageMs), projects }, ...(replica && { replica }) };
  });

  const gauges = [...(catalogue?.gauges ?? []), ...(deps.replica?.gauges ?? [])];
  metricsRoutes(app, deps.metricsApp ?? app, db, deps.pool, gauges);

  if (!catalogue) {
    await serveWeb(app, methodsAt, undefined);
    return app;
  }

  const base = await baseOf(app, deps, settings, catalogue);
  for (const feature of features) feature.routes?.(base);
  await serveWeb(app, methodsAt, deps.webFolder, {
    heads: Object.assign({}, ...features.map((feature) => feature.heads?.(base))),
    publicUrl: deps.publicUrl,
    brand: async () => (await settings.current()).brand.name,
  });
  return app;
}

/** Creates the in-memory catalogue, which is kept up to date from when the server listens until it is closed. */
function followedCatalogue(app: FastifyInstance, db: Db): LiveCatalogue {
  const catalogue = createLiveCatalogue(db);
  app.addHook("onListen", async () => {
    void catalogue.follow((error) => app.log.error({ err: error }, "The catalogue was not read"));
  });
  app.addHook("onClose", () => catalogue.stop());
  return catalogue;
}

/** Creates the services that the features' endpoints use. */
async function baseOf(
  app: FastifyInstance,
  deps: AppDeps,
  settings: SettingsService,
  catalogue: LiveCatalogue,
): Promise<Base> {
  const { db, files, publicUrl } = deps;
  const limits = createLimits(db, { ...defaultLimits, ...deps.limits });
  const access = createAccess(db, limits, {
    publicUrl,
    jwtSecret: deps.jwtSecret,
    allowsDemonstration: deps.demonstrationAccounts ?? false,
    adminsNeedFactor: async () => (await settings.current()).access.adminsNeedSecondFactor,
  });
  const enterExport = createExportGate(async () => (await settings.current()).ceilings);
  const serve = createServe(app, {
    authenticate: access.authenticate,
    beginExport: async (actor, list, filter) => {
      const end = await enterExport(actor.userId!);
      try {
        await recordExport(db, actor, list, filter);
        return end;
      } catch (error) {
        end();
        throw error;
      }
    },
    enterExport,
    today: () => today(db),
    countUpload: ({ userId, ip }) => limits.count("upload", { account: String(userId), ip }),
  });
  const imageWorker = createImageWorker({ maxQueued: maxQueuedPictures });
  app.addHook("onClose", () => imageWorker.stop());
  const ownTerms = deps.webFolder && path.join(deps.webFolder, "legal/sales-terms.pdf");
  return {
    app,
    serve,
    db,
    files,
    publicUrl,
    settings,
    limits,
    access,
    catalogue,
    salesTerms: createSalesTerms(db, files, ownTerms),
    imageWorker,
    outside: deps.outside ?? {},
    sendsMails: deps.sendsMails ?? false,
  };
}
