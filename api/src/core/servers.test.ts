import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { joinServers, secretFingerprint, storeFingerprint } from "./servers.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const fail = (error: unknown) => {
  throw error;
};
const join = (secret: string, files = "the bucket") =>
  joinServers(database.url, { secret: secretFingerprint(secret), files }, fail);

test("Servers with the same secret and store run side by side, any other is refused", async () => {
  const servers = [await join("one"), await join("one")];
  await expect(join("two")).rejects.toThrow(
    "Another server uses this database with a different JWT_SECRET",
  );
  await expect(join("one", "a folder")).rejects.toThrow("a different file store");
  await servers[0]!.leave();
  await expect(join("two")).rejects.toThrow("a different JWT_SECRET");
  await servers[1]!.leave();
  // The only server may change both.
  await (await join("two", "a folder")).leave();
});

test("Of two servers that start together and differ, one starts", async () => {
  const outcomes = await Promise.allSettled([join("one"), join("two")]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  for (const each of outcomes) if (each.status === "fulfilled") await each.value.leave();
});

test("A server whose session was ended registers its configuration again", async () => {
  const server = await join("one");
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  const holders = async () =>
    (
      await admin.query(
        `select pid from pg_locks where classid = 1146010 and granted
           and database = (select oid from pg_database where datname = current_database())`,
      )
    ).rows;
  const [before] = await holders();
  await admin.query("select pg_terminate_backend($1)", [before.pid]);
  await expect.poll(holders).toHaveLength(1);
  await expect.poll(async () => (await holders())[0].pid).not.toBe(before.pid);
  await expect(join("two")).rejects.toThrow("a different JWT_SECRET");
  await server.leave();
  await admin.end();
});

test("A folder is the same store under every path, a bucket is identified by its address", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "store-"));
  const prints = await Promise.all([
    storeFingerprint(folder),
    storeFingerprint(`${folder}/../${path.basename(folder)}`),
  ]);
  expect(prints[0]).toBe(prints[1]);
  expect(prints[0]).toMatch(/^[0-9a-f-]{36}$/);
  await rm(folder, { recursive: true });
  expect(await storeFingerprint(folder)).not.toBe(prints[0]);
  await rm(folder, { recursive: true });
  const bucket = {
    endpoint: "https://s3.example",
    region: "x",
    bucket: "b",
    accessKeyId: "",
    secretAccessKey: "",
  };
  expect(await storeFingerprint(bucket)).toBe("https://s3.example b");
});

test("A folder that cannot be written is reported in a sentence", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "store-"));
  const file = path.join(folder, "files");
  await writeFile(file, "");
  await expect(storeFingerprint(file)).rejects.toThrow(
    `The folder ${file} cannot be written (EEXIST): set DATA_DIR to another.`,
  );
  await rm(folder, { recursive: true });
});
