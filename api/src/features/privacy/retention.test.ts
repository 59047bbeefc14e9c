import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { inTransaction } from "../../core/db.ts";
import { pruneOldEntries } from "../audit/audit.service.ts";
import { brokenLinks, checkpointMismatch, deleteOldEntries } from "../audit/audit.sql.ts";
import { pruneOldNotifications } from "../notifications/notifications.service.ts";
import { createSettings } from "../settings/settings.service.ts";
import { privacyJobs } from "./privacy.jobs.ts";

let t: TestApp;
let admin: TestUser;
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
  await sql`insert into notifications (user_id, code, facts, occured_at)
    values (${admin.userId}, 'user.password.changed', ${JSON.stringify({ name })}, ${at})`.execute(
    t.db,
  );
  const email = `${name}@mail.example`.toLowerCase();
  await sql`insert into company_invitations (company_id, email, role, token_hash, invited_by, expires_at)
    values (${admin.companyId}, ${email}, 'BUYER', ${Buffer.from(name)}, ${admin.userId}, ${at})`.execute(
    t.db,
  );
  await t.call(undefined, "POST", "/auth/register", {
    username: email,
    password: "harbour lights at dusk",
    firstName: "Old",
    lastName: "Son",
  });
  await sql`with registered as (update users set registered_at = ${at} where username = ${email} returning id)
    update account_tokens set expires_at = ${at} from registered where user_id = registered.id`.execute(
    t.db,
  );
  await sql`insert into support_requests (first_name, last_name, email, topic, message, status, done_at, done_by)
    values ('Old', 'Son', ${email}, ${name}, 'Old', 'DONE', ${at}, ${admin.userId})`.execute(t.db);
}

const fields = [
  "mailDays",
  "sessionDays",
  "attemptDays",
  "answerDays",
  "notificationDays",
  "registrationDays",
  "requestDays",
];
const each = (days: number) => Object.fromEntries(fields.map((field) => [field, days]));
const kinds = [
  "answer",
  "attempt",
  "invitation",
  "mail",
  "notification",
  "registration",
  "request",
  "run",
  "session",
];

async function leftOf(name: string): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select 'mail' as what from mails where recipient = ${`${name}@mail.example`} and subject = 'Old'
    union all select 'session' from sessions where ended_reason = ${name}
    union all select 'attempt' from attempts where key = ${Buffer.from(name)}
    union all select 'run' from bulk_runs where actor = ${name}
    union all select 'notification' from notifications where facts ->> 'name' = ${name}
    union all select 'invitation' from company_invitations where email = lower(${`${name}@mail.example`})
    union all select 'registration' from users where username = lower(${`${name}@mail.example`})
    union all select 'request' from support_requests where topic = ${name}
    union all select 'answer' from idempotency_keys where key = ${name} order by 1`.execute(t.db);
  return rows.map(({ what }) => what);
}

describe("data that has served its purpose", () => {
  test("is kept for as many days as configured, to the hour, and no longer", async () => {
    await keepFor(each(10));
    await leave("younger", 9, 23);
    await leave("older", 10, 1);
    await tidy();
    expect(await leftOf("younger")).toEqual(kinds);
    expect(await leftOf("older")).toEqual([]);
  });

  test("is deleted kind by kind, each after its own number of days", async () => {
    for (const [field, what] of [
      ["mailDays", ["mail"]],
      ["sessionDays", ["session"]],
      ["attemptDays", ["attempt"]],
      ["answerDays", ["answer", "run"]],
      ["notificationDays", ["notification"]],
      ["registrationDays", ["invitation", "registration"]],
      ["requestDays", ["request"]],
    ] as const) {
      await keepFor({ ...each(99), [field]: 5 });
      await leave(field, 6, 0);
      await tidy();
      const gone = new Set<string>(what);
      expect(await leftOf(field)).toEqual(kinds.filter((kind) => !gone.has(kind)));
    }
  });

  test("does not include a mail that is still waiting, or a session that is open", async () => {
    await keepFor({ mailDays: 1, sessionDays: 1 });
    await sql`insert into sessions (user_id, browser, created_at, expires_at)
      values (${admin.userId}, 'Open', ${ago(80, 0)}, now() + interval '1 day')`.execute(t.db);
    await sql`insert into mails (recipient, subject, text_body, html_body, permission, created_at)
      values ('waiting@mail.example', 'Old', 'Old', 'Old', 'users:read', ${ago(400, 0)})`.execute(
      t.db,
    );
    await tidy();
    expect(await leftOf("waiting")).toEqual(["mail"]);
    const sessions = t.db.selectFrom("sessions").select("id").where("browser", "=", "Open");
    expect(await sessions.execute()).toHaveLength(1);
  });

  test("does not include a request that is not done, or an invitation that was accepted", async () => {
    await keepFor({ requestDays: 1, registrationDays: 1 });
    await sql`insert into support_requests (first_name, last_name, email, topic, message, created_at)
      values ('Old', 'Son', 'open@mail.example', 'open', 'Old', ${ago(400, 0)})`.execute(t.db);
    await sql`insert into company_invitations (company_id, email, role, token_hash, invited_by, expires_at, accepted_at)
      values (${admin.companyId}, 'open@mail.example', 'BUYER', 'open', ${admin.userId}, ${ago(400, 0)}, ${ago(401, 0)})`.execute(
      t.db,
    );
    await tidy();
    expect(await leftOf("open")).toEqual(["invitation", "request"]);
  });

  test("includes the messages and mails of a request", async () => {
    await keepFor({ requestDays: 5 });
    await leave("answered", 6, 0);
    await sql`insert into support_messages (request_id, text)
      select id, 'More' from support_requests where topic = 'answered'`.execute(t.db);
    await sql`insert into mails (recipient, subject, text_body, html_body, permission, about)
      select 'other@mail.example', 'Old', 'Old', 'Old', 'users:read', 'supportRequest/' || id
      from support_requests where topic = 'answered'`.execute(t.db);
    await tidy();
    const mails = t.db.selectFrom("mails").where("recipient", "=", "other@mail.example");
    expect(await mails.selectAll().execute()).toEqual([]);
    expect(await t.db.selectFrom("support_messages").selectAll().execute()).toEqual([]);
  });
});

describe("old notifications", () => {
  // Of the tests above, some were inserted before older ones.
  beforeAll(async () => void (await t.db.deleteFrom("notifications").execute()));

  const add = (days: number, count: number) =>
    sql`insert into notifications (user_id, code, occured_at, read_at)
      select ${admin.userId}, 'test.batch', ${ago(days, 0)}, case when n % 2 = 0 then now() end
      from generate_series(1, ${count}) n`.execute(t.db);
  const left = async () =>
    (await t.db.selectFrom("notifications").select("id").where("code", "=", "test.batch").execute())
      .length;

  test("are deleted in batches, all of them, read or not", async () => {
    await add(20, 25);
    await add(1, 3);
    await pruneOldNotifications(t.db, 10, 4);
    expect(await left()).toBe(3);
  });

  test("are deleted once by two servers, and not while their owner marks them", async () => {
    await add(20, 25);
    const { id } = await t.db
      .selectFrom("notifications")
      .select((eb) => eb.fn.min("id").as("id"))
      .where("occured_at", "<", sql<Date>`now() - interval '10 days'`)
      .executeTakeFirstOrThrow();
    await inTransaction(t.db, async (tx) => {
      await sql`update notifications set read_at = now() where id = ${id}`.execute(tx);
      await Promise.all([1, 2].map(() => pruneOldNotifications(t.db, 10, 1000)));
    });
    expect(await left()).toBe(4);
    await pruneOldNotifications(t.db, 10);
    expect(await left()).toBe(3);
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

  test("loses none in the transaction that deleted the oldest ones", async () => {
    const both = inTransaction(own.db, async (tx) => {
      expect(await deleteOldEntries(tx, 39)).toMatchObject({ entries: 1 });
      await sql`delete from audit_entries`.execute(tx);
    });
    await expect(both).rejects.toThrow("append-only");
  });

  test("still verifies after entries were deleted a second time", async () => {
    await pruneOldEntries(own.db, 39);
    expect(await entries()).toEqual(["audit.forget", "60", "audit.forget"]);
    expect(await brokenLinks(own.db)).toEqual([]);
  });

  test("keeps its newest entry, however old", async () => {
    await pruneOldEntries(own.db, 0);
    expect(await entries()).toEqual(["audit.forget", "audit.forget"]);
    expect(await brokenLinks(own.db)).toEqual([]);
  });
});
