import path from "node:path";
import type { FastifyInstance } from "fastify";
import { recordExport } from "./core/audit.ts";
import { today } from "./core/days.sql.ts";
import type { Db } from "./core/db.ts";
import { openDrawingDesk } from "./core/drawing.ts";
import type { FileStore } from "./core/files.ts";
import { createDrain, type Drain } from "./core/http/draining.ts";
import { requireDatabase, requireRoom, requireSoon, healthRoutes } from "./core/http/health.ts";
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

// Beyond them an upload is asked to come again: each may take seconds.
const picturesInTurn = 4;
// What one caller is refused within this time is two entries of the audit log.
const refusalsEveryMs = 10 * 60_000;

export interface AppDeps {
  db: Db;
  /** The connections behind `db`, for the metrics. */
  pool?: PoolState;
  /** What is told of the database's replica. */
  replica?: Pick<Replica, "state" | "gauges">;
  jwtSecret: string;
  /** The address in mails and links, without a slash at the end. */
  publicUrl: string;
  logLevel: string;
  /** Addresses and networks whose X-Forwarded headers are believed; those of this machine where nothing is said. */
  trustedProxies?: readonly string[];
  /** Where the metrics are answered, if not among everything else. */
  metricsPlace?: FastifyInstance;
  /** How long a body that is no upload may take, in milliseconds. */
  bodyLimitMs?: number;
  /** How long a cart holds credits, until an operator sets it. */
  reservationMinutes: number;
  /** Admins need a second factor, until an operator sets it. */
  adminsNeedSecondFactor?: boolean;
  /** The address in links begins with https: the browser is told to stay there. */
  https: boolean;
  /** Where the bytes of photos, invoices and documents are. */
  files: FileStore;
  /** Accounts of the demonstration may log in, whose password everybody knows. */
  demonstrationAccounts?: boolean;
  /** A mail server takes the mails out of this machine; without one they stay in the inbox here. */
  mailsLeave?: boolean;
  /** How often somebody may try to log in and the like; what is left out keeps its default. */
  limits?: Partial<Limits>;
  /** Services beside this one, and the hosts that name the environment. */
  outside?: Outside;
  /** Hears of every answer 500, and of the calls that are traced. */
  reporting?: Reporting;
  /** Hears of what failed since the database or a store is away. */
  outage?: Outage;
  /** Knows what is under way when the server stops. */
  drain?: Drain;
  /** It answers nothing but its health and metrics: its server takes jobs. */
  jobsOnly?: boolean;
  /** A refusal that its endpoint does not declare is answered as an error: for tests. */
  requireDeclared?: boolean;
  /** The built web app; without it the API stands alone. */
  webFolder?: string;
}

/** The whole server, every feature once; nothing listens yet. */
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
  recordRefusals(app, createRefusalLog(db), refusalsEveryMs);
  const drain = deps.drain ?? createDrain();
  drain.watch(app);
  if (!deps.jobsOnly) await openApi(app, version);
  // Who takes only jobs shows nobody a catalogue.
  const catalogue = deps.jobsOnly ? undefined : followedCatalogue(app, db);
  healthRoutes(app, async () => {
    drain.requireReady();
    await requireDatabase(db);
    if (outage.isFull) {
      await requireRoom(db, deps.files);
      outage.isFull = false;
    }
    if (!catalogue) return {};
    await requireSoon(catalogue.current());
    const { ageMs, projects } = catalogue.state()!;
    const replica = deps.replica?.state();
    return { catalogue: { ageMs: Math.round(ageMs), projects }, ...(replica && { replica }) };
  });

  const gauges = [...(catalogue?.gauges ?? []), ...(deps.replica?.gauges ?? [])];
  metricsRoutes(app, deps.metricsPlace ?? app, db, deps.pool, gauges);

  if (!catalogue) {
    await serveWeb(app, undefined);
    return app;
  }

  const base = await baseOf(app, deps, settings, catalogue);
  for (const feature of features) feature.routes?.(base);
  await serveWeb(app, deps.webFolder);
  return app;
}

/** The catalogue in memory, at hand from the moment at which the server listens until it is closed. */
function followedCatalogue(app: FastifyInstance, db: Db): LiveCatalogue {
  const catalogue = createLiveCatalogue(db);
  app.addHook("onListen", async () => {
    void catalogue.follow((error) => app.log.error({ err: error }, "The catalogue was not read"));
  });
  app.addHook("onClose", () => catalogue.stop());
  return catalogue;
}

/** What the calls of the features build on, made once. */
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
    letDemonstrationIn: deps.demonstrationAccounts ?? false,
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
  const desk = openDrawingDesk({ mayWait: picturesInTurn });
  app.addHook("onClose", () => desk.stop());
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
    desk,
    outside: deps.outside ?? {},
    mailsLeave: deps.mailsLeave ?? false,
  };
}
