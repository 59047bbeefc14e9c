import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { pruneOldEntries } from "../audit/audit.service.ts";
import { brokenLinks, checkpointMismatch } from "../audit/audit.sql.ts";
import { createSettings } from "../settings/settings.service.ts";
import { privacyJobs } from "./privacy.jobs.ts";

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
});
afterAll(() => t.close());

async function tidy() {
  const handlers = privacyJobs(t.db, createSettings(t.db, 30));
  await handlers["privacy.retention"]!({});
}

async function keepFor(days: Record<string, number>) {
  const { body } = await t.call(admin, "GET", "/management/settings");
  const retention = { ...body.retention, ...days };
  const saved = await t.call(admin, "PATCH", "/management/settings", { retention });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
}

const ago = (days: number, hours: number) =>
  sql<Date>`now() - make_interval(days => ${days}, hours => ${hours})`;

/**
 * Inserts a row of each kind, so many days and hours old, including a session that was ended early; `name` finds them
 * again.
 */
async function leave(name: string, days: number, hours: number): Promise<void> {
  const at = ago(days, hours);
  await sql`insert into mails (recipient, subject, text_body, html_body, permission, status, sent_at)
    values (${`${name}@mail.example`}, 'Old', 'Old', 'Old', 'users:read', 'SENT', ${at})`.execute(
    t.db,
  );
  await sql`insert into sessions (user_id, created_at, expires_at, ended_at, ended_reason)
    values (${admin.userId}, ${at}, ${at} + interval '30 days', ${at}, ${name})`.execute(t.db);
  await sql`insert into attempts (key, tries, ends_at) values (${Buffer.from(name)}, 1, ${at})`.execute(
    t.db,
  );
  await sql`insert into idempotency_keys (user_id, endpoint, key, body_sha256, answer, created_at)
    values (${admin.userId}, '/x', ${name}, 'x', '{}', ${at})`.execute(t.db);
  await sql`insert into bulk_runs (actor_id, actor, ip, decision, rows, created_at)
    values (${admin.userId}, ${name}, '', 'x', '[]', ${at})`.execute(t.db);
}

async function leftOf(name: string): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select 'mail' as what from mails where recipient = ${`${name}@mail.example`}
    union all select 'session' from sessions where ended_reason = ${name}
    union all select 'attempt' from attempts where key = ${Buffer.from(name)}
    union all select 'run' from bulk_runs where actor = ${name}
    union all select 'answer' from idempotency_keys where key = ${name} order by 1`.execute(t.db);
  return rows.map(({ what }) => what);
}

describe("data that has served its purpose", () => {
  test("is kept for as many days as configured, to the hour, and no longer", async () => {
    await keepFor({ mailDays: 10, sessionDays: 10, attemptDays: 10, answerDays: 10 });
    await leave("younger", 9, 23);
    await leave("older", 10, 1);
    await tidy();
    expect(await leftOf("younger")).toEqual(["answer", "attempt", "mail", "run", "session"]);
    expect(await leftOf("older")).toEqual([]);
  });

  test("is deleted kind by kind, each after its own number of days", async () => {
    for (const [field, what] of [
      ["mailDays", ["mail"]],
      ["sessionDays", ["session"]],
      ["attemptDays", ["attempt"]],
      ["answerDays", ["answer", "run"]],
    ] as const) {
      const all = { mailDays: 99, sessionDays: 99, attemptDays: 99, answerDays: 99 };
      await keepFor({ ...all, [field]: 5 });
      await leave(field, 6, 0);
      await tidy();
      const gone = new Set<string>(what);
      const others = ["answer", "attempt", "mail", "run", "session"].filter(
        (each) => !gone.has(each),
      );
      expect(await leftOf(field)).toEqual(others);
    }
  });

  test("does not include a mail that is still waiting", async () => {
    await keepFor({ mailDays: 1 });
    await sql`insert into mails (recipient, subject, text_body, html_body, permission, created_at)
      values ('waiting@mail.example', 'Old', 'Old', 'Old', 'users:read', ${ago(400, 0)})`.execute(
      t.db,
    );
    await tidy();
    expect(await leftOf("waiting")).toEqual(["mail"]);
  });
});

test("The retention job also deletes audit entries past their time", async () => {
  const own = await testApp();
  await sql`insert into audit_entries (at, action)
    values (${ago(9999, 0)}, 'test.old'), (now(), 'test.new')`.execute(own.db);
  await privacyJobs(own.db, createSettings(own.db, 30))["privacy.retention"]!({});
  const left = await own.db.selectFrom("audit_entries").select("action").execute();
  expect(left).toEqual([{ action: "test.new" }, { action: "audit.forget" }]);
  await own.close();
});

describe("the audit log", () => {
  let own: TestApp;
  beforeAll(async () => {
    own = await testApp();
  });
  afterAll(() => own.close());

  /** Inserts an audit entry from so many days and hours ago. */
  async function note(days: number, hours = 0): Promise<void> {
    await sql`insert into audit_entries (at, action, thing_id)
      values (${ago(days, hours)}, 'test.note', ${String(days)})`.execute(own.db);
  }
  async function entries(): Promise<string[]> {
    const { rows } = await sql<{ what: string }>`
      select coalesce(thing_id, action) as what from audit_entries order by id`.execute(own.db);
    return rows.map(({ what }) => what);
  }

  test("loses its oldest entries as configured, records that, and still verifies the rest", async () => {
    await note(50);
    await note(40, 1);
    await note(39, 23);
    const { rows: checkpoints } = await sql<{ position: number; hash: string }>`
      select position, encode(hash, 'hex') as hash from audit_chain order by position`.execute(
      own.db,
    );
    await pruneOldEntries(own.db, 40);
    expect(await entries()).toEqual(["39", "audit.forget"]);
    expect(await brokenLinks(own.db)).toEqual([]);
    for (const each of checkpoints) expect(await checkpointMismatch(own.db, each)).toBeUndefined();
    await pruneOldEntries(own.db, 40);
    expect(await entries()).toEqual(["39", "audit.forget"]);
  });

  test("loses no entry that follows a more recent one, and none in any other way", async () => {
    await note(60);
    await pruneOldEntries(own.db, 40);
    expect(await entries()).toEqual(["39", "audit.forget", "60"]);
    await expect(sql`delete from audit_entries`.execute(own.db)).rejects.toThrow("append-only");
    await expect(sql`delete from audit_chain`.execute(own.db)).rejects.toThrow("append-only");
    await expect(sql`update audit_entries set actor = 'me'`.execute(own.db)).rejects.toThrow(
      "append-only",
    );
  });
});
