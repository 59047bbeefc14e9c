import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { migrate } from "../src/core/migrate.ts";
import { checkArchive } from "../src/core/backup/archive.ts";
import { backUp } from "../src/core/backup/backup.ts";
import { restore } from "../src/core/backup/restore.ts";
import { folderStore } from "../src/core/files.ts";
import { openDb, openPool, type Db } from "../src/core/db.ts";
import { brokenLinks, chainHead } from "../src/features/audit/audit.sql.ts";
import { differences, movementCount } from "../src/features/ledger/ledger.sql.ts";
import { testApp } from "./app.ts";
import { aPaidOrder } from "./builders/order.ts";
import { aProject } from "./builders/project.ts";
import { bareDatabase, testDatabase } from "./database.ts";
import { installations, startServer } from "./servers.ts";

describe.each(installations())("$version", ({ programs }) => {
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    server = await startServer(programs);
  });
  afterAll(() => server.stop());

  test("accepts the schema, and a purchase from the list to the verified ledger", async () => {
    await migrate(server.url());
    const t = await testApp({ databaseUrl: server.url() });
    try {
      const [admin, buyer] = [await t.aUser("Admin"), await t.aUser()];
      const { vintageId } = await aProject(t.db, { name: "Mangroves of Łagów" });

      const list = await t.call(buyer, "GET", "/projects?q=mangrove");
      expect(list.body.content).toMatchObject([{ name: "Mangroves of Łagów" }]);
      const order = await aPaidOrder(t, admin, buyer, vintageId, 12);
      expect(order.status).toBe("PAID");

      const found = await t.call(admin, "GET", "/management/orders?q=mangroves%20of");
      expect(found.body.content).toMatchObject([{ id: order.id, status: "PAID" }]);
      expect(await movementCount(t.db)).toBeGreaterThan(1);
      expect(await differences(t.db)).toEqual([]);
      expect((await chainHead(t.db)).position).toBeGreaterThan(1);
      expect(await brokenLinks(t.db)).toEqual([]);
    } finally {
      await t.close();
    }
  });
});

test("A backup can be moved from one major to another, and back", async () => {
  const oldest = await startServer(installations()[0]!.programs);
  const [folder, newest] = [await mkdtemp(path.join(tmpdir(), "majors-")), await bareDatabase()];
  const files = folderStore(path.join(folder, "files"));
  const move = async (databaseUrl: string, to: string, name: string) => {
    const archive = path.join(folder, name);
    await backUp({ databaseUrl, files, to: archive }, () => {});
    const manifest = await checkArchive(archive, () => {});
    await restore({ databaseUrl: to, files, from: archive, manifest }, () => {});
  };
  await migrate(oldest.url());
  const t = await testApp({ databaseUrl: oldest.url() });
  const [admin, buyer] = [await t.aUser("Admin"), await t.aUser()];
  const { vintageId } = await aProject(t.db);
  await aPaidOrder(t, admin, buyer, vintageId, 12);
  await t.close();

  await move(oldest.url(), newest.url, "up.tar.gz");
  const back = await oldest.another();
  await move(newest.url, back, "down.tar.gz");

  const again = await testApp({ databaseUrl: back });
  expect(await differences(again.db)).toEqual([]);
  expect(await brokenLinks(again.db)).toEqual([]);
  await aPaidOrder(again, admin, buyer, vintageId, 3);
  await again.close();
  await newest.drop();
  await oldest.stop();
  await rm(folder, { recursive: true });
}, 180_000);

test("Every major from 15 on is tested", () => {
  const majors = installations().map(({ version }) => Number(/ (\d+)\./.exec(version)?.[1]));
  expect(majors).toEqual(expect.arrayContaining([15, 16, 17, 18]));
});

describe("a function of ours", () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let db: Db;
  beforeAll(async () => {
    database = await testDatabase();
    db = openDb(
      openPool(database.url, 1, (error) => {
        throw error;
      }),
    );
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  // Newer minors of PostgreSQL refuse to alter a table while a function depends on its row type.
  test("takes no table's row and is stored as text", async () => {
    const { rows } = await sql`
      select p.oid::regprocedure::text as function from pg_proc p
      where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        and (p.prosqlbody is not null or exists (
          select from pg_type t where t.oid = any(p.proargtypes) and t.typtype = 'c'))`.execute(db);
    expect(rows).toEqual([]);
  });
});
