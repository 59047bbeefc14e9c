import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createOnce } from "./core/createOnce.ts";
import { StartupError } from "./core/startup.ts";
import { readSettings } from "./settings.mjs";

const minSecretLength = 32;

export interface Config {
  port: number;
  host: string;
  /** Addresses and networks whose X-Forwarded headers are trusted. */
  trustedProxies: readonly string[];
  /** A separate port for the metrics. */
  metricsPort?: number;
  dataDir: string;
  databaseUrl?: string;
  /** A streaming replica of the database, which is read while it is up to date. */
  databaseReplicaUrl?: string;
  /** How long a start waits for a database that is not reachable yet, in seconds. */
  dbWaitSeconds: number;
  /** What this server does: answer requests, run jobs, or both. */
  role: "all" | "web" | "worker";
  publicUrl: string;
  productionHost?: string;
  testHost?: string;
  jwtSecret?: string;
  smtpUrl?: string;
  /** Mails are sent over TLS or not at all: in production mode, unless the mail server is this machine. */
  mailTls: boolean;
  mailFrom: string;
  s3?: {
    endpoint: string;
    region: string;
    bucket: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  flagsmith?: { apiUrl: string; environmentKey: string };
  sentryDsn?: string;
  contactFormUrl?: string;
  meetingUrl?: string;
  viesUrl?: string;
  /** The folder in which the bank's files arrive. */
  bankFolder?: string;
  reservationMinutes: number;
  logLevel: string;
  production: boolean;
  /** Creates and admits demonstration accounts: not in production or with DATABASE_URL, locally unless NODE_ENV is set. */
  demonstrationAccounts: boolean;
}

/** Reads the environment. Throws StartupError with one line for each bad variable: its name, the problem, an example. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const { values, problems } = readSettings(env);
  if (problems.length > 0) throw new StartupError(problems.join("\n"));

  const host = /^(0\.0\.0\.0|::)$/.test(values.HOST) ? "127.0.0.1" : values.HOST;
  // An IPv6 zone id, which is only valid on this machine, must not appear in links.
  const shownHost = host.includes(":") ? `[${host.replace(/%.*/, "")}]` : host;
  const publicUrl = (values.PUBLIC_URL ?? `http://${shownHost}:${values.PORT}`).replace(/\/+$/, "");
  return {
    port: values.PORT,
    host: values.HOST,
    trustedProxies: values.TRUSTED_PROXIES,
    metricsPort: values.METRICS_PORT,
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    dbWaitSeconds: values.DB_WAIT,
    role: values.ROLE,
    publicUrl,
    productionHost: values.PRODUCTION_HOST,
    testHost: values.TEST_HOST,
    jwtSecret: values.JWT_SECRET,
    smtpUrl: values.SMTP_URL === "inbox" ? undefined : values.SMTP_URL,
    mailTls: values.NODE_ENV === "production" && !isLocal(values.SMTP_URL),
    mailFrom: values.MAIL_FROM,
    ...(values.S3_ENDPOINT && {
      s3: {
        endpoint: values.S3_ENDPOINT,
        region: values.S3_REGION!,
        bucket: values.S3_BUCKET!,
        accessKeyId: values.S3_ACCESS_KEY_ID!,
        secretAccessKey: values.S3_SECRET_ACCESS_KEY!,
      },
    }),
    ...(values.FLAGSMITH_API_URL && {
      flagsmith: {
        apiUrl: values.FLAGSMITH_API_URL,
        environmentKey: values.FLAGSMITH_ENVIRONMENT_KEY!,
      },
    }),
    sentryDsn: values.SENTRY_DSN,
    contactFormUrl: values.CONTACT_FORM_URL,
    meetingUrl: values.MEETING_URL,
    viesUrl: values.VIES_URL,
    ...(values.BANK_FOLDER !== undefined && { bankFolder: path.resolve(values.BANK_FOLDER) }),
    reservationMinutes: values.RESERVATION_MINUTES,
    logLevel: values.LOG_LEVEL,
    production: values.NODE_ENV === "production",
    demonstrationAccounts:
      values.NODE_ENV !== "production" &&
      !values.DATABASE_URL &&
      (isLoopback(values.HOST) || values.NODE_ENV !== undefined),
  };
}

/** Returns whether a listening address can only be reached from this machine. */
function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host);
}

/** Returns whether a URL's host is this machine. */
function isLocal(url: string | undefined): boolean {
  return isLoopback(URL.parse(url ?? "")?.hostname.replace(/^\[(.*)\]$/, "$1") ?? "");
}

const mailWarning =
  "NO MAIL LEAVES THIS SERVER: SMTP_URL names no mail server. Nobody can verify an address or get a new password; those whose role allows everything can read the links under Management, Emails.";

/** Returns warnings about settings that leave people without mails or working links; none outside production mode. */
export function warningsOf({ production, smtpUrl, publicUrl }: Config): string[] {
  if (!production) return [];
  const linkWarning = `NO LINK WORKS ELSEWHERE: those in mails and on certificates begin with ${publicUrl}. Set PUBLIC_URL to the address at which people reach this server.`;
  return [...(smtpUrl ? [] : [mailWarning]), ...(isLocal(publicUrl) ? [linkWarning] : [])];
}

/** Returns the secret that signs tokens: the configured one, or one generated once and stored in the data folder. */
export async function jwtSecret(config: Config): Promise<string> {
  if (config.jwtSecret) return config.jwtSecret;
  const file = path.join(config.dataDir, "jwt-secret");
  if (!existsSync(file)) {
    await createOnce(file, randomBytes(48).toString("base64")).catch((error: unknown) => {
      throw new StartupError(`The folder ${config.dataDir} cannot be written.`, { cause: error });
    });
  }
  const secret = (await readSecret(file)).trim();
  if (secret.length >= minSecretLength) return secret;
  throw new StartupError(`The file ${file} is damaged: remove it, and everybody logs in again.`);
}

async function readSecret(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartupError(`The file ${file} cannot be read (${code}).`, { cause: error });
  }
}
