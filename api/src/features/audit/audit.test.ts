import { dayIn, defaultTimeZone } from "@tonneline/contract/days";
import { sql } from "kysely";
import type { AuditEntry } from "@tonneline/contract/audit";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { commandLine, recordAudit } from "../../core/audit.ts";
import { createAccount } from "../accounts/accounts.service.ts";
import { auditJobs } from "./audit.jobs.ts";
import { brokenLinks, checkpointMismatch, chainHead } from "./audit.sql.ts";

let server: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  server = await testApp();
  admin = await server.aUser("Admin");
});
afterAll(() => server.close());

const operator = () => ({ userId: admin.userId, username: "ola@market.example", ip: "192.0.2.7" });

test("an entry says who, from where, and what differs between before and after", async () => {
  await recordAudit(server.db, operator(), {
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
  for (const q of ["ola@market", "192.0.2.7", "project 7", "7 mangroves ola"]) {
    const found = await server.call(admin, "GET", `/management/audit?q=${q}`);
    expect(found.body.content, q).toMatchObject([{ thingName: "Mangroves" }]);
  }
});

test("the log can be filtered by every action in it, whatever its name", async () => {
  for (const action of ["secondFactor.enable", "bank-account.change"] as const)
    await recordAudit(server.db, operator(), { action });
  const { body } = await server.call(admin, "GET", "/management/audit");
  expect(body.actions).toEqual(
    expect.arrayContaining(["bank-account.change", "project.change", "secondFactor.enable"]),
  );
  for (const action of body.actions) {
    const narrowed = await server.call(admin, "GET", `/management/audit?action=${action}`);
    expect(narrowed.status, action).toBe(200);
    expect(new Set(narrowed.body.content.map((each: AuditEntry) => each.action))).toEqual(
      new Set([action]),
    );
  }
});

test("a failed login is recorded with the attempted name and the reason", async () => {
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

test("the log is exported as CSV, which is itself recorded, and no cell is a formula", async () => {
  await recordAudit(server.db, { ...operator(), username: "=1+1" }, { action: "flag.change" });
  const response = await server.app.inject({
    url: "/api/v1/management/audit?action=flag.change",
    headers: { authorization: `Bearer ${admin.authToken}`, accept: "text/csv" },
  });

  expect(response.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(response.headers["content-disposition"]).toMatch(/audit-\d{4}-\d\d-\d\d\.csv/);
  const lines = response.body.split("\r\n");
  expect(lines[0]).toBe("\uFEFFEntry,Time (UTC),Who,IP address,Action,Thing,Id,Name,Before,After");
  expect(lines[1]).toMatch(/,'=1\+1,192\.0\.2\.7,flag\.change,/);

  const { body } = await server.call(admin, "GET", "/management/audit?action=list.export");
  expect(body.content[0]).toMatchObject({ actorId: admin.userId, thingId: "/management/audit" });
});

test("for the search of an export the log records that there was one, but not its words", async () => {
  await server.app.inject({
    url: "/api/v1/management/audit?q=anna.lind&action=flag.change",
    headers: { authorization: `Bearer ${admin.authToken}`, accept: "text/csv" },
  });
  const { body } = await server.call(admin, "GET", "/management/audit?action=list.export");
  expect(body.content[0].after.filter).toMatchObject({ q: "…", action: ["flag.change"] });
  expect(JSON.stringify(body.content[0])).not.toContain("anna");
});

test("a role without the permission cannot read the log", async () => {
  const buyer = await server.aUser("User");
  expect((await server.call(buyer, "GET", "/management/audit")).body.code).toBe("FORBIDDEN");
});

describe("the chain", () => {
  /** Returns the mismatches found after tampering with the log by this statement, which is rolled back. */
  async function breaksOf(statement: string): Promise<string[]> {
    const undo = new Error("undo");
    let found: string[] = [];
    const run = server.db.transaction().execute(async (tx) => {
      await sql.raw("set local session_replication_role = replica").execute(tx);
      await sql.raw(statement).execute(tx);
      found = (await brokenLinks(tx)).map(({ what }) => what);
      throw undo;
    });
    await expect(run).rejects.toBe(undo);
    return found;
  }

  test("fifty entries at once form one chain, and a rolled-back one leaves no gap", async () => {
    const before = await chainHead(server.db);
    await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const work = server.db.transaction().execute(async (tx) => {
          await recordAudit(tx, operator(), { action: "race.run", after: { n } });
          if (n % 10 === 0) throw new Error("rolled back");
        });
        await work.catch((error: Error) => expect(error.message).toBe("rolled back"));
      }),
    );
    expect((await chainHead(server.db)).position).toBe(before.position + 45);
    expect(await brokenLinks(server.db)).toEqual([]);
  });

  test("a slow action does not block others from being recorded", async () => {
    await server.db.transaction().execute(async (slow) => {
      await recordAudit(slow, operator(), { action: "race.run" });
      await server.db.transaction().execute(async (quick) => {
        await sql`set local lock_timeout = '2 s'`.execute(quick);
        await recordAudit(quick, operator(), { action: "race.run" });
      });
    });
    expect(await brokenLinks(server.db)).toEqual([]);
  });

  test("the database refuses to change, delete or truncate the log", async () => {
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
    [
      "an end before the last entry",
      "update audit_head set (position, hash) = (select position, hash from audit_chain where position = 2)",
      "the end of the chain was taken off",
    ],
    [
      "a gap among positions, whose hashes were all made anew",
      `update audit_chain set position = position + 1000000 where position > 2;
       update audit_head set position = position + 1000000`,
      "entries before it were taken out",
    ],
    [
      "an end that nobody keeps any more",
      "delete from audit_head",
      "the end of the chain was taken off",
    ],
    [
      "an end with another hash",
      "update audit_head set hash = sha256('x')",
      "the end of the chain was taken off",
    ],
    [
      "an entry that was changed where nothing says how the chain begins",
      "delete from audit_start; update audit_entries set actor = 'x' where id = (select min(id) from audit_entries)",
      "the entry or one before it is not as it was written",
    ],
    [
      "a chain whose beginning nobody keeps any more",
      "delete from audit_start",
      "the beginning of the chain was taken off",
    ],
    [
      "a cut beginning that no entry speaks of",
      `update audit_start set (position, hash) = (select position, hash from audit_chain where position = 2);
       delete from audit_entries where id in (select entry_id from audit_chain where position <= 2);
       delete from audit_chain where position <= 2`,
      "no entry says that those up to here were forgotten",
    ],
    [
      "a log that was emptied",
      `update audit_start set (position, hash) = (select position, hash from audit_head);
       delete from audit_entries; delete from audit_chain`,
      "no entry says that those up to here were forgotten",
    ],
  ])("finds %s", async (_, statement, expected) => {
    expect(await breaksOf(statement)).toContain(expected);
    expect(await brokenLinks(server.db)).toEqual([]);
  });

  test.each([
    "at = at + interval '1 microsecond'",
    "actor_id = null",
    "ip = '192.0.2.8'",
    "action = 'project.delete'",
    "thing_type = 'report'",
    "thing_id = '8'",
    "thing_name = 'Peatland'",
    "before = '{}'",
    "after = '{}'",
  ])("finds an entry with another %s", async (change) => {
    const entry = "(select min(id) from audit_entries where action = 'project.change')";
    expect(await breaksOf(`update audit_entries set ${change} where id = ${entry}`)).toContain(
      "the entry or one before it is not as it was written",
    );
  });
});

describe("a checkpoint that was stored elsewhere", () => {
  async function expectBroken(
    statements: string[],
    checkpoint: { position: number; hash: string },
  ) {
    const undo = new Error("undo");
    let logged: string | undefined;
    const run = server.db.transaction().execute(async (tx) => {
      await sql.raw("set local session_replication_role = replica").execute(tx);
      for (const statement of statements) await sql.raw(statement).execute(tx);
      // The chain alone looks intact, as the attacker fixed up its head.
      expect(await brokenLinks(tx)).toEqual([]);
      logged = await checkpointMismatch(tx, checkpoint);
      throw undo;
    });
    await expect(run).rejects.toBe(undo);
    return logged;
  }

  test("reveals a truncated end, which the chain alone does not", async () => {
    const early = await chainHead(server.db);
    for (const n of [1, 2, 3])
      await recordAudit(server.db, operator(), { action: "tail.grow", after: { n } });
    const checkpoint = await chainHead(server.db);
    const cut = [
      "delete from audit_entries where id in (select entry_id from audit_chain order by position desc limit 2)",
      "delete from audit_chain where position > (select max(position) - 2 from audit_chain)",
      "update audit_head set (position, hash) = (select position, hash from audit_chain order by position desc limit 1)",
    ];

    expect(await expectBroken(cut, checkpoint)).toBe(
      `the log ends at ${checkpoint.position - 2}, but had ${checkpoint.position} entries at the checkpoint: its end was cut off`,
    );
    expect(await expectBroken(cut, early)).toBeUndefined();
    expect(await checkpointMismatch(server.db, checkpoint)).toBeUndefined();
    await recordAudit(server.db, operator(), { action: "tail.grow" });
    expect(await checkpointMismatch(server.db, checkpoint)).toBeUndefined();
    expect(await checkpointMismatch(server.db, { ...checkpoint, hash: early.hash })).toContain(
      "is not what it was",
    );
    const beyond = { position: checkpoint.position + 2, hash: checkpoint.hash };
    expect(await checkpointMismatch(server.db, beyond)).toContain("was cut off");
  });

  test("is written to the output and mailed to every Admin each day", async () => {
    const logged = vi.spyOn(console, "log").mockImplementation(() => {});
    const { userId } = await server.aUser("Admin");
    await sql`update users set blocked = true, username = 'gone@market.example' where id = ${userId}`.execute(
      server.db,
    );
    const { position, hash } = await chainHead(server.db);
    await auditJobs(server.db)["audit.checkpoint"]!({});

    expect(logged.mock.calls.flat().join("\n")).toContain(`${position}:${hash}`);
    logged.mockRestore();
    const mail = await server.mailTo("person-1@company.example");
    expect(mail.subject).toBe("Checkpoint of the audit log");
    expect(mail.text_body).toContain(`npm run audit:verify -- --expect ${position}:${hash}`);
    const { rows } = await sql`select recipient from mails where subject = ${mail.subject}`.execute(
      server.db,
    );
    expect(rows).toEqual([{ recipient: "person-1@company.example" }]);
  });
});

test("logins, ends of sessions, stolen tokens and new passwords are recorded", async () => {
  const username = "ida@brennvik.example";
  const password = "granite lantern at noon";
  const names = { firstName: "Ida", lastName: "Berg", roleName: "User" };
  await createAccount(server.db, { username, password, ...names, demonstration: false });
  const post = (path: string, body: object, authToken?: string) =>
    server.call(authToken ? { userId: 0, authToken } : undefined, "POST", path, body);
  const login = async (with_ = password) =>
    (await post("/auth/login", { username, password: with_ })).body;

  const first = await login();
  await post("/auth/logout", { refreshToken: first.refreshToken });
  await post("/auth/logout", { refreshToken: first.refreshToken });
  const second = await login();
  await post("/auth/refresh", { refreshToken: second.refreshToken });
  await sql`update sessions set rotated_at = now() - interval '1 minute'`.execute(server.db);
  await post("/auth/refresh", { refreshToken: second.refreshToken });
  const third = await login();
  const next = "harbour lights at dusk";
  const changed = { currentPassword: password, password: next };
  expect((await post("/me/password", changed, third.authToken)).status).toBe(204);

  const { body } = await server.call(admin, "GET", `/management/audit?q=${username}&sort=at,asc`);
  const kept = body.content.map((each: AuditEntry) => [each.action, each.actor, each.ip]);
  expect(kept).toEqual(
    [
      "login.succeed",
      "session.end",
      "login.succeed",
      "session.stolen",
      "login.succeed",
      "password.change",
    ].map((action) => [action, username, "127.0.0.1"]),
  );
});

test.each(["asc", "desc"])("entries without an address come last, %s", async (way) => {
  await recordAudit(server.db, commandLine, {
    action: "project.change",
    thing: { type: "project", id: 8 },
  });
  const { body } = await server.call(admin, "GET", `/management/audit?sort=ip,${way}`);
  const addresses = body.content.map(({ ip }: AuditEntry) => ip);
  expect(addresses[0]).not.toBe("");
  expect(addresses.at(-1)).toBe("");
});

test("the log of one thing has only its entries, also within days, and things sort by their number", async () => {
  const thing = (id: number | string, type = "report") => ({ type, id });
  for (const each of [thing(10), thing(9), thing("1234567890123"), thing(9, "flag")])
    await recordAudit(server.db, operator(), { action: "thing.change", thing: each });
  const found = async (query: string) => {
    const { body } = await server.call(admin, "GET", `/management/audit?${query}`);
    return body.content.map(({ thingType, thingId }: AuditEntry) => `${thingType} ${thingId}`);
  };
  expect(await found("thingType=report&thingId=9")).toEqual(["report 9"]);
  const inOrder = ["report 9", "report 10", "report 1234567890123"];
  expect(await found("thingType=report&sort=thing,asc")).toEqual(inOrder);
  const today = dayIn(defaultTimeZone, new Date());
  const of = "thingType=report&sort=thing,asc";
  expect(await found(`${of}&from=${today}&to=${today}`)).toEqual(inOrder);
  expect(await found(`${of}&from=2999-01-01`)).toEqual([]);
  expect(await found(`${of}&to=2020-01-01`)).toEqual([]);
});
