import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import pg from "pg";
import S3rver from "s3rver";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { aPaidOrder, anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { bareDatabase, type TestDatabase } from "../../../test/database.ts";
import { freePort } from "../../../test/freePort.ts";
import { brokenLinks } from "../../features/audit/audit.sql.ts";
import { invoiceJobs } from "../../features/invoices/invoices.jobs.ts";
import { differences } from "../../features/ledger/ledger.sql.ts";
import { bucketStore, folderStore, type FileStore } from "../files.ts";
import { migrate } from "../migrate.ts";
import { isUnavailable } from "../outage.ts";
import { endRestore } from "../schemaFiles.ts";
import { checkArchive } from "./archive.ts";
import { backUp } from "./backup.ts";
import { restore } from "./restore.ts";
import { sequencesOf, tablesOf } from "./tables.ts";

// Each restore first creates the whole schema.
vi.setConfig({ testTimeout: 180_000 });

let t: TestApp;
let admin: TestCaller;
let buyer: TestCaller;
let vintageId: number;
let folder: string;
let archive: string;
/** The market's contents when the archive was made. */
let content: Awaited<ReturnType<typeof contentOf>>;
const made: TestDatabase[] = [];

const quiet = () => {};
const backUpTo = (to: string) => backUp({ databaseUrl: t.databaseUrl, files: t.files, to }, quiet);

beforeAll(async () => {
  t = await testApp();
  folder = await mkdtemp(path.join(tmpdir(), "backup-"));
  archive = path.join(folder, "market.tar.gz");
  [admin, buyer] = [await t.aUser("Admin"), await t.aUser()];
  ({ vintageId } = await aProject(t.db, {
    name: "Tab\there, \\N, a 'quote' and\na line; 北京 ☂",
    vintages: [{ credits: 100_000 }],
  }));
  await aPaidOrder(t, admin, buyer, vintageId, 12);
  await t.runJobs(invoiceJobs(t.db, t.files));
  // Its jobs are still pending: they are part of what is restored.
  await aPaidOrder(t, admin, buyer, vintageId, 7);
  await backUpTo(archive);
  content = await contentOf(t.databaseUrl);
});
afterEach(async () => {
  for (const each of made.splice(0)) await each.drop();
});
afterAll(async () => {
  await t.close();
  await rm(folder, { recursive: true });
});

async function emptyTarget() {
  const database = await bareDatabase();
  made.push(database);
  return {
    databaseUrl: database.url,
    files: folderStore(await mkdtemp(path.join(folder, "files-"))),
  };
}

async function restoreTo(
  target: { databaseUrl: string; files: FileStore },
  from = archive,
  progress: (step: string) => void = quiet,
) {
  const manifest = await checkArchive(from, quiet);
  return await restore({ ...target, from, manifest }, progress);
}

async function inDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Each table's row count and a checksum over all rows; the state of the sequences; indexes and keys. */
const contentOf = (url: string) =>
  inDatabase(url, async (client) => {
    const tables: Record<string, unknown> = {};
    for (const { schema, name } of await tablesOf(client)) {
      const { rows } = await client.query(
        `select count(*), md5(string_agg(r::text, '' order by r::text collate "C")) as sum from "${schema}"."${name}" r`,
      );
      tables[`${schema}.${name}`] = rows[0];
    }
    const { rows: indexes } = await client.query(
      "select indexname from pg_indexes where schemaname = 'public' order by 1",
    );
    const { rows: keys } = await client.query(
      "select conrelid::regclass::text, conname from pg_constraint where contype = 'f' order by 1, 2",
    );
    return { tables, sequences: await sequencesOf(client), indexes, keys };
  });

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "no refusal",
    (error: Error) => `${error.name}: ${error.message}`,
  );

test("Everything is restored, only into an empty database and store, and work continues from there", async () => {
  const target = await emptyTarget();
  await restoreTo(target);

  expect(await contentOf(target.databaseUrl)).toEqual(content);
  expect(content.tables["graphile_worker._private_jobs"]).not.toMatchObject({ count: "0" });
  const files = await t.db.selectFrom("files").select("storage_key").execute();
  expect(files.length).toBeGreaterThan(0);
  const read = (store: FileStore, key: string) => store.read(key).then((stream) => buffer(stream));
  for (const { storage_key: key } of files) {
    expect((await read(target.files, key)).equals(await read(t.files, key))).toBe(true);
  }

  expect(await refusal(restoreTo(target))).toMatch("StartupError: The database is not empty");
  expect(await contentOf(target.databaseUrl)).toEqual(content);
  const other = { ...(await emptyTarget()), files: target.files };
  expect(await refusal(restoreTo(other))).toMatch("StartupError: The store for files is not empty");
  expect(await inDatabase(other.databaseUrl, tablesOf)).toEqual([]);
  expect(await refusal(backUp({ ...other, to: path.join(folder, "none") }, quiet))).toMatch(
    "StartupError: There is nothing here yet",
  );

  // The market continues: pending jobs run, and the next order gets the next numbers.
  const restored = await testApp({ databaseUrl: target.databaseUrl });
  try {
    const before = await restored.db.selectFrom("orders").select("id").execute();
    await restored.runJobs(invoiceJobs(restored.db, restored.files));
    const order = await aPaidOrder(restored, admin, buyer, vintageId, 5);
    expect(order.id).toBe(Math.max(...before.map(({ id }) => id)) + 1);
    expect(order.invoiceNumber).toMatch(/-000003$/);
    expect(await differences(restored.db)).toEqual([]);
    expect(await brokenLinks(restored.db)).toEqual([]);
  } finally {
    await restored.close();
  }
});

test("A backup taken while buyers are active is a consistent snapshot", async () => {
  const file = path.join(folder, "busy.tar.gz");
  let working = true;
  let orders = 0;
  const work = (async () => {
    for (; working; orders++) await anOrder(t, buyer, vintageId, 1);
  })();
  await expect.poll(() => orders).toBeGreaterThan(0);
  await backUpTo(file);
  const during = orders;
  working = false;
  await work;

  const target = await emptyTarget();
  await restoreTo(target, file);
  const restored = await testApp({ databaseUrl: target.databaseUrl });
  expect(await differences(restored.db)).toEqual([]);
  expect(await brokenLinks(restored.db)).toEqual([]);
  const kept = await restored.db.selectFrom("orders").select("id").execute();
  expect(kept.length).toBeLessThanOrEqual(during + 3);
  await restored.close();
});

test("Only the owner can read the archive, and an existing one is not overwritten", async () => {
  expect((await stat(archive)).mode & 0o777).toBe(0o600);
  expect(await refusal(backUpTo(archive))).toMatch(/^StartupError: .* already exists/);
  expect(await refusal(backUpTo(path.join(folder, "no", "folder.tar.gz")))).toMatch(
    /^StartupError: .* cannot be written \(ENOENT\)\.$/,
  );
  expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("A file removed while the backup runs is not reported as lost", async () => {
  const file = { name: "old.png", mediaType: "image/png", bytes: Buffer.from("old") };
  const fileId = await t.db.transaction().execute((tx) => t.files.keep(tx, file));
  let removed: string | undefined;
  const files: FileStore = {
    ...t.files,
    async read(key) {
      if (removed === undefined) {
        const row = t.db.selectFrom("files").select("storage_key").where("id", "=", fileId);
        removed = (await row.executeTakeFirstOrThrow()).storage_key;
        await t.db.transaction().execute((tx) => t.files.drop(tx, fileId));
        await t.files.remove(removed);
      }
      return await t.files.read(key);
    },
  };
  const to = path.join(folder, "removed.tar.gz");
  const backup = await backUp({ databaseUrl: t.databaseUrl, files, to }, quiet);
  expect(backup).toMatchObject({ lost: [], removed: [removed] });
  expect((await checkArchive(to, quiet)).lost).toEqual([removed]);
});

test("A backup that is stopped leaves nothing behind", async () => {
  const to = path.join(await mkdtemp(path.join(folder, "ended-")), "market.tar.gz");
  await inDatabase(t.databaseUrl, async (client) => {
    await client.query("begin; lock table files");
    const command = path.join(import.meta.dirname, "../../commands/backup.ts");
    const child = spawn(process.execPath, [command, "--to", to], {
      env: { ...process.env, DATABASE_URL: t.databaseUrl },
    });
    const ended = once(child, "exit");
    const partFiles = () => readdir(path.dirname(to));
    await expect.poll(partFiles, { timeout: 60_000 }).toHaveLength(1);
    child.kill("SIGTERM");
    await ended;
    expect(await partFiles()).toEqual([]);
  });
});

test("A store that is away, or rejects our key, has lost nothing: no archive is written", async () => {
  const s3 = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: path.join(folder, "s3-refusing"),
    configureBuckets: [{ name: "market", configs: [] }],
  });
  const { port } = (await s3.run()) as AddressInfo;
  const right = {
    endpoint: `http://127.0.0.1:${port}`,
    region: "eu-central-1",
    bucket: "market",
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
  };
  const to = path.join(folder, "away.tar.gz");
  for (const change of [
    { endpoint: `http://127.0.0.1:${await freePort()}` },
    { accessKeyId: "revoked" },
    { bucket: "removed" },
  ]) {
    const files = await bucketStore({ ...right, ...change });
    const made = backUp({ databaseUrl: t.databaseUrl, files, to }, quiet);
    expect(await made.then(() => "made", isUnavailable), JSON.stringify(change)).toBe(true);
    expect((await readdir(folder)).filter((name) => name.startsWith("away"))).toEqual([]);
  }
  await s3.close();
});

test("An incomplete backup is refused before anything is written", async () => {
  const bytes = await readFile(archive);
  const flipped = Buffer.from(bytes);
  flipped[Math.floor(bytes.length / 2)]! ^= 1;
  const broken: Record<string, Buffer> = {
    empty: Buffer.alloc(0),
    "something else": Buffer.from("select 1;"),
    flipped,
    "without its last byte": bytes.subarray(0, -1),
    "without its second half": bytes.subarray(0, bytes.length / 2),
    "of its first bytes": bytes.subarray(0, 100),
  };
  for (const [what, content] of Object.entries(broken)) {
    const file = path.join(folder, "broken");
    await writeFile(file, content);
    const message = await refusal(checkArchive(file, quiet));
    expect(message, what).toMatch(
      /^StartupError: [^\n]*broken is not a complete backup \([^\n]+nothing was changed\.$/,
    );
  }
  const none = path.join(folder, "none");
  expect(await refusal(checkArchive(none, quiet))).toBe(
    `StartupError: ${none} does not exist: nothing was changed.`,
  );
  expect(await refusal(checkArchive(folder, quiet))).toBe(
    `StartupError: ${folder} is a folder, not a file: nothing was changed.`,
  );
});

test("An interrupted restore prevents servers from starting and can be run again, also into a bucket", async () => {
  const s3 = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: path.join(folder, "s3"),
    configureBuckets: [{ name: "market", configs: [] }],
  });
  const { port } = (await s3.run()) as AddressInfo;
  const files = await bucketStore({
    endpoint: `http://127.0.0.1:${port}`,
    region: "eu-central-1",
    bucket: "market",
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
  });
  const target = { ...(await emptyTarget()), files };
  for (const moment of [/^table .*\.vintages$/, /^indexes/, /^file 2/]) {
    const failAt = (step: string) => {
      if (moment.test(step)) throw new Error("The power failed");
    };
    expect(await refusal(restoreTo(target, archive, failAt))).toMatch("The power failed");
    expect(await refusal(migrate(target.databaseUrl))).toMatch(
      "StartupError: A restore into this database is not finished",
    );
    expect(await refusal(backUp({ ...target, to: path.join(folder, "half") }, quiet))).toMatch(
      "StartupError: A restore into this database is not finished",
    );
  }
  expect(await files.isEmpty()).toBe(false);
  await restoreTo(target);
  expect(await migrate(target.databaseUrl)).toEqual([]);
  expect(await contentOf(target.databaseUrl)).toEqual(content);

  // Lost or modified files of the store are reported, and the rest is backed up.
  const rows = await t.db.selectFrom("files").select("storage_key").orderBy("id").execute();
  const [lost, damaged] = rows.map((row) => row.storage_key) as [string, string];
  for (const key of [lost, damaged]) await files.remove(key);
  await files.putBack(damaged, "application/pdf", Buffer.from("other bytes"));
  const second = await backUp({ ...target, to: path.join(folder, "from-s3.tar.gz") }, quiet);
  expect(second).toMatchObject({ files: rows.length - 2, lost: [lost, damaged] });
  await s3.close();
});

test("A second restore into the same database is refused until the first has finished", async () => {
  const target = await emptyTarget();
  const refusals: string[] = [];
  const files: FileStore = {
    ...target.files,
    async putBack(...file) {
      refusals.push(await refusal(restoreTo(target)));
      await target.files.putBack(...file);
    },
  };
  await restoreTo({ ...target, files });
  expect(new Set(refusals)).toEqual(
    new Set(["StartupError: Another restore into this database is running: wait for it."]),
  );
  expect(await contentOf(target.databaseUrl)).toEqual(content);
});

test("A backup of an older version is migrated to this one, that of a newer one is refused", async () => {
  const old = await emptyTarget();
  const { migrations, ...manifest } = await checkArchive(archive, quiet);
  await migrate(old.databaseUrl, { restoring: migrations.slice(0, -1) });
  await inDatabase(old.databaseUrl, async (client) => {
    await endRestore(client);
    await client.query("create table somebodys_notes as select 'by hand' as note");
  });
  const file = path.join(folder, "old.tar.gz");
  await backUp({ ...old, to: file }, quiet);

  const target = await emptyTarget();
  expect(await restoreTo(target, file)).toEqual(["public.somebodys_notes"]);
  expect(await migrate(target.databaseUrl)).toEqual([]);

  const newer = { ...manifest, migrations: [...migrations, { name: "99_next.sql", sha256: "" }] };
  const next = await emptyTarget();
  expect(await refusal(restore({ ...next, from: archive, manifest: newer }, quiet))).toMatch(
    /StartupError: This backup was made by a newer version .*99_next\.sql/,
  );
  const queued = { ...manifest, migrations, queueSchema: manifest.queueSchema + 1 };
  const last = await emptyTarget();
  expect(await refusal(restore({ ...last, from: archive, manifest: queued }, quiet))).toMatch(
    /StartupError: The backup was made by another version .*job queue/,
  );
  const whole = { ...manifest, migrations };
  const [first, ...others] = whole.tables;
  const without = { ...whole, tables: others };
  expect(await refusal(restore({ ...last, from: archive, manifest: without }, quiet))).toMatch(
    "StartupError: The backup lacks tables that its version of the schema has.",
  );
  const longer = { ...whole, tables: [{ ...first!, rows: first!.rows + 1 }, ...others] };
  expect(await refusal(restore({ ...last, from: archive, manifest: longer }, quiet))).toMatch(
    `has ${first!.rows} rows instead of ${first!.rows + 1}`,
  );
});
