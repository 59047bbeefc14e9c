import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  invoiceDetails,
  publicUrl,
  testApp,
  type TestApp,
  type TestCaller,
} from "../../../test/app.ts";
import { putRules } from "../../../test/builders/company.ts";
import { anOrder, aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { audited } from "../../../test/operators.ts";
import { mailJobs } from "../../core/mailDelivery.ts";
import { createAccount } from "../accounts/accounts.service.ts";
import { differences } from "../ledger/ledger.sql.ts";

const password = "harbour lights at dusk";
const firstName = "Wilhelmina";
const lastName = "Quistgaard";

let t: TestApp;
let admin: TestCaller;
let folder: string;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  folder = await mkdtemp(path.join(tmpdir(), "tonneline-privacy-"));
});
afterAll(async () => {
  expect(await differences(t.db)).toEqual([]);
  await t.close();
  await rm(folder, { recursive: true });
});

interface Person extends TestCaller {
  username: string;
}

let people = 0;
async function aPerson(roleName = "User"): Promise<Person> {
  const username = `wilhelmina.quistgaard-${++people}@nordhafen.example`;
  const names = { firstName, lastName, roleName };
  await createAccount(t.db, { username, password, ...names, demonstration: false });
  const { body } = await t.call(undefined, "POST", "/auth/login", { username, password });
  const { id } = await t.db
    .selectFrom("users")
    .select("id")
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  return { userId: id, authToken: body.authToken, username };
}

const exported = async (caller: TestCaller, url = "/me/data") => {
  const response = await t.app.inject({
    url: `/api/v1${url}`,
    headers: { authorization: `Bearer ${caller.authToken}` },
  });
  return { status: response.statusCode, data: response.json() as Record<string, unknown> };
};
const erase = (caller: TestCaller, secret = password) =>
  t.call(caller, "POST", "/me/erasure", { password: secret });

/** Returns the tables that contain a word, in any column. */
async function tablesWith(word: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker') order by 1`.execute(
    t.db,
  );
  const found = [];
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.raw(name)} one
      where strpos(lower(to_jsonb(one)::text), ${word.toLowerCase()}) > 0 limit 1`.execute(t.db);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** Does everything that leaves a trace of a person. */
async function aLifeOf(person: Person) {
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 1000 }] });
  const order = await aPaidOrder(t, admin, person, vintageId, 5);
  const asked = await t.call(person, "POST", "/me/retirements", {
    vintageId,
    quantity: 5,
    beneficiaryName: invoiceDetails.companyName,
    purpose: "OWN_EMISSIONS",
  });
  await t.call(person, "POST", "/me/company/details", invoiceDetails);
  await t.call(person, "POST", "/me/cart/vintages", { vintageId, credits: 7 });
  await t.call(person, "POST", "/support/requests", {
    firstName,
    lastName,
    email: person.username,
    topic: "General Question",
    message: "Please call me back.",
  });
  return { vintageId, orderId: order.id as number, retirementId: asked.body.id as number };
}

describe("personal data", () => {
  test("can be exported completely by the person and by operators, without any secret", async () => {
    const person = await aPerson();
    const { vintageId, orderId } = await aLifeOf(person);
    await t.call(person, "POST", "/me/quotes");
    await putRules(t, person, [{ kind: "TONNES", over: 1 }]);
    const { version } = (await t.call(person, "GET", "/me/cart")).body;
    await t.call(person, "POST", "/me/cart/checkout", { ...invoiceDetails, version });
    await t.call(person, "POST", "/me/cart/vintages", { vintageId, credits: 7 });
    const noted = { record_type: "order", record_id: orderId, author_id: person.userId };
    await t.db
      .insertInto("record_notes")
      .values({ ...noted, text: "Called." })
      .execute();
    const mine = await exported(person);
    expect(mine.status).toBe(200);
    expect(mine.data).toMatchObject({
      account: { username: person.username, firstName, lastName, role: "User" },
      companyDetails: [{ companyName: invoiceDetails.companyName }],
      cart: [{ quantity: 7 }],
      orders: [{ totalCredits: 5, status: "PAID", items: [{ quantity: 5 }] }],
      approvalRequests: [{ totalCredits: 7, status: "PENDING" }],
      quotes: [{ content: { totalCredits: 7 } }],
      notes: [{ text: "Called." }],
      retirements: [{ quantity: 5, status: "RETIREMENT_IN_PROGRESS" }],
      supportRequests: [{ message: "Please call me back." }],
    });
    const length = (part: string) => (mine.data[part] as unknown[]).length;
    for (const part of ["sessions", "notifications", "mails"]) {
      expect([part, length(part) > 0]).toEqual([part, true]);
    }
    expect(JSON.stringify(mine.data)).not.toMatch(/argon2|password_?hash|token/i);
    const theirs = await exported(admin, `/management/users/${person.userId}/data`);
    expect(theirs.data.account).toEqual(mine.data.account);
    expect(await audited(t, admin, "user.export")).toMatchObject({
      actorId: admin.userId,
      thingId: String(person.userId),
      thingName: person.username,
    });
  });

  test("cannot be exported by anyone else", async () => {
    const person = await aPerson();
    const other = await t.aUser();
    expect((await exported(other, `/management/users/${person.userId}/data`)).status).toBe(403);
    expect((await exported(admin, "/management/users/999999/data")).status).toBe(404);
  });
});

describe("an account", () => {
  test("leaves accounting records and the audit log when erased, and no other trace", async () => {
    const person = await aPerson();
    const { vintageId, orderId, retirementId } = await aLifeOf(person);
    const done = await t.call(admin, "POST", `/management/retirements/${retirementId}/complete`, {
      serialNumberFrom: "19381-1-5-VCS-VCU-1310-VER-CN-13-3005-01012022-31102022-0",
      serialNumberTo: "19381-1-5-VCS-VCU-1310-VER-CN-13-3005-01012022-31102022-0",
      registryUrl: "https://registry.verra.org/app/projectDetail/VCS/3005",
      retiredAt: new Date().toISOString(),
    });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    const mails = mailJobs(t.db, t.files, {
      from: "no-reply@tonneline.example",
      folder,
      publicUrl,
    });
    await t.runJobs(mails);
    const onDisk = (await readdir(folder)).length;
    const { userId } = person;
    await sql`insert into saved_searches (user_id, name, query, alert)
      values (${userId}, 'Mine', '', 'NONE')`.execute(t.db);
    await sql`insert into saved_views (user_id, list, name, query, hidden)
      values (${userId}, 'management orders', 'Mine', '', '{}')`.execute(t.db);
    await sql`insert into idempotency_keys (user_id, endpoint, key, body_sha256, answer)
      values (${userId}, '/x', 'mine', 'x', '{}')`.execute(t.db);
    const before = await t.call(person, "GET", "/me/erasure");
    const kept = { orders: 1, invoices: 1, retirements: 1 };
    expect(before.body).toMatchObject({ obstacles: [], kept });

    expect((await erase(person)).status).toBe(204);
    await t.runJobs(mails);

    expect(await tablesWith(person.username)).toEqual(["public.audit_entries"]);
    expect((await readdir(folder)).length).toBeLessThan(onDisk);
    const held = await t.db
      .selectFrom("vintage_stock")
      .select("reserved")
      .where("vintage_id", "=", vintageId)
      .executeTakeFirstOrThrow();
    expect(held.reserved).toBe(0);
    for (const table of ["saved_searches", "saved_views", "idempotency_keys"] as const) {
      const left = await t.db
        .selectFrom(table)
        .select("user_id")
        .where("user_id", "=", userId)
        .execute();
      expect(left, table).toEqual([]);
    }
    const company = await t.db
      .selectFrom("companies")
      .innerJoin("users", "users.company_id", "companies.id")
      .select("closed_at")
      .where("users.id", "=", person.userId)
      .executeTakeFirstOrThrow();
    expect(company.closed_at).not.toBeNull();
    const order = await t.call(admin, "GET", `/management/orders/${orderId}`);
    expect(order.body).toMatchObject({
      companyName: invoiceDetails.companyName,
      status: "PAID",
      username: `erased-${person.userId}@erased.invalid`,
    });
    const credentials = { username: person.username, password };
    const again = await t.call(undefined, "POST", "/auth/login", credentials);
    expect([again.status, again.body.code]).toEqual([401, "INVALID_PASSWORD"]);
    expect((await t.call(person, "GET", "/me")).status).toBe(401);
  });

  test("requires the password to be erased", async () => {
    const person = await aPerson();
    const refused = await erase(person, "not my password");
    expect(refused.status).toBe(400);
    expect(refused.body.fieldErrors).toMatchObject([{ path: "password" }]);
    expect((await t.call(person, "GET", "/me")).status).toBe(200);
  });

  test("requires a code too if its login does", async () => {
    const person = await aPerson();
    const begun = await t.call(person, "POST", "/me/second-factor", { currentPassword: password });
    const totp = new TOTP({ secret: Secret.fromBase32(begun.body.secret) });
    const { body } = await t.call(person, "POST", "/me/second-factor/confirm", {
      code: totp.generate(),
    });
    const attempt = (given: object) =>
      t.call(person, "POST", "/me/erasure", { password, ...given });
    for (const given of [{}, { code: "000000" }]) {
      const refused = await attempt(given);
      expect([refused.status, refused.body.fieldErrors[0].path]).toEqual([400, "code"]);
    }
    expect((await t.call(person, "GET", "/me")).status).toBe(200);
    expect((await attempt({ code: body.recoveryCodes[0] })).status).toBe(204);
    expect((await t.call(person, "GET", "/me")).status).toBe(401);
  });

  test("cannot be erased, cart included, while an order or retirement is open or credits are held", async () => {
    const person = await aPerson();
    const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
    const { id } = await anOrder(t, person, vintageId, 2);
    await t.call(person, "POST", "/me/cart/vintages", { vintageId, credits: 3 });
    const open = await erase(person);
    expect([open.status, open.body.code]).toEqual([409, "IN_USE"]);
    expect(open.body.obstacles).toEqual([{ obstacle: "OPEN_ORDERS", count: 1 }]);
    await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
    expect((await erase(person)).body.obstacles).toEqual(open.body.obstacles);
    expect((await t.call(person, "GET", "/me/cart?countryCode=DE")).body.totalCredits).toBe(3);

    const holder = await aPerson();
    await aPaidOrder(t, admin, holder, vintageId, 4);
    expect((await erase(holder)).body.obstacles).toEqual([{ obstacle: "CREDITS_HELD", count: 4 }]);
    const wanted = { beneficiaryName: "Nordhafen AG", purpose: "OWN_EMISSIONS", quantity: 4 };
    await t.call(holder, "POST", "/me/retirements", { vintageId, ...wanted });
    expect((await erase(holder)).body.obstacles).toEqual([
      { obstacle: "RETIREMENTS_IN_PROGRESS", count: 1 },
    ]);
  });

  test("can be erased by an operator who confirms its email and has all its permissions", async () => {
    const person = await aPerson();
    const url = `/management/users/${person.userId}/erasure`;
    const helper = await t.aUser("User");
    expect((await t.call(helper, "POST", url, { username: person.username })).status).toBe(403);
    const other = await t.call(admin, "POST", url, { username: "somebody@else.example" });
    expect(other.status).toBe(409);
    const done = await t.call(admin, "POST", url, { username: person.username.toUpperCase() });
    expect(done.status).toBe(204);
    const erased = { thingId: String(person.userId), after: { kept: { orders: 0 } } };
    expect(await audited(t, admin, "user.erase")).toMatchObject({
      ...erased,
      actorId: admin.userId,
      thingName: `erased-${person.userId}@erased.invalid`,
    });
    expect(await tablesWith(person.username)).toEqual(["public.audit_entries"]);
    const twice = await t.call(admin, "POST", url, {
      username: `erased-${person.userId}@erased.invalid`,
    });
    expect(twice.status).toBe(409);
    const back = await t.call(admin, "POST", `/management/users/${person.userId}/unblock`);
    expect(back.body.detail).toBe("This account was erased: nobody can use it again.");
  });

  test("that was erased can be found by its new name only, in all its remaining records", async () => {
    const person = await aPerson("Admin");
    const { vintageId } = await aProject(t.db, { name: `Mangroves of ${person.userId}` });
    const { id: orderId } = await aPaidOrder(t, admin, person, vintageId, 1);
    const asked = { vintageId, quantity: 1, beneficiaryName: "Nordhafen", purpose: "OTHER" };
    const { body: retirement } = await t.call(person, "POST", "/me/retirements", asked);
    await t.call(admin, "POST", `/management/retirements/${retirement.id}/complete`, {
      serialNumberFrom: "19381-7-7-VCS-VCU-1310-VER-CN-13-3005-01012022-31102022-0",
      serialNumberTo: "19381-7-7-VCS-VCU-1310-VER-CN-13-3005-01012022-31102022-0",
      registryUrl: "https://registry.verra.org/app/projectDetail/VCS/3005",
      retiredAt: new Date().toISOString(),
    });
    const { body: run } = await t.call(person, "POST", "/management/imports");

    const found = async (q: string) => {
      const lists = ["orders", "retirements", "imports"].map((list) =>
        t.call(admin, "GET", `/management/${list}?q=${q}`),
      );
      return (await Promise.all(lists)).map(({ body }) =>
        body.content.map(({ id }: { id: number }) => id),
      );
    };
    const all = [[orderId], [retirement.id], [run.id]];
    expect(await found(person.username)).toEqual(all);
    expect((await erase(person)).status).toBe(204);
    expect(await found(person.username)).toEqual([[], [], []]);
    expect(await found(`erased-${person.userId}@erased.invalid`)).toEqual(all);
  });

  test("that was erased stays the invoice email of a colleague's request until that is decided", async () => {
    const person = await aPerson();
    const owner = await t.aUser();
    const buyer = await t.aUser("User", { companyId: owner.companyId, companyRole: "BUYER" });
    await putRules(t, owner, [{ kind: "TONNES", over: 1 }]);
    const { vintageId } = await aProject(t.db, { vintages: [{ credits: 10 }] });
    const set = await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 2 });
    const details = { ...invoiceDetails, invoiceEmail: person.username };
    const asked = { ...details, version: set.body.version };
    const { body } = await t.call(buyer, "POST", "/me/cart/checkout", asked);
    expect((await erase(person)).status).toBe(204);
    const order = await t.call(owner, "POST", `/me/approvals/${body.approval.id}/approve`);
    expect(order.body).toMatchObject({ invoiceEmail: person.username });
  });

  test("can be exported, previewed and erased only by operators who have all its permissions", async () => {
    const desk = { name: "Erasure desk", permissions: ["users:read", "users:write"] };
    await t.call(admin, "POST", "/management/roles", desk);
    const helper = await t.aUser("Erasure desk");
    const preview = (caller: TestCaller, { userId }: TestCaller) =>
      t.call(caller, "GET", `/management/users/${userId}/erasure`);
    const refused = await preview(helper, admin);
    expect(refused).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    expect(refused.body).not.toHaveProperty("kept");
    const boss = await aPerson("Admin");
    const at = `/management/users/${boss.userId}`;
    expect((await exported(helper, `${at}/data`)).status).toBe(403);
    const wanted = { username: boss.username };
    expect((await t.call(helper, "POST", `${at}/erasure`, wanted)).status).toBe(403);
    expect((await preview(helper, await aPerson())).status).toBe(200);
    expect((await preview(admin, helper)).status).toBe(200);
  });

  test("whose colleagues are all erased is alone, and its erasure closes the company", async () => {
    const owner = await t.aUser();
    const { companyId } = owner;
    const colleague = await t.aUser("User", { companyId, companyRole: "BUYER" });
    const { username } = (await t.call(colleague, "GET", "/me")).body;
    const obstacles = async () => (await t.call(owner, "GET", "/me/erasure")).body.obstacles;
    expect(await obstacles()).toEqual([{ obstacle: "LAST_OWNER", count: 1 }]);
    await t.call(admin, "POST", `/management/users/${colleague.userId}/erasure`, { username });
    expect(await obstacles()).toEqual([]);
    expect((await t.call(admin, "GET", `/management/companies/${companyId}`)).body.members).toBe(1);
  });

  test("of the last owner who can log in cannot be erased while there are colleagues, but other members can", async () => {
    const owner = await t.aUser();
    const { companyId } = owner;
    const buyer = await t.aUser("User", { companyId, companyRole: "BUYER" });
    const second = await t.aUser("User", { companyId, companyRole: "OWNER" });
    const obstacles = async (of: TestCaller) =>
      (await t.call(of, "GET", "/me/erasure")).body.obstacles;
    expect(await obstacles(owner)).toEqual([]);
    const anonymous = sql`(select id from roles where name = 'Anonymous')`;
    for (const away of [sql`blocked = true`, sql`blocked = false, role_id = ${anonymous}`]) {
      await sql`update users set ${away} where id = ${second.userId}`.execute(t.db);
      expect(await obstacles(owner)).toEqual([{ obstacle: "LAST_OWNER", count: 1 }]);
    }
    await sql`update users set blocked = true where id = ${owner.userId}`.execute(t.db);
    expect(await obstacles(buyer)).toEqual([]);
  });

  test("of the last Admin cannot be erased, nor can operators erase their own through the management", async () => {
    const alone = await testApp();
    const only = await alone.aUser("Admin");
    const { body } = await alone.call(only, "GET", "/me/erasure");
    expect(body.obstacles).toEqual([{ obstacle: "LAST_ADMIN", count: 1 }]);
    await alone.aUser("Admin");
    expect((await alone.call(only, "GET", "/me/erasure")).body.obstacles).toEqual([]);
    await sql`update users set blocked = true where id <> ${only.userId}`.execute(alone.db);
    const blocked = await alone.call(only, "GET", "/me/erasure");
    expect(blocked.body.obstacles).toEqual([{ obstacle: "LAST_ADMIN", count: 1 }]);
    const path = `/management/users/${only.userId}/erasure`;
    const own = await alone.call(only, "POST", path, { username: "person-1@company.example" });
    expect(own.body.detail).toBe("Erase your own account in your settings.");
    await alone.close();
  });
});
