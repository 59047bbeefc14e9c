import { createHash, randomUUID } from "node:crypto";
import { connect, createServer, type AddressInfo } from "node:net";
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bareDatabase, testDatabase } from "../../test/database.ts";
import { migrate } from "./migrate.ts";
import { StartupError } from "./startup.ts";

const ours = path.resolve(import.meta.dirname, "../../schema");
let database: Awaited<ReturnType<typeof testDatabase>>;
let folder: string;
let other: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(path.join(tmpdir(), "schema-"));
  await cp(ours, folder, { recursive: true });
  other = new pg.Client({ connectionString: database.url });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

const refusal = async (options: Parameters<typeof migrate>[1], url = database.url) => {
  const error = await migrate(url, options).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(StartupError);
  expect((error as Error).message).toMatch(/^[^\n]+\.$/);
  return (error as Error).message;
};
const added = (name: string, statement: string) => writeFile(path.join(folder, name), statement);

test("The newest schema is left unchanged", async () => {
  expect(await migrate(database.url)).toEqual([]);
});

test("Two servers that start together apply a new file once", async () => {
  await added("90_new.sql", "create table only_once (id integer primary key);");
  const both = await Promise.all([
    migrate(database.url, { folder }),
    migrate(database.url, { folder }),
  ]);
  expect(both.flat()).toEqual(["90_new.sql"]);
});

test("An older program refuses a newer schema in one sentence and changes nothing", async () => {
  const older = await mkdtemp(path.join(tmpdir(), "older-"));
  await cp(ours, older, { recursive: true });
  await writeFile(path.join(older, "89_own.sql"), "create table of_the_old (id integer);");
  expect(await refusal({ folder: older })).toMatch(/newer version of Tonneline .*90_new\.sql/);
  const { rows } = await other.query("select to_regclass('of_the_old') as made");
  expect(rows).toEqual([{ made: null }]);
  await rm(older, { recursive: true });
});

test("A schema made by modified files is refused in one sentence", async () => {
  const [first] = (await readdir(folder)).sort();
  await other.query("update schema_migrations set sha256 = 'another' where name = $1", [first]);
  const sentence = await refusal({ folder });
  expect(sentence).toContain(`(its ${first} differs)`);
  expect(sentence).toContain("start with an empty database");
  await other.query("update schema_migrations set sha256 = $1 where name = $2", [
    createHash("sha256")
      .update(await readFile(path.join(folder, first!)))
      .digest("hex"),
    first,
  ]);
  expect(await migrate(database.url, { folder })).toEqual([]);
});

test("A schema made by files with other names is refused in one sentence, too", async () => {
  const others = await bareDatabase();
  const early = await mkdtemp(path.join(tmpdir(), "early-"));
  await writeFile(path.join(early, "0001_accounts.sql"), "create table users (id integer);");
  await migrate(others.url, { folder: early });
  expect(await refusal({}, others.url)).toContain("(its 0001_accounts.sql differs)");
  await others.drop();
  await rm(early, { recursive: true });
});

test("Another server that takes long to change the schema ends the start with a sentence", async () => {
  await other.query("select pg_advisory_lock(1146001)");
  expect(await refusal({ folder, waitMs: 300 })).toMatch(/Another server has been changing/);
  await other.query("select pg_advisory_unlock(1146001)");
});

test("A table in use ends the start with a sentence, and the file is not applied", async () => {
  await added(
    "91_blocked.sql",
    "create table half (id integer); alter table only_once add column name text;",
  );
  await other.query("begin; select from only_once");
  expect(await refusal({ folder, waitMs: 300, tableWaitMs: 100 })).toMatch(
    /91_blocked\.sql waited 0\.3 seconds/,
  );
  const { rows } = await other.query("select to_regclass('half') as made");
  expect(rows).toEqual([{ made: null }]);
  await other.query("rollback");
  expect(await migrate(database.url, { folder })).toEqual(["91_blocked.sql"]);
});

test("A file that waits for a table lets queued queries run between its tries", async () => {
  await added("92_patient.sql", "alter table only_once add column more text;");
  await other.query("begin; select from only_once");
  const waiting = migrate(database.url, { folder, tableWaitMs: 100 });
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  // Each read queues behind the file's try for a tenth of a second at most.
  for (let reads = 0; reads < 20; reads++) await reader.query("select from only_once");
  await reader.end();
  await other.query("commit");
  expect(await waiting).toEqual(["92_patient.sql"]);
});

test.each([
  ["nothing", ""],
  ["only tables", "; grant create on schema public to"],
])("A role that may create %s gets one sentence about it", async (_, grant) => {
  const bare = await bareDatabase();
  const role = `role_${randomUUID().replaceAll("-", "")}`;
  const owner = new pg.Client({ connectionString: bare.url });
  await owner.connect();
  await owner.query(`create role ${role}${grant && `${grant} ${role}`}`);
  const message = await refusal({}, `${bare.url}&options=${encodeURIComponent(`-c role=${role}`)}`);
  expect(message).toMatch(/^The role of DATABASE_URL may not make .*permission denied/);
  await owner.query(`drop owned by ${role}; drop role ${role}`);
  await owner.end();
  await bare.drop();
});

test("A database that stops right after the migration does not end the process", async () => {
  const own = await testDatabase();
  const { searchParams, pathname, username } = new URL(own.url);
  const socket = path.join(
    searchParams.get("host")!,
    `.s.PGSQL.${searchParams.get("port") ?? 5432}`,
  );
  // As on a busy machine: the server closes a connection before reading that its client is leaving.
  let connections = 0;
  const goodbye = Buffer.from([0x58, 0, 0, 0, 4]);
  const between = createServer({ allowHalfOpen: true }, (client) => {
    // The first is the migration's own, which waits for its end.
    const isQueue = ++connections > 1;
    const server = connect(socket);
    client.on("data", (bytes) => (isQueue && bytes.equals(goodbye)) || server.write(bytes));
    server.on("data", (bytes) => client.write(bytes)).on("end", () => client.end());
    for (const each of [client, server]) each.on("error", () => {});
  });
  await new Promise<void>((resolve) => between.listen(0, "127.0.0.1", resolve));
  const { port } = between.address() as AddressInfo;
  await migrate(`postgres://${username}@127.0.0.1:${port}${pathname}`);
  const { rows } = await other.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = $1`,
    [pathname.slice(1)],
  );
  expect(rows).not.toEqual([]);
  const gone = () =>
    new Promise<number>((resolve) => between.getConnections((_, open) => resolve(open)));
  await expect.poll(gone).toBe(0);
  between.close();
  await own.drop();
});
