import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { noteAudit } from "../../core/audit.ts";
import { brokenLinks, chainHead } from "./audit.sql.ts";

let server: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  server = await testApp();
  admin = await server.aUser("Admin");
});
afterAll(() => server.close());

const operator = () => ({ userId: admin.userId, username: "ola@market.example", ip: "192.0.2.7" });

test("an entry says who, from where, and what differs between before and after", async () => {
  await noteAudit(server.db, operator(), {
    action: "project.change",
    thing: { type: "project", id: 7, name: "Mangroves" },
    before: { name: "Mangroves", hidden: false },
    after: { name: "Mangroves", hidden: true },
  });

  const { status, body } = await server.call(admin, "GET", "/management/audit?q=mangroves");
  expect(status).toBe(200);
  expect(body.content).toMatchObject([
    {
      actor: "ola@market.example",
      ip: "192.0.2.7",
      action: "project.change",
      thingType: "project",
      thingId: "7",
      before: { hidden: false },
      after: { hidden: true },
    },
  ]);
  expect(body.actions).toContain("project.change");
});

test("a failed login is kept with the name that was tried and the reason", async () => {
  const credentials = { username: "who@else.example", password: "not the password" };
  await server.call(undefined, "POST", "/auth/login", credentials);

  const { body } = await server.call(admin, "GET", "/management/audit?action=login.fail");
  expect(body.content[0]).toMatchObject({
    actorId: null,
    actor: "who@else.example",
    after: { code: "INVALID_PASSWORD" },
  });
  expect(JSON.stringify(body)).not.toContain("not the password");
});

test("the log leaves as CSV, which is itself noted, and no cell is a formula", async () => {
  await noteAudit(server.db, { ...operator(), username: "=1+1" }, { action: "flag.change" });
  const answer = await server.app.inject({
    url: "/api/v1/management/audit?action=flag.change",
    headers: { authorization: `Bearer ${admin.authToken}`, accept: "text/csv" },
  });

  expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(answer.headers["content-disposition"]).toMatch(/audit-\d{4}-\d\d-\d\d\.csv/);
  const lines = answer.body.split("\r\n");
  expect(lines[0]).toBe(
    "\uFEFFEntry,Time (UTC),Who,From address,Action,Thing,Id,Name,Before,After",
  );
  expect(lines[1]).toMatch(/,'=1\+1,192\.0\.2\.7,flag\.change,/);

  const { body } = await server.call(admin, "GET", "/management/audit?action=list.export");
  expect(body.content[0]).toMatchObject({ actorId: admin.userId, thingId: "/management/audit" });
});

test("a role without the permission reads nothing", async () => {
  const buyer = await server.aUser("User");
  expect((await server.call(buyer, "GET", "/management/audit")).body.code).toBe("FORBIDDEN");
});

describe("the chain", () => {
  test("fifty entries at once stand in one line, and a rolled-back one leaves no gap", async () => {
    const before = await chainHead(server.db);
    await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const work = server.db.transaction().execute(async (tx) => {
          await noteAudit(tx, operator(), { action: "race.run", after: { n } });
          if (n % 10 === 0) throw new Error("rolled back");
        });
        await work.catch((error: Error) => expect(error.message).toBe("rolled back"));
      }),
    );
    expect((await chainHead(server.db)).position).toBe(before.position + 45);
    expect(await brokenLinks(server.db)).toEqual([]);
  });

  test("the database refuses to change, delete or empty the log", async () => {
    for (const statement of [
      "update audit_entries set actor = 'x'",
      "delete from audit_entries",
      "truncate audit_entries cascade",
      "update audit_chain set position = 99",
      "delete from audit_chain",
    ]) {
      await expect(sql.raw(statement).execute(server.db)).rejects.toThrow("append-only");
    }
  });

  test.each([
    [
      "an entry that was changed",
      "update audit_entries set actor = 'somebody' where id = (select min(id) from audit_entries)",
      "the entry or one before it is not as it was written",
    ],
    [
      "an entry that was taken out",
      "delete from audit_entries where id = (select min(id) + 1 from audit_entries)",
      "the entry is gone",
    ],
    [
      "an entry whose place in the chain was taken out",
      "delete from audit_chain where position = 3",
      "the entry is not in the chain",
    ],
    [
      "a cut end",
      "delete from audit_chain where position = (select max(position) from audit_chain)",
      "the end of the chain was taken off",
    ],
  ])("finds %s", async (_, statement, expected) => {
    const undo = new Error("undo");
    const run = server.db.transaction().execute(async (tx) => {
      await sql.raw("set local session_replication_role = replica").execute(tx);
      await sql.raw(statement).execute(tx);
      expect((await brokenLinks(tx)).map(({ what }) => what)).toContain(expected);
      throw undo;
    });
    await expect(run).rejects.toBe(undo);
    expect(await brokenLinks(server.db)).toEqual([]);
  });
});
