import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { inTransaction } from "../../core/db.ts";
import { fileJobs } from "../../core/files.ts";
import { deleteMailsWith } from "../../core/mail.ts";
import { updateAccount } from "../accounts/accounts.service.ts";
import { removeAvatar } from "../accounts/avatars.service.ts";
import { invoiceJobs } from "../invoices/invoices.jobs.ts";
import { orderJobs } from "../orders/orders.jobs.ts";

const surname = "Quistgaard-Okonjo";
const phone = "+49 40 5550 1987";
const username = "wilhelmina@nordhafen.example";
const password = "harbour lights at dusk";

let t: TestApp;
let admin: TestUser;
let owner: TestUser;
let person: TestUser;
let vintageId: number;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  owner = await t.aUser();
  ({ vintageId } = await aProject(t.db, { vintages: [{ credits: 1000 }] }));
  person = await joined();
});
afterAll(() => t.close());

/** Joins the owner's company by a mailed link. */
async function joined(): Promise<TestUser> {
  const invitation = { email: username, role: "BUYER" };
  await t.call(owner, "POST", "/me/company/invitations", invitation);
  const { text_body } = await t.mailTo(username);
  const token = new URL(/https:\S+/.exec(text_body)![0]).searchParams.get("token");
  const given = { token, password, firstName: "Wilhelmina", lastName: surname };
  await t.call(undefined, "POST", "/auth/invitations/accept", given);
  const { body } = await t.call(undefined, "POST", "/auth/login", { username, password });
  const { id } = await t.db
    .selectFrom("users")
    .select("id")
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  return { userId: id, companyId: owner.companyId, authToken: body.authToken };
}

const did = async (caller: TestUser, method: string, path: string, body?: object) => {
  const response = await t.call(caller, method, path, body);
  expect([path, response.status < 300], JSON.stringify(response.body)).toEqual([path, true]);
  return response.body;
};

async function asksColleagues(): Promise<number> {
  const cart = await did(person, "POST", "/me/cart/vintages", { vintageId, credits: 3 });
  const details = { ...invoiceDetails, invoiceEmail: username, version: cart.version };
  return (await did(person, "POST", "/me/cart/checkout", details)).approval.id;
}

/** Leaves the traces of a buyer with colleagues and operators. */
async function buys(): Promise<number> {
  await did(person, "PATCH", "/me", { phone });
  await did(owner, "PUT", "/me/company/approval-rules", [{ kind: "TONNES", over: 1 }]);
  await did(owner, "POST", `/me/approvals/${await asksColleagues()}/refuse`, {
    reason: "Too dear",
  });
  const { orderId } = await approvedRequest();
  await did(admin, "POST", `/management/orders/${orderId}/approve`, {});
  await t.runJobs({ ...orderJobs(t.db), ...invoiceJobs(t.db, t.files) });
  await did(admin, "POST", `/management/orders/${orderId}/reminders`, { level: 1 });
  await did(admin, "POST", `/management/orders/${orderId}/pay`, {
    paidAt: new Date().toISOString(),
  });
  await did(person, "POST", "/me/cart/vintages", { vintageId, credits: 2 });
  const quote = await did(person, "POST", "/me/quotes");
  const until = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await did(admin, "POST", `/management/quotes/${quote.id}/keep`, { until });
  const list = await did(person, "POST", "/me/shortlists", { name: "Board" });
  await did(person, "PUT", `/me/shortlists/${list.id}/vintages/${vintageId}`);
  await did(person, "POST", "/me/searches", { name: "Biochar", query: "q=biochar" });
  return orderId;
}

async function approvedRequest(): Promise<{ orderId: number }> {
  const id = await asksColleagues();
  const placed = await did(owner, "POST", `/me/approvals/${id}/approve`);
  return { orderId: placed.id };
}

async function asksSupport(): Promise<void> {
  const names = { firstName: "Wilhelmina", lastName: surname, email: username };
  const message = { topic: "Orders and invoices", message: `Yours, W. ${surname}` };
  // The second one has a reply address that is not the account's.
  for (const email of [username, "office@hermitage.example"]) {
    await did(person, "POST", "/support/requests", { ...names, ...message, email });
    const { content } = await did(person, "GET", "/me/support-requests");
    await did(admin, "POST", `/management/support-requests/${content[0].id}/messages`, {
      text: `Dear Ms ${surname}`,
      version: 1,
    });
  }
}

/** Leaves the traces of someone who worked as an operator for a while. */
async function operates(orderId: number): Promise<void> {
  const roleOf = (name: string) =>
    sql`update users set role_id = (select id from roles where name = ${name}) where id = ${person.userId}`.execute(
      t.db,
    );
  await roleOf("Admin");
  const { body } = await t.call(undefined, "POST", "/auth/login", { username, password });
  person.authToken = body.authToken;
  const note = { text: "Please look at this", mentions: [admin.userId] };
  await did(person, "POST", `/management/records/orders/${orderId}/notes`, note);
  await did(person, "POST", `/management/records/orders/${orderId}/visits`);
  await did(person, "POST", "/me/views", { list: "orders", name: "Mine", query: "", hidden: [] });
  await did(person, "POST", "/management/imports");
  const decisions = { decision: "approve", rows: [{ id: orderId }] };
  await did(person, "POST", "/management/orders/decisions?startsIn=60", decisions);
  await did(admin, "POST", `/management/records/users/${person.userId}/notes`, {
    text: `Ms ${surname} prefers to be called in the morning.`,
    mentions: [],
  });
  await roleOf("User");
}

/** Returns the tables and columns that contain a word. */
async function columnsContaining(word: string): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select format('%I.%I', table_schema, table_name) as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker') order by 1, 2`.execute(
    t.db,
  );
  const found = [];
  for (const { table, column } of columns) {
    const { rows } = await sql`select from ${sql.raw(table)} one
      where strpos(lower(${sql.ref(column)}::text), ${word.toLowerCase()}) > 0 limit 1`.execute(
      t.db,
    );
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

/** Columns that refer to a person by account id only; the account itself has no name any more. */
const namedByNumber = [
  "bank_entries.decided_by",
  "bank_refund_files.created_by",
  "bank_refunds.created_by",
  "bank_refunds.refused_by",
  "bank_rules.created_by",
  "bank_rules.ended_by",
  "bank_statements.created_by",
  "catalogue_imports.asked_by",
  "catalogue_imports.created_by",
  "company_targets.changed_by",
  "credit_movements.actor_id",
  "credit_movements.owner_id",
  "mail_texts.updated_by",
  "order_transitions.actor_id",
  "payments.created_by",
  "payments.undone_by",
  "quotes.kept_by",
  "refunds.actor_id",
  "reminder_stops.created_by",
  "reminders.created_by",
  "retirements.decided_by",
  "retirements.entered_by",
  "settings.updated_by",
  "support_messages.operator_id",
  "support_requests.done_by",
  "vat_checks.actor_id",
];

/** Other references to a person, and the part of their export that contains them; null for secrets and short-lived data. */
const exportedAs: Record<string, string | null> = {
  "account_tokens.user_id": null,
  "approvals.decided_by": "approvalRequests",
  "approvals.user_id": "approvalRequests",
  "audit_entries.actor_id": "auditEntries",
  "bulk_runs.actor_id": "decisions",
  "carts.user_id": "cart",
  "company_invitations.invited_by": "invitations",
  "idempotency_keys.user_id": null,
  "notifications.user_id": "notifications",
  "orders.user_id": "orders",
  "passkeys.user_id": "passkeys",
  "quotes.user_id": "quotes",
  "record_notes.author_id": "notes",
  "record_visits.user_id": null,
  "retirements.user_id": "retirements",
  "saved_searches.user_id": "savedSearches",
  "saved_views.user_id": "savedViews",
  "second_factors.user_id": null,
  "sessions.user_id": "sessions",
  "shortlist_vintages.user_id": "shortlists",
  "shortlists.user_id": "shortlists",
  "support_requests.user_id": "supportRequests",
};

test("An export has actions on the person's account, but not on other things with the same id", async () => {
  const one = await t.aUser();
  const path = `/management/users/${one.userId}`;
  const { version } = await did(admin, "GET", path);
  await did(admin, "PATCH", path, { version, phone: "+49 40 555 100" });
  await sql`insert into audit_entries (action, thing_type, thing_id)
    values ('project.change', 'project', ${String(one.userId)})`.execute(t.db);
  const { auditEntries } = await did(one, "GET", "/me/data");
  expect(auditEntries).toMatchObject([{ action: "user.change", thingType: "user" }]);
  // Together with the export.
  expect((await did(one, "GET", "/me/erasure")).kept.auditEntries).toBe(2);
});

test("Every column that refers to a person is exported, or known to be just an id", async () => {
  const { rows } = await sql<{ column: string }>`
    select c.conrelid::regclass || '.' || a.attname as column from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass and c.connamespace = 'public'::regnamespace
    order by 1`.execute(t.db);
  const known = [...namedByNumber, ...Object.keys(exportedAs)];
  expect(rows.map(({ column }) => column)).toEqual(known.toSorted());
  const data = await did(person, "GET", "/me/data");
  for (const part of Object.values(exportedAs)) if (part) expect(data).toHaveProperty(part);
});

test("An export has the invitations a person sent, and their messages from before they logged in", async () => {
  const { username: address } = await did(owner, "GET", "/me");
  const names = { firstName: "Owen", lastName: "Nord", email: address.toUpperCase() };
  const request = { ...names, topic: "General Question", message: "Before I logged in" };
  expect((await t.call(undefined, "POST", "/support/requests", request)).status).toBeLessThan(300);
  const data = await did(owner, "GET", "/me/data");
  expect(data.supportRequests).toMatchObject([{ message: "Before I logged in" }]);
  expect(data.invitations).toMatchObject([{ role: "BUYER", received: false }]);
});

test("Mails with a person's address are deleted, and those to colleagues with their name, but no others", async () => {
  const address = "ann.li@nord.example";
  const kept = [
    { recipient: "joann.li@nord.example" },
    { recipient: "ann.li@nord.examples" },
    { recipient: "annxli@nord.example" },
    { recipient: "stranger@else.example", subject: "Ask Ann Li" },
  ];
  const gone = [
    { recipient: address },
    { recipient: "stranger@else.example", reply_to: address },
    { recipient: "stranger@else.example", text_body: "Ask Ann.Li@nord.example." },
    { recipient: "colleague@nord.example", subject: "Ask Ann Li" },
  ];
  const empty = { subject: "", text_body: "", html_body: "", permission: "orders:read" };
  const rows = [...gone, ...kept].map((mail) => ({ ...empty, ...mail }));
  const inserted = await t.db.insertInto("mails").values(rows).returning("id").execute();
  const ids = inserted.map(({ id }) => id);
  const colleagues = ["colleague@nord.example"];
  await inTransaction(t.db, (tx) => deleteMailsWith(tx, { address, name: "Ann Li", colleagues }));
  const left = t.db.selectFrom("mails").select("id").where("id", "in", ids).orderBy("id");
  expect((await left.execute()).map(({ id }) => id)).toEqual(ids.slice(gone.length));
  const { rows: jobs } = await sql<{ mailIds: number[] }>`
    select payload -> 'mailIds' as "mailIds" from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'mail.discard' order by j.id desc limit 1`.execute(t.db);
  expect(jobs[0]?.mailIds.toSorted()).toEqual(ids.slice(0, gone.length).toSorted());
});

test("A person who bought with colleagues and worked as an operator leaves only documents and the audit log", async () => {
  const orderId = await buys();
  await asksSupport();
  await operates(orderId);
  const data = await did(person, "GET", "/me/data");
  for (const part of ["notes", "notesOnAccount", "invitations", "reminders", "decisions"])
    expect([part, data[part].length > 0]).toEqual([part, true]);

  const { username: colleague } = await did(owner, "GET", "/me");
  await sql`insert into mails (recipient, subject, text_body, html_body, permission)
    values (${colleague}, 'Order 7 is paid', '', '', 'orders:read')`.execute(t.db);

  const photo = "image-webp/a-photo";
  await t.files.putBack(photo, "image/webp", Buffer.from("a photo"));
  await sql`with photo as (insert into files (storage_key, name, media_type, bytes, sha256)
      values (${photo}, 'me.webp', 'image/webp', 7, '') returning id)
    update users set avatar_file_id = photo.id, referal_external_id = 'NORD-4711' from photo
    where users.id = ${person.userId}`.execute(t.db);
  await sql`insert into flag_overrides (flag_id, identity, enabled)
    select id, ${username}, true from flags`.execute(t.db);
  await sql`insert into catalogue_imports (created_by, words)
    values (${person.userId}, ${username})`.execute(t.db);

  await sql`insert into account_tokens (token_hash, user_id, purpose, expires_at)
    values ('hash', ${person.userId}, 'RESET', now() + interval '1 hour')`.execute(t.db);
  await sql`insert into second_factors (user_id, secret) values (${person.userId}, 'begun')`.execute(
    t.db,
  );
  const noted = (userId: number) =>
    t.db.selectFrom("idempotency_keys").select("key").where("user_id", "=", userId).execute();
  await sql`insert into idempotency_keys (user_id, endpoint, key, body_sha256, answer)
    select id, '/x', 'kept', '', '{}' from unnest(${[owner.userId, person.userId]}::integer[]) id`.execute(
    t.db,
  );
  // Orders of colleagues do not block the erasure.
  await anOrder(t, owner, vintageId, 1);

  // Operators can only erase their own account with their password.
  const byName = `/management/users/${person.userId}/erasure`;
  expect((await t.call(person, "POST", byName, { username })).status).toBe(409);
  const erased = await t.call(person, "POST", "/me/erasure", { password });
  expect([erased.status, erased.body]).toEqual([204, undefined]);
  const { rows: ways } = await sql`select user_id from sessions where user_id = ${person.userId}
    union all select user_id from account_tokens where user_id = ${person.userId}
    union all select user_id from second_factors where user_id = ${person.userId}`.execute(t.db);
  expect(ways).toEqual([]);
  expect([await noted(person.userId), await noted(owner.userId)]).toMatchObject([
    [],
    [{ key: "kept" }],
  ]);
  // Calls that another server let in a moment before change nothing any more.
  const late = [
    updateAccount(t.db, person.userId, { firstName: "Wilhelmina", lastName: surname }),
    removeAvatar(t.db, t.files, person.userId),
  ];
  for (const { status, reason } of (await Promise.allSettled(late)) as PromiseRejectedResult[])
    expect([status, reason?.code]).toEqual(["rejected", "UNAUTHENTICATED"]);
  const { members } = await did(owner, "GET", "/me/company");
  expect(members.map(({ userId }: TestUser) => userId)).toEqual([owner.userId]);
  // As required by law, its order keeps the address that the invoice was sent to, and can be found by it.
  expect(await columnsContaining(username)).toEqual([
    "public.audit_entries.actor",
    "public.audit_entries.after",
    "public.audit_entries.thing_name",
    "public.audit_entries.words",
    "public.invoices.content",
    "public.orders.invoice_email",
    "public.orders.words",
  ]);
  expect(await columnsContaining(surname)).toEqual([]);
  expect(await columnsContaining(phone)).toEqual([]);
  expect(await columnsContaining("NORD-4711")).toEqual([]);
  await t.runJobs(fileJobs(t.files));
  await expect(t.files.read(photo).then(text)).rejects.toThrow();
  const { rows: left } = await sql<{
    subject: string;
  }>`select subject from mails where recipient = ${colleague}`.execute(t.db);
  expect(left).toEqual([{ subject: "Order 7 is paid" }]);
});
