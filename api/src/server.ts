import path from "node:path";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { buildApp } from "./app.ts";
import { jwtSecret, type Config } from "./config.ts";
import { openDb, openPool, timeLimits, type Db } from "./core/db.ts";
import { createImageWorker } from "./core/drawing.ts";
import { bucketStore, fileJobs, folderStore, type FileStore } from "./core/files.ts";
import { mergeHandlers, startWorker } from "./core/jobs.ts";
import { mailCrons, mailJobs } from "./core/mailDelivery.ts";
import { createDrain } from "./core/http/draining.ts";
import { metricsServer } from "./core/http/metrics.ts";
import { apiBase } from "./core/http/serve.ts";
import { migrate } from "./core/migrate.ts";
import { forLog, createOutage, isUnavailable, type Outage } from "./core/outage.ts";
import { followReplica } from "./core/replica.ts";
import { startReporting, type Reporting } from "./core/reporting.ts";
import { joinServers, secretFingerprint, storeFingerprint } from "./core/servers.ts";
import { version } from "./core/version.ts";
import { features, type JobBase } from "./features.ts";
import { demonstrationAccounts } from "./features/accounts/demonstration.service.ts";
import { loadDemoCatalogue } from "./features/demo/demo.service.ts";
import { environmentOf } from "./features/settings/client.rules.ts";
import { sampleWarnings } from "./features/settings/samples.service.ts";
import { createSettings } from "./features/settings/settings.service.ts";
import { watchLoad } from "./core/load.ts";
import { StartupError } from "./core/startup.ts";
import { atMost } from "./core/stopping.ts";
import { openDatabase } from "./database.ts";
import { createDemoAccounts } from "./demo.ts";
import { checkPeers } from "./peers.ts";

// Requests and jobs have separate connections: a burst of requests must not starve the jobs.
const requestConnections = 20;
const jobConnections = 14;
// A new connection plans every statement again, some of them six times: the first requests after a quiet minute must not wait.
const minIdle = 4;
// A check of the replica ends the connection of a previous one that got no response.
const checkConnections = 2;
// A stop takes less than ten seconds: requests have up to seven, jobs six at the same time, and the database the rest.
const jobsLimitMs = 6000;
const stepLimitMs = 1500;
// Mails have separate workers: a hanging mail server must not delay invoices and carts.
const concurrency = { jobs: 4, mails: 2 };

export interface RunningServer {
  address: string;
  /** Usernames of the demonstration accounts that have not been ended. */
  demonstrationAccounts: string[];
  /** Sample data that invoices would show because no operator has entered the real data; none outside production mode. */
  warnings: string[];
  /**
   * Stops everything in reverse order: requests in flight are answered, running jobs finish or are released, the embedded
   * database is last. With `hurry` it only waits for the database.
   */
  stop(hurry?: AbortSignal): Promise<void>;
}

/** Starts, in order: checks of external services, database, schema, jobs, HTTP. Throws StartupError with one clear sentence. */
export async function startServer(
  config: Config,
  onLost?: (error: StartupError) => void,
): Promise<RunningServer> {
  await checkPeers(config, console.warn);
  const database = await openDatabase(config, onLost);
  const stops: ((hurry: AbortSignal) => Promise<unknown>)[] = [() => database.stop()];
  let stopping = false;
  const stop = async (hurry = new AbortController().signal) => {
    stopping = true;
    // In reverse order of the start; a failure to stop one part must not keep the others running.
    for (const each of stops.splice(0).reverse()) await each(hurry).catch(console.error);
  };
  try {
    await migrate(database.url);
    const load = watchLoad();
    stops.push(async () => load.stop());
    const reporting = await reportingOf(config);
    stops.push(reporting.stop);
    const outage = createOutage(console.error, reporting.report);
    const report = reportTo(outage, reporting, () => stopping);
    const pool = openPool(database.url, requestConnections, report, timeLimits.requests, minIdle);
    const db = openDb(pool);
    stops.push((hurry) => atMost(stepLimitMs, db.destroy(), hurry));
    const replica = replicaOf(config, db, pool);
    if (replica) stops.push((hurry) => atMost(stepLimitMs, replica.stop(), hurry));
    const filesFolder = path.join(config.dataDir, "files");
    const files = config.s3 ? await bucketStore(config.s3) : folderStore(filesFolder);
    const secret = await jwtSecret(config);
    const common = await fingerprintsOf(config, secret, filesFolder);
    const servers = await joinServers(database.url, common, report);
    stops.push((hurry) => atMost(stepLimitMs, servers.leave(), hurry));
    if (config.demonstrationAccounts) await createDemoAccounts(db);
    if (database.embedded && !config.production) await loadDemoCatalogue(db, files);
    const demonstration = await demonstrationAccounts(db);
    const warnings = config.production ? await sampleWarnings(db) : [];

    const jobPool = openPool(database.url, jobConnections, report, timeLimits.jobs);
    stops.push((hurry) => atMost(stepLimitMs, jobPool.end(), hurry));
    const jobs =
      config.role === "web"
        ? undefined
        : await startJobs(config, openDb(jobPool), jobPool, files, report);
    if (jobs) stops.push(jobs.stop);

    const drain = createDrain();
    const metricsApp = config.metricsPort === undefined ? undefined : metricsServer();
    const app = await buildApp({
      ...appSettings(config),
      db,
      pool,
      ...(replica && { replica }),
      jwtSecret: secret,
      files,
      ...(metricsApp && { metricsApp }),
      reporting,
      outage,
      drain,
    });
    stops.push(async (hurry) => {
      const jobsEnd = jobs?.stop(hurry);
      await drain.end(hurry);
      await Promise.all([app.close(), metricsApp?.close()]);
      await jobsEnd;
    });
    await listen(app, "PORT", config.port, config.host);
    if (metricsApp) {
      await listen(metricsApp, "METRICS_PORT", config.metricsPort!, config.host);
    }
    return {
      address: config.publicUrl,
      demonstrationAccounts: demonstration.map(({ username }) => username),
      warnings,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Reads use as many connections as on the database. A server that only runs jobs shows no lists. */
function replicaOf(config: Config, db: Db, primary: pg.Pool) {
  if (!config.databaseReplicaUrl || config.role === "worker") return undefined;
  const open = (connections: number) => openPool(config.databaseReplicaUrl!, connections, () => {});
  return followReplica(db, {
    primary,
    checkPool: open(checkConnections),
    openReads: () => open(requestConnections),
    log: console.error,
  });
}

function reportingOf(config: Config): Promise<Reporting> {
  return startReporting({
    dsn: config.sentryDsn,
    release: version,
    tracedBase: `${apiBase}/`,
    environmentOf: (host) => environmentOf(host, config),
    ownHost: new URL(config.publicUrl).host,
  });
}

/** Reports errors outside of requests: outages as their few lines, any other error each time. */
function reportTo(outage: Outage, reporting: Reporting, isStopping: () => boolean) {
  return (error: unknown): void => {
    // During a stop, connections that end with the database are expected.
    if (isStopping()) return;
    if (isUnavailable(error)) return outage.note(error);
    console.error(forLog(error));
    reporting.report(error);
  };
}

/** Returns what all servers on one database must have in common. */
async function fingerprintsOf(config: Config, secret: string, filesFolder: string) {
  return {
    secret: secretFingerprint(secret),
    files: await storeFingerprint(config.s3 ?? filesFolder),
  };
}

/** Returns the app's options from the configuration. */
function appSettings(config: Config) {
  return {
    publicUrl: config.publicUrl,
    logLevel: config.logLevel,
    trustedProxies: config.trustedProxies,
    https: config.publicUrl.startsWith("https:"),
    reservationMinutes: config.reservationMinutes,
    adminsNeedSecondFactor: config.production,
    outside: config,
    demonstrationAccounts: config.demonstrationAccounts,
    sendsMails: config.smtpUrl !== undefined,
    jobsOnly: config.role === "worker",
    webFolder: path.resolve(import.meta.dirname, "../../web/dist"),
  };
}

async function listen(
  app: FastifyInstance,
  setting: "PORT" | "METRICS_PORT",
  port: number,
  host: string,
): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${port} is in use: stop the other program, or set ${setting} to another number.`,
      EACCES: `Port ${port} may not be used by this account: set ${setting} to a number above 1023.`,
      EADDRNOTAVAIL: `HOST ${host} is not an address of this machine; for example HOST=0.0.0.0`,
      ENOTFOUND: `HOST ${host} is not an address of this machine; for example HOST=0.0.0.0`,
    };
    throw new StartupError(reasons[code ?? ""] ?? `Cannot listen on ${host}:${port}: ${code}.`, {
      cause: error,
    });
  }
}

async function startJobs(
  config: Config,
  db: Db,
  pool: pg.Pool,
  files: FileStore,
  report: (error: unknown) => void,
) {
  const base: JobBase = {
    db,
    files,
    publicUrl: config.publicUrl,
    settings: createSettings(db, config.reservationMinutes),
    // Separate from the requests' worker: a project's photos must not delay portraits.
    imageWorker: createImageWorker({ maxQueued: concurrency.jobs }),
    report,
    ...(config.bankFolder !== undefined && { bankFolder: config.bankFolder }),
  };
  const mail = {
    smtpUrl: config.smtpUrl,
    requireTls: config.mailTls,
    from: config.mailFrom,
    folder: path.join(config.dataDir, "mails"),
    publicUrl: config.publicUrl,
  };
  const worker = await startWorker(
    pool,
    mergeHandlers(fileJobs(files), ...features.map(({ jobs }) => jobs?.(base) ?? {})),
    features.flatMap(({ crons }) => crons ?? []),
    concurrency.jobs,
    report,
  );
  const background = features.flatMap((feature) => feature.background?.(base) ?? []);
  const mails = mailJobs(db, files, mail, report, console.error);
  const mailer = await startWorker(pool, mails, mailCrons, concurrency.mails, report);
  let end: Promise<unknown> | undefined;
  return {
    /** Jobs that do not finish in time are released after this process has ended, as after a kill. */
    async stop(hurry: AbortSignal): Promise<void> {
      end ??= Promise.all([...background, worker, mailer].map((each) => each.stop())).then(() =>
        base.imageWorker.stop(),
      );
      await atMost(jobsLimitMs, end, hurry);
    },
  };
}
