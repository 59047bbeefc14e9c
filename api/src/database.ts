import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Config } from "./config.ts";
import { startPostgres } from "./core/postgres/postgres.ts";
import { StartupError } from "./core/startup.ts";
import { trustAdvice } from "./core/trust.ts";

export interface OpenDatabase {
  url: string;
  /** Only this product uses it: demonstration data may be loaded. */
  embedded: boolean;
  stop(): Promise<void>;
}

const minVersion = 150_000;

/**
 * Opens the configured PostgreSQL, or the embedded one in the data folder, which is kept running: `onLost` is called when that
 * is not possible any more. Throws StartupError if there is no usable database.
 */
export async function openDatabase(
  config: Config,
  onLost?: (error: StartupError) => void,
): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    await check(config.databaseUrl, config.dbWaitSeconds);
    return { url: config.databaseUrl, embedded: false, stop: async () => {} };
  }
  const dataDir = path.join(config.dataDir, "postgres");
  const server = await startPostgres({
    dataDir,
    log: console.error,
    ...(onLost && { onLost }),
  }).catch(async (error: unknown) => {
    if (!/ (in|not )compatible with /.test((error as Error).message)) throw error;
    const major = (await readFile(path.join(dataDir, "PG_VERSION"), "utf8")).trim();
    throw new StartupError(
      `${dataDir} was made by PostgreSQL ${major}, which another version of Tonneline brings: run npm run backup with that version, and npm run restore with this one into a new DATA_DIR.`,
      { cause: error },
    );
  });
  try {
    await createDatabase(server.url());
    return { url: server.url("tonneline"), embedded: true, stop: server.stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

const createHint =
  "make one with create database … encoding 'UTF8' locale_provider libc locale 'C.UTF-8' template template0.";
const readOnly = "25006";
// Not listening yet, name not resolvable yet, starting up, all connections taken at the moment, or a standby that is about to
// be promoted.
const transientCodes = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "ENOENT",
  "57P03",
  "53300",
  readOnly,
]);
const retryMs = 500;

/** Retries for `waitSeconds` while the database may still become available. */
async function check(url: string, waitSeconds: number): Promise<void> {
  const deadline = performance.now() + waitSeconds * 1000;
  for (let isLogged = false; ; isLogged = true) {
    try {
      await checkOnce(url);
      return;
    } catch (error) {
      const { code = "" } = ((error as Error).cause ?? {}) as { code?: string };
      if (!transientCodes.has(code) || performance.now() >= deadline) throw error;
      if (!isLogged) console.error(`Waiting for the database of DATABASE_URL (${code}) …`);
      await sleep(retryMs);
    }
  }
}

async function checkOnce(url: string): Promise<void> {
  const clients: pg.Client[] = [];
  try {
    const client = await connected(url, clients);
    const { rows } = await client.query<ServerFacts>(
      `select current_setting('server_version_num')::integer as version,
        current_setting('server_encoding') as encoding, current_database() as name,
        current_setting('transaction_read_only')::boolean as "isReadOnly"`,
    );
    const { version, encoding, name, ...state } = rows[0]!;
    if (version < minVersion) {
      throw new StartupError("DATABASE_URL names a PostgreSQL older than 15: please upgrade it.");
    }
    if (encoding !== "UTF8") {
      throw new StartupError(
        `The database ${name} of DATABASE_URL is encoded in ${encoding}, which cannot hold every name: ${createHint}`,
      );
    }
    const small = await lowerCaseI(client);
    if (small !== "i") {
      throw new StartupError(
        `The database ${name} of DATABASE_URL has a locale that lower-cases I to ${small} instead of i, so searches would miss names: ${createHint}`,
      );
    }
    if (state.isReadOnly) {
      throw new StartupError(
        `The database ${name} of DATABASE_URL can only be read, as a standby can: name the one that can be written.`,
        { cause: { code: readOnly } },
      );
    }
    if (await isShared(client, await connected(url, clients))) {
      throw new StartupError(
        "DATABASE_URL names a pooler whose clients share connections, which loses their locks: name PostgreSQL itself, or set the pooler to pool sessions (in PgBouncer pool_mode = session).",
      );
    }
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const { message, code } = error as Error & { code?: string };
    const why = /client password must be a string/.test(message)
      ? "it asks for a password, and DATABASE_URL has none"
      : trustAdvice(message) || code;
    throw new StartupError(`The database of DATABASE_URL cannot be reached: ${why}.`, {
      cause: error,
    });
  } finally {
    for (const client of clients) await client.end().catch(() => {});
  }
}

interface ServerFacts {
  version: number;
  encoding: string;
  name: string;
  isReadOnly: boolean;
}

/** Connects another client and adds it to `clients`, which the caller must end. */
async function connected(url: string, clients: pg.Client[]): Promise<pg.Client> {
  // Reads the certificate files that the URL names.
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  });
  client.on("error", () => {});
  clients.push(client);
  await client.connect();
  return client;
}

/** Returns the lower case of I, which differs in Turkish. Not Ä: the locale C, usual in containers, leaves it as is. */
async function lowerCaseI(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ small: string }>("select lower('I') as small");
  return rows[0]!.small;
}

/** Returns whether another client's transaction takes over the server process that has just served this client. */
async function isShared(client: pg.Client, other: pg.Client): Promise<boolean> {
  const process = async (session: pg.Client) => {
    const { rows } = await session.query<{ id: number }>("select pg_backend_pid() as id");
    return rows[0]!.id;
  };
  const before = await process(client);
  await other.query("begin");
  return (await process(other)) === before || (await process(client)) !== before;
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("create database tonneline");
  } catch (error) {
    // 42P04: it exists; 23505: another server is creating it at this moment.
    if (!["42P04", "23505"].includes((error as { code?: string }).code ?? "")) throw error;
  } finally {
    await client.end();
  }
}
