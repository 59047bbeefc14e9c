import { listProjects, type Facets } from "@tonneline/contract/catalogue";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { aProject } from "../../../test/builders/project.ts";
import { inTransaction, openDb, openPool } from "../../core/db.ts";
import { foundProjects } from "./answers.ts";
import { changesSince, markOf, pruneChanges } from "./feed.sql.ts";
import { refreshListings } from "./listings.service.ts";
import { createLiveCatalogue } from "./live.service.ts";
import { patience } from "../../../test/patience.ts";

let t: TestApp;
let other: TestApp;
let buyer: TestCaller;
let last: { id: number; vintageId: number };
beforeAll(async () => {
  t = await testApp();
  other = await testApp({ databaseUrl: t.databaseUrl });
  buyer = await t.aUser();
  last = await aProject(t.db, { developer: "Pwani Trust", vintages: [{ credits: 3 }] });
  await aProject(t.db, { developer: "Pwani Trust" });
});
afterAll(async () => {
  await other.close();
  await t.close();
});

const facets = async (app = t) => (await app.call(buyer, "GET", "/projects/facets")).body as Facets;
const soldOut = async (app = t) =>
  (await facets(app)).statuses.find(({ id }) => id === "SOLD_OUT")?.count ?? 0;
const setCredits = (credits: number) =>
  t.call(buyer, "POST", "/me/cart/vintages", { vintageId: last.vintageId, credits });

describe("A server's own change shows in its next answer:", () => {
  test("the last tonne into a cart and back", async () => {
    expect(await soldOut()).toBe(0);
    await setCredits(3);
    expect(await soldOut()).toBe(1);
    await setCredits(2);
    expect(await soldOut()).toBe(0);
  });

  test("a new name, a new project and one that is deleted", async () => {
    const admin = await t.aUser("Admin");
    const { content } = (await t.call(admin, "GET", "/management/developers?q=pwani")).body;
    const [{ id: developerId, version }] = content;
    const change = { name: "Pwani Blue Trust", version };
    const renamed = await t.call(admin, "PATCH", `/management/developers/${developerId}`, change);
    expect(renamed.status).toBe(200);
    expect((await facets()).developers).toMatchObject([{ name: "Pwani Blue Trust", count: 2 }]);
    const { id } = await aProject(t.db, {
      developer: "Another",
      vintages: [],
      status: "COMING_SOON",
    });
    expect((await facets()).developers).toHaveLength(2);
    expect((await t.call(admin, "DELETE", `/management/projects/${id}`)).status).toBe(204);
    expect((await facets()).developers).toHaveLength(1);
  });
});

test("another server shows it soon, without a notification", async () => {
  expect(await soldOut(other)).toBe(0);
  await setCredits(3);
  await vi.waitFor(async () => expect(await soldOut(other)).toBe(1), patience);
  await setCredits(2);
  await vi.waitFor(async () => expect(await soldOut(other)).toBe(0), patience);
});

test("a rolled-back change does not affect the answer", async () => {
  const before = await facets();
  const taken = inTransaction(t.db, async (tx) => {
    await sql`update projects set name = 'Nobody', continent = 'Asia'`.execute(tx);
    await refreshListings(tx, [last.id]);
    throw new Error("never mind");
  });
  await expect(taken).rejects.toThrow("never mind");
  expect(await facets()).toEqual(before);
});

test("results read piece by piece are those of the moment when the reading began", async () => {
  const { id } = await aProject(t.db, { developer: "Pwani Trust" });
  const catalogue = createLiveCatalogue(t.db);
  const index = await catalogue.current();
  const found = foundProjects(index, listProjects.query.parse({}));
  const first = found.next().value!;
  await inTransaction(t.db, async (tx) => {
    await sql`update projects set hidden = true where id = ${id}`.execute(tx);
    await refreshListings(tx, [id]);
  });
  expect((await catalogue.current()).slotOf.has(id)).toBe(false);
  const ids = [first, ...found].map((project) => project.id);
  expect(ids).toHaveLength(3);
  expect(ids).toContain(id);
});

test("a server is not ready until its catalogue is built, and then reports its age", async () => {
  const third = await testApp({ databaseUrl: t.databaseUrl });
  const ready = () => third.app.inject({ url: "/health/ready" });
  await inTransaction(t.db, async (tx) => {
    await sql`lock table country_names`.execute(tx);
    expect((await ready()).statusCode).toBe(503);
  });
  await vi.waitFor(async () => expect((await ready()).statusCode).toBe(200), patience);
  const { catalogue } = (await ready()).json();
  expect(catalogue).toEqual({ ageMs: expect.any(Number), projects: 2 });
  expect(catalogue.ageMs).toBeLessThan(30_000);
  const metrics = (await third.app.inject({ url: "/metrics" })).body;
  expect(metrics).toMatch(/^catalogue_projects 2$/m);
  expect(metrics).toMatch(/^catalogue_age_seconds [\d.]+/m);
  expect(metrics).toMatch(/^catalogue_build_seconds [\d.]+/m);
  await third.close();
});

describe("A reader", () => {
  const farAhead = "1000000000000";
  const nameOf = async (reader: ReturnType<typeof createLiveCatalogue>, id: number) => {
    const { listings, slotOf } = await reader.current();
    return listings[slotOf.get(id)!]?.nameKey;
  };
  const rename = async (id: number, name: string) =>
    inTransaction(t.db, async (tx) => {
      await tx.updateTable("projects").set({ name }).where("id", "=", id).execute();
      await refreshListings(tx, [id]);
    });

  test("misses nothing of a transaction that outlasts others which began later", async () => {
    const reader = createLiveCatalogue(t.db, { oldestMs: 0 });
    const [slow, fast] = [await aProject(t.db, { name: "Slow" }), await aProject(t.db)];
    expect(await nameOf(reader, slow.id)).toBe("slow");
    const client = new pg.Client({ connectionString: t.databaseUrl });
    await client.connect();
    await client.query("begin");
    await client.query("update projects set name = 'Slow but sure' where id = $1", [slow.id]);
    await client.query("insert into catalogue_changes (project_id) values ($1)", [slow.id]);
    for (const name of ["First", "Second", "Third"]) {
      await rename(fast.id, name);
      expect(await nameOf(reader, fast.id)).toBe(name.toLowerCase());
      expect(await nameOf(reader, slow.id)).toBe("slow");
    }
    await client.query("commit");
    await client.end();
    expect(await nameOf(reader, slow.id)).toBe("slow but sure");
  });

  test("misses nothing while its connections are cut", async () => {
    const cut = openDb(openPool(t.databaseUrl, 2, () => {}));
    const reader = createLiveCatalogue(cut, { oldestMs: 0 });
    const { id } = await aProject(t.db, { name: "Before" });
    expect(await nameOf(reader, id)).toBe("before");
    await rename(id, "Meanwhile");
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(cut);
    await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(t.db);
    await vi.waitFor(async () => expect(await nameOf(reader, id)).toBe("meanwhile"), patience);
    await cut.destroy();
  });

  test("continues after one pruning of what all have read, and rebuilds after missing two", async () => {
    const reader = createLiveCatalogue(t.db, { oldestMs: 0 });
    const { id } = await aProject(t.db, { name: "One" });
    const first = await reader.current();
    await inTransaction(t.db, pruneChanges);
    expect(await reader.current()).toBe(first);
    await rename(id, "Two");
    // This reader has not read the change yet: one pruning leaves it.
    await inTransaction(t.db, pruneChanges);
    expect(await reader.current()).toBe(first);
    expect(await nameOf(reader, id)).toBe("two");
    await rename(id, "Three");
    await inTransaction(t.db, pruneChanges);
    // Open transactions in any database of this server hold back the pruning of later changes.
    const prunedAll = async () => {
      await inTransaction(t.db, pruneChanges);
      const { rows } = await sql`select from catalogue_changes`.execute(t.db);
      expect(rows).toEqual([]);
    };
    await vi.waitFor(prunedAll, patience);
    expect(await nameOf(reader, id)).toBe("three");
    expect(await reader.current()).not.toBe(first);
  });

  test("rebuilds after its database was replaced by another", async () => {
    const reader = createLiveCatalogue(t.db, { oldestMs: 0 });
    const { id } = await aProject(t.db, { name: "Old house" });
    const first = await reader.current();
    await sql`alter table catalogue_changes rename to from_elsewhere`.execute(t.db);
    await sql`create table catalogue_changes (like from_elsewhere including all)`.execute(t.db);
    await sql`update projects set name = 'New house' where id = ${id}`.execute(t.db);
    expect(await nameOf(reader, id)).toBe("new house");
    expect(await reader.current()).not.toBe(first);
    await sql`drop table from_elsewhere`.execute(t.db);
  });

  test("rebuilds after a crash took back transaction ids that it had seen", async () => {
    const mark = await inTransaction(t.db, markOf);
    expect((await changesSince(t.db, mark)).isLost).toBe(false);
    const ahead = { ...mark, snapshot: `${farAhead}:${farAhead}:` };
    expect((await changesSince(t.db, ahead)).isLost).toBe(true);
  });

  test("is not disturbed by transaction ids that came with a copy of another database", async () => {
    const reader = createLiveCatalogue(t.db, { oldestMs: 0 });
    const first = await reader.current();
    await sql`insert into catalogue_changes (xid, project_id) values (${farAhead}, ${last.id})`.execute(
      t.db,
    );
    await sql`update catalogue_horizon set pruned_below = ${farAhead}`.execute(t.db);
    expect(await reader.current()).toBe(first);
    await inTransaction(t.db, pruneChanges);
    const left = await t.db.selectFrom("catalogue_changes").select("xid").execute();
    expect(left.map(({ xid }) => xid)).not.toContain(farAhead);
    const horizon = t.db.selectFrom("catalogue_horizon").select("pruned_below");
    expect((await horizon.executeTakeFirstOrThrow()).pruned_below).not.toBe(farAhead);
  });

  test("rereads all projects after a change of all at once", async () => {
    const reader = createLiveCatalogue(t.db, { oldestMs: 0 });
    const { id } = await aProject(t.db, { name: "Of many" });
    expect(await nameOf(reader, id)).toBe("of many");
    await inTransaction(t.db, async (tx) => {
      await sql`update projects set name = name || ' more'`.execute(tx);
      await refreshListings(tx, null);
    });
    expect(await nameOf(reader, id)).toBe("of many more");
  });
});

test("A reader applies all simultaneous changes, however many", async () => {
  const reader = createLiveCatalogue(t.db, { oldestMs: 0 });
  await reader.current();
  const ids = await inTransaction(t.db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into projects (name, registry_id, developer_id, project_type_id, status)
      select 'Of many', registry_id, developer_id, project_type_id, 'COMING_SOON'
        from projects, generate_series(1, 600) where id = ${last.id} returning id`.execute(tx);
    const made = rows.map(({ id }) => id);
    await refreshListings(tx, made);
    return made;
  });
  const { slotOf } = await reader.current();
  expect(ids.filter((id) => !slotOf.has(id))).toEqual([]);
});
