import path from "node:path";
import type { FastifyInstance } from "fastify";
import { noteAudit } from "./core/audit.ts";
import type { Db } from "./core/db.ts";
import { openDrawingDesk } from "./core/drawing.ts";
import type { FileStore } from "./core/files.ts";
import { createDrain, type Drain } from "./core/http/draining.ts";
import { demandDatabase, demandRoom, healthRoutes } from "./core/http/health.ts";
import { metricsRoutes, type PoolState } from "./core/http/metrics.ts";
import { openApi } from "./core/http/openapi.ts";
import { createExportGate } from "./core/http/exports.ts";
import { watchRefused } from "./core/http/refused.ts";
import { createServe } from "./core/http/serve.ts";
import { createServer } from "./core/http/server.ts";
import { serveWeb } from "./core/http/web.ts";
import { noOutage, type Outage } from "./core/outage.ts";
import { noReporting, type Reporting } from "./core/reporting.ts";
import { accountRoutes } from "./features/accounts/accounts.routes.ts";
import { avatarRoutes } from "./features/accounts/avatars.routes.ts";
import { createAvatars } from "./features/accounts/avatars.service.ts";
import { createAccounts } from "./features/accounts/accounts.service.ts";
import { defaultLimits, type Limits } from "./features/accounts/limits.rules.ts";
import { createLimits } from "./features/accounts/limits.service.ts";
import { partnerRoutes } from "./features/accounts/partners.routes.ts";
import { createPartners } from "./features/accounts/partners.service.ts";
import { createPasswords } from "./features/accounts/password.service.ts";
import { peopleRoutes } from "./features/accounts/people.routes.ts";
import { createPeople } from "./features/accounts/people.service.ts";
import { createRegistrations } from "./features/accounts/registration.service.ts";
import { secondFactorRoutes } from "./features/accounts/secondFactor.routes.ts";
import { createSecondFactors } from "./features/accounts/secondFactor.service.ts";
import { sessionRoutes } from "./features/accounts/sessions.routes.ts";
import { createSessions } from "./features/accounts/sessions.service.ts";
import { createTokens } from "./features/accounts/tokens.ts";
import { auditRoutes } from "./features/audit/audit.routes.ts";
import { createRefusalLog, type RefusalLog } from "./features/audit/refused.service.ts";
import { cartRoutes } from "./features/cart/cart.routes.ts";
import { createCartService } from "./features/cart/cart.service.ts";
import { createCheckout } from "./features/cart/checkout.service.ts";
import { catalogueRoutes } from "./features/catalogue/catalogue.routes.ts";
import { directoryRoutes } from "./features/directory/directory.routes.ts";
import { createDirectory } from "./features/directory/directory.service.ts";
import { importRoutes } from "./features/imports/runs.routes.ts";
import { createImportRuns } from "./features/imports/runs.service.ts";
import { createManagedDocuments } from "./features/projects/documents.service.ts";
import { createManagedImages } from "./features/projects/images.service.ts";
import { managedProjectRoutes } from "./features/projects/projects.routes.ts";
import { mediaRoutes } from "./features/projects/media.routes.ts";
import { createManagedProjects } from "./features/projects/projects.service.ts";
import { createManagedVintages } from "./features/projects/vintages.service.ts";
import { companyRoutes } from "./features/company/company.routes.ts";
import { dashboardRoutes } from "./features/dashboard/dashboard.routes.ts";
import { flagRoutes } from "./features/flags/flags.routes.ts";
import { createFlags } from "./features/flags/flags.service.ts";
import { flagServiceRoutes } from "./features/flags/flagService.routes.ts";
import { mailRoutes } from "./features/mails/mails.routes.ts";
import { notificationRoutes } from "./features/notifications/notifications.routes.ts";
import { orderFileRoutes } from "./features/orders/files.routes.ts";
import { createOrderLife } from "./features/orders/life.service.ts";
import { managedOrderRoutes } from "./features/orders/managed.routes.ts";
import { orderRoutes } from "./features/orders/orders.routes.ts";
import { managedReportRoutes } from "./features/reports/managed.routes.ts";
import { createManagedReports } from "./features/reports/managed.service.ts";
import { privacyRoutes } from "./features/privacy/privacy.routes.ts";
import { createPrivacy } from "./features/privacy/privacy.service.ts";
import { reportRoutes } from "./features/reports/reports.routes.ts";
import { portfolioRoutes } from "./features/portfolio/portfolio.routes.ts";
import { certificateRoutes } from "./features/retirements/certificates.routes.ts";
import { retirementRoutes } from "./features/retirements/retirements.routes.ts";
import { createRetirements } from "./features/retirements/retirements.service.ts";
import { clientRoutes, originsOf, type Outside } from "./features/settings/client.routes.ts";
import { settingsRoutes } from "./features/settings/managed.routes.ts";
import { createManagedSettings } from "./features/settings/managed.service.ts";
import { createSalesTerms } from "./features/settings/salesTerms.service.ts";
import { createSettings } from "./features/settings/settings.service.ts";
import { supportRoutes } from "./features/support/support.routes.ts";
import { createSupport } from "./features/support/support.service.ts";
import { version } from "./core/version.ts";

// Beyond them an upload is asked to come again: each may take seconds.
const picturesInTurn = 4;
// What one caller is refused within this time is two entries of the audit log.
const refusalsEveryMs = 10 * 60_000;

export interface AppDeps {
  db: Db;
  /** The connections behind `db`, for the metrics. */
  pool?: PoolState;
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
  /** The built web app; without it the API stands alone. */
  webFolder?: string;
}

/** The whole server, every feature once; nothing listens yet. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { db, outage = noOutage() } = deps;
  const app = await createServer({
    logLevel: deps.logLevel,
    trustedProxies: deps.trustedProxies ?? ["loopback"],
    ...(deps.bodyLimitMs !== undefined && { bodyLimitMs: deps.bodyLimitMs }),
    https: deps.https,
    frames: originsOf(deps.outside?.contactFormUrl),
    connectTo: [
      ...originsOf(deps.outside?.flagsmith?.apiUrl),
      ...originsOf(deps.outside?.sentryDsn),
    ],
    recorded: deps.outside?.sentryDsn !== undefined,
    reporting: deps.reporting ?? noReporting,
    onAway: (error) => outage.note(error),
  });
  keepRefusals(app, createRefusalLog(db));
  const drain = deps.drain ?? createDrain();
  drain.watch(app);
  if (!deps.jobsOnly) await openApi(app, version);
  healthRoutes(app, async () => {
    drain.demandReady();
    await demandDatabase(db);
    if (!outage.isFull) return;
    await demandRoom(db, deps.files);
    outage.isFull = false;
  });

  metricsRoutes(app, deps.metricsPlace ?? app, db, deps.pool);

  if (deps.jobsOnly) {
    await serveWeb(app, undefined);
    return app;
  }

  const limits = createLimits(db, { ...defaultLimits, ...deps.limits });
  const registrations = createRegistrations(db, deps.publicUrl, limits);
  const settings = createSettings(db, deps.reservationMinutes, deps.adminsNeedSecondFactor);
  const factors = createSecondFactors(
    db,
    deps.publicUrl,
    limits,
    async () => (await settings.current()).access.adminsNeedSecondFactor,
  );
  const accounts = createAccounts(
    db,
    createTokens(deps.jwtSecret),
    limits,
    registrations.renewLink,
    factors,
    deps.demonstrationAccounts ?? false,
  );
  const passwords = createPasswords(db, deps.publicUrl, limits, accounts.forgetCallersOf);
  const enterExport = createExportGate(async () => (await settings.current()).ceilings);
  const serve = createServe(app, {
    authenticate: accounts.authenticate,
    beginExport: async (actor, list, filter) => {
      const end = await enterExport(actor.userId!);
      const thing = { type: "list", id: list };
      try {
        await noteAudit(db, actor, { action: "list.export", thing, after: { filter } });
        return end;
      } catch (error) {
        end();
        throw error;
      }
    },
    countUpload: ({ userId, ip }) => limits.count("upload", { account: String(userId), ip }),
  });
  const desk = openDrawingDesk({ mayWait: picturesInTurn });
  app.addHook("onClose", () => desk.stop());
  const carts = createCartService(db, settings);
  const ownTerms = deps.webFolder && path.join(deps.webFolder, "legal/sales-terms.pdf");
  const salesTerms = createSalesTerms(db, deps.files, ownTerms);

  const flags = createFlags(db);
  flagServiceRoutes(app, flags);
  flagRoutes(serve, flags);
  clientRoutes(serve, db, settings, deps.outside ?? {});
  settingsRoutes(
    serve,
    db,
    deps.files,
    createManagedSettings(db, deps.files, settings, desk),
    passwords.confirm,
  );
  accountRoutes(serve, accounts, registrations, passwords);
  secondFactorRoutes(serve, factors, accounts.forgetCallersOf);
  sessionRoutes(serve, createSessions(db, accounts.forgetCallersOf));
  avatarRoutes(serve, accounts, createAvatars(db, deps.files, desk));
  peopleRoutes(serve, db, createPeople(db, deps.publicUrl, accounts.forgetCallersOf));
  partnerRoutes(serve, db, createPartners(db), deps.publicUrl);
  catalogueRoutes(serve, db);
  managedProjectRoutes(serve, db, createManagedProjects(db, deps.files), createManagedVintages(db));
  mediaRoutes(
    serve,
    db,
    deps.files,
    createManagedImages(db, deps.files, desk),
    createManagedDocuments(db, deps.files),
  );
  const entries = createDirectory(db);
  for (const list of ["auditors", "developers", "registries", "projectTypes"] as const) {
    directoryRoutes(serve, db, entries, list);
  }
  importRoutes(serve, db, createImportRuns(db, deps.files));
  reportRoutes(serve, db, deps.files);
  managedReportRoutes(serve, db, deps.files, createManagedReports(db, deps.files));
  companyRoutes(serve, db);
  mailRoutes(serve, db, deps.files, deps.mailsLeave ?? false);
  notificationRoutes(serve, db);
  orderRoutes(serve, db);
  orderFileRoutes(serve, db, deps.files);
  managedOrderRoutes(serve, db, createOrderLife(db, settings, deps.publicUrl));
  portfolioRoutes(serve, db);
  retirementRoutes(serve, db, deps.files, createRetirements(db, deps.publicUrl));
  certificateRoutes(serve, db, {
    issuer: async () => (await settings.current()).seller.name,
    countMiss: (ip) => limits.count("certificate", { account: undefined, ip }),
  });
  cartRoutes(serve, carts, createCheckout(db, carts, deps.publicUrl, salesTerms));
  supportRoutes(serve, db, createSupport(db, deps.publicUrl, limits));

  const privacy = createPrivacy(db, deps.files, accounts.forgetCallersOf);
  privacyRoutes(serve, privacy, passwords.confirm);
  auditRoutes(serve, db);
  dashboardRoutes(serve, db);

  await serveWeb(app, deps.webFolder);
  return app;
}

/** Notes every call that is refused, and what was only counted from time to time and when the server stops. */
function keepRefusals(app: FastifyInstance, refusals: RefusalLog): void {
  watchRefused(app, refusals.note);
  const flush = () =>
    refusals.flush().catch((error: unknown) => {
      app.log.error({ err: error }, "refusals could not be noted");
    });
  const timer = setInterval(() => void flush(), refusalsEveryMs).unref();
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await flush();
  });
}
