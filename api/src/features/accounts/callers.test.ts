import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../../test/app.ts";
import { openDb, openPool, type Db } from "../../core/db.ts";
import { createCallers } from "./callers.service.ts";
import { openSession } from "./sessions.sql.ts";
import { createTokens } from "./tokens.ts";

let t: TestApp;
let db: Db;
beforeAll(async () => {
  t = await testApp();
  // The clock of these connections, ahead of the real one by as much as the table says.
  await sql`create schema clock`.execute(t.db);
  await sql`create table clock.ahead as select interval '1 hour' as by`.execute(t.db);
  await sql`create function clock.now() returns timestamptz stable language sql
    as 'select pg_catalog.now() + by from clock.ahead'`.execute(t.db);
  const url = new URL(t.databaseUrl);
  url.searchParams.set("options", "-c search_path=clock,pg_catalog,public");
  db = openDb(openPool(url.href, 1, (error) => expect(error).toBeUndefined()));
});
afterAll(async () => {
  await db.destroy();
  await t.close();
});

test("A session stays open when the database's clock is set back by an hour", async () => {
  const { userId } = await t.aUser();
  const tokens = createTokens("a secret that only this test knows, long enough");
  const callers = createCallers({
    db,
    tokens,
    allowsDemonstration: true,
    adminsNeedFactor: () => Promise.resolve(false),
  });
  const session = await openSession(db, userId, 86_400);
  const tokenAt = (now: Date) =>
    tokens.sign({ username: "ilse@brennvik.example" } as never, { ...session, now }).authToken;
  const before = tokenAt(session.now);
  expect((await callers.authenticate(before)).userId).toBe(userId);

  await sql`update clock.ahead set by = '0'`.execute(t.db);
  const refreshed = tokenAt(new Date(session.now.getTime() - 3_600_000));
  expect((await callers.authenticate(refreshed)).userId).toBe(userId);
  // A token that has expired is refused nevertheless.
  const expired = tokenAt(new Date(session.now.getTime() - 2 * 3_600_000));
  await expect(callers.authenticate(expired)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});
