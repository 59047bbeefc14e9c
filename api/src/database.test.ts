import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { testDatabase } from "../test/database.ts";
import { openPooler } from "../test/pooler.ts";
import { readConfig } from "./config.ts";
import { openDatabase } from "./database.ts";

test("A folder of another major of PostgreSQL is refused with a solution, and left unchanged", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "tonneline-major-"));
  const config = readConfig({ DATA_DIR: dataDir });
  await (await openDatabase(config)).stop();
  const versionFile = path.join(dataDir, "postgres/PG_VERSION");
  await writeFile(versionFile, "17\n");

  const error = await openDatabase(config).catch((caught: unknown) => caught);

  expect((error as Error).name).toBe("StartupError");
  expect((error as Error).message).toMatch(
    /^[^\n]+ was made by PostgreSQL 17, [^\n]+npm run backup with that version, and npm run restore[^\n]+$/,
  );
  await writeFile(versionFile, "18\n");
  await (await openDatabase(config)).stop();
  await rm(dataDir, { recursive: true });
});

test.each([
  ["latin", "encoding 'LATIN1' locale 'C'", "is encoded in LATIN1"],
  [
    "turkish",
    "encoding 'UTF8' locale_provider icu icu_locale 'tr' locale 'C'",
    "lower-cases I to ı instead of i",
  ],
])(
  "A database that cannot store or find every name (%s) is refused with a solution",
  async (word, locale, why) => {
    const { url, drop } = await testDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const name = `${word}_${process.pid}`;
    await client.query(`create database ${name} ${locale} template template0`);
    const other = new URL(url);
    other.pathname = `/${name}`;
    const refused = await openDatabase(readConfig({ DATABASE_URL: other.href })).catch(
      (error: Error) => error,
    );
    expect(refused).toMatchObject({
      name: "StartupError",
      message: expect.stringContaining(why),
    });
    const [, way = ""] = /make one with (.*)\.$/.exec((refused as Error).message)!;
    await client.query(`drop database ${name}`);

    // The suggested fix works.
    await client.query(way.replace("…", name));
    await openDatabase(readConfig({ DATABASE_URL: other.href }));
    await client.query(`drop database ${name}`);
    await client.end();
    await drop();
  },
);

test("A database with the locale C is accepted, which is common in containers", async () => {
  const { url, drop } = await testDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const name = `plain_${process.pid}`;
  await client.query(
    `create database ${name} encoding 'UTF8' locale_provider libc locale 'C' template template0`,
  );
  const plain = new URL(url);
  plain.pathname = `/${name}`;
  await openDatabase(readConfig({ DATABASE_URL: plain.href }));
  const inside = new pg.Client({ connectionString: plain.href });
  await inside.connect();
  await inside.query("create extension unaccent");
  const { rows } = await inside.query("select lower(unaccent('ÄÉŁ Ж')) as searched");
  expect(rows).toEqual([{ searched: "ael Ж" }]);
  await inside.end();
  await client.query(`drop database ${name}`);
  await client.end();
  await drop();
});

test("A database that is still read-only after a while is refused with a solution", async () => {
  const { url, drop } = await testDatabase();
  const standby = new URL(url);
  standby.searchParams.set("options", "-c default_transaction_read_only=on");
  const config = readConfig({ DATABASE_URL: standby.href, DB_WAIT: "1" });
  await expect(openDatabase(config)).rejects.toMatchObject({
    name: "StartupError",
    message: expect.stringMatching(/^The database test_\w+ of DATABASE_URL can only be read/),
  });
  await drop();
});

test("A database whose connections are all taken is waited for", async () => {
  const { url, drop } = await testDatabase();
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const role = `waits_${process.pid}`;
  await admin.query(`create role ${role} login connection limit 0`);
  const full = new URL(url);
  full.username = role;
  const settings = (DB_WAIT: string) => readConfig({ DATABASE_URL: full.href, DB_WAIT });
  await expect(openDatabase(settings("0"))).rejects.toThrow(
    /^The database of DATABASE_URL cannot be reached: too many connections/,
  );

  const opened = openDatabase(settings("20"));
  await sleep(300);
  await admin.query(`alter role ${role} connection limit 2`);

  await (await opened).stop();
  await admin.query(`drop role ${role}`);
  await admin.end();
  await drop();
});

test("A pooler that shares connections between its clients is refused with a solution", async () => {
  const { url, drop } = await testDatabase();
  const pooler = await openPooler(url);
  const config = readConfig({ DATABASE_URL: pooler.url });
  await expect(openDatabase(config)).rejects.toMatchObject({
    name: "StartupError",
    message: expect.stringMatching(/^DATABASE_URL names a pooler .*pool_mode = session/),
  });
  await pooler.close();
  await drop();
});

test("A required password that DATABASE_URL lacks is reported in a sentence", async () => {
  // Asks for SCRAM-SHA-256, as PostgreSQL does by default.
  const asks = ["R\0\0\0\x17\0\0\0\x0aSCRAM-SHA-256\0\0", "R\0\0\0\x09\0\0\0\x0bx"];
  const server = createServer((socket) => {
    let heard = 0;
    socket.on("data", () => socket.write(asks[heard++] ?? ""));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const config = readConfig({ DATABASE_URL: `postgresql://market@127.0.0.1:${port}/market` });
  await expect(openDatabase(config)).rejects.toMatchObject({
    name: "StartupError",
    message:
      "The database of DATABASE_URL cannot be reached: it asks for a password, and DATABASE_URL has none.",
  });
  server.close();
});

test("A certificate of DATABASE_URL that does not exist is reported in a sentence", async () => {
  const DATABASE_URL = "postgresql://127.0.0.1:1/market?sslrootcert=/not/there.pem";
  const opened = openDatabase(readConfig({ DATABASE_URL, DB_WAIT: "0" }));
  await expect(opened).rejects.toMatchObject({
    name: "StartupError",
    message: expect.stringMatching(/^The database of DATABASE_URL cannot be .*not\/there\.pem/),
  });
});
