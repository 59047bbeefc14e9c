import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { migrate } from "../src/core/migrate.ts";
import { openDb, openPool, type Db } from "../src/core/db.ts";
import { brokenLinks, chainHead } from "../src/features/audit/audit.sql.ts";
import { differences, movementCount } from "../src/features/ledger/ledger.sql.ts";
import { testApp } from "./app.ts";
import { aPaidOrder } from "./builders/order.ts";
import { aProject } from "./builders/project.ts";
import { testDatabase } from "./database.ts";
import { installations, startServer } from "./servers.ts";

describe.each(installations())("$version", ({ programs }) => {
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    server = await startServer(programs);
  });
  afterAll(() => server.stop());

  test("takes the schema, and a purchase from the list to the proof of its books", async () => {
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

test("Every major from 15 on is tried", () => {
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

  // Newer minors refuse to alter a table while a function depends on its row.
  test("takes no table's row and is kept as text", async () => {
    const { rows } = await sql`
      select p.oid::regprocedure::text as function from pg_proc p
      where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        and (p.prosqlbody is not null or exists (
          select from pg_type t where t.oid = any(p.proargtypes) and t.typtype = 'c'))`.execute(db);
    expect(rows).toEqual([]);
  });
});
