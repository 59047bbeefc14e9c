import { createHmac, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { advisoryLocks } from "./advisoryLocks.ts";
import { createOnce } from "./createOnce.ts";
import type { Bucket } from "./files.ts";
import { StartupError } from "./startup.ts";

const shared = {
  secret: {
    lock: advisoryLocks.secret,
    refusal:
      "Another server uses this database with a different JWT_SECRET: give all of them the same one, or stop the others.",
  },
  files: {
    lock: advisoryLocks.files,
    refusal:
      "Another server uses this database with a different file store: give all of them the same bucket or the same shared folder, or stop the others.",
  },
};

/** What all servers on one database must have in common, as strings to compare. */
export type Common = Record<keyof typeof shared, string>;

/** Returns a hash that the database may show without revealing the secret. */
export function secretFingerprint(jwtSecret: string): string {
  return createHmac("sha256", jwtSecret).update("tonneline servers").digest("hex");
}

/** Identifies a file store: a bucket by its address, a folder by an id stored in it, since its path may differ. */
export async function storeFingerprint(store: Bucket | string): Promise<string> {
  if (typeof store !== "string") return `${store.endpoint} ${store.bucket}`;
  const file = path.join(store, ".store");
  try {
    await createOnce(file, randomUUID());
    return await readFile(file, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new StartupError(
      `The folder ${store} cannot be written (${code}): set DATA_DIR to another.`,
      { cause: error },
    );
  }
}

/**
 * Registers this server's configuration in the database, as locks of a session that ends with the process in any case. Throws
 * StartupError if a running server has another configuration.
 */
export async function joinServers(
  databaseUrl: string,
  common: Common,
  onError: (error: unknown) => void,
): Promise<{ leave(): Promise<void> }> {
  let left = false;
  const open = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: "tonneline",
      connectionTimeoutMillis: 10_000,
    });
    client.on("error", () => {});
    try {
      await client.connect();
      await join(client, common);
      client.once("end", () => void again());
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  };
  // After the connection was lost: the locks went with the session.
  const again = async () => {
    while (!left) {
      try {
        session = await open();
        if (left) await session.end();
        return;
      } catch (error) {
        if (error instanceof StartupError) onError(error);
        await sleep(1000);
      }
    }
  };
  let session = await open();
  return {
    async leave() {
      left = true;
      await session.end().catch(() => {});
    },
  };
}

async function join(client: pg.Client, common: Common): Promise<void> {
  // A machine that disappears without closing its connection is dropped within half a minute.
  await client.query(
    "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set idle_session_timeout = 0",
  );
  // Serialized: of two servers that start together and differ, the second one sees the first.
  await client.query("begin");
  await client.query("select pg_advisory_xact_lock($1)", [advisoryLocks.joining]);
  for (const [what, { lock, refusal }] of Object.entries(shared)) {
    const print = common[what as keyof Common];
    const { rows } = await client.query(
      `select from pg_locks where locktype = 'advisory' and classid = $1 and objsubid = 2
         and database = (select oid from pg_database where datname = current_database())
         and objid::bigint <> hashtext($2)::bigint & 4294967295 limit 1`,
      [lock, print],
    );
    if (rows.length > 0) throw new StartupError(refusal);
    await client.query("select pg_advisory_lock_shared($1, hashtext($2))", [lock, print]);
  }
  await client.query("commit");
}
