import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "kysely";
import type { CompanyRole } from "@tonneline/contract/companyRoles";
import { invoiceDetails, testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { putRules } from "../../../test/builders/company.ts";
import { anOrder, aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { createAccount } from "../accounts/accounts.service.ts";

const password = "harbour lights at dusk";
let t: TestApp;
let vintageId: number;
beforeAll(async () => {
  t = await testApp();
  ({ vintageId } = await aProject(t.db, { vintages: [{ credits: 1000 }] }));
});
afterAll(() => t.close());

let addresses = 0;
const anAddress = () => `colleague-${++addresses}@brennvik.example`;

const invite = (owner: TestUser, email: string, role: CompanyRole = "BUYER") =>
  t.call(owner, "POST", "/me/company/invitations", { email, role });

async function tokenFor(email: string): Promise<string> {
  const { text_body } = await t.mailTo(email);
  return /\/invitation\?token=([\w-]+)/.exec(text_body)![1]!;
}

const accept = (token: string, more: object = {}) =>
  t.call(undefined, "POST", "/auth/invitations/accept", { token, ...more });
const newcomer = { password, firstName: "Jonas", lastName: "Peeters" };

async function logIn(username: string) {
  const { body } = await t.call(undefined, "POST", "/auth/login", { username, password });
  const { id, companyId } = await t.db
    .selectFrom("users")
    .select(["id", "company_id as companyId"])
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  return { userId: id, companyId, authToken: body.authToken as string };
}

const companyOf = async (member: TestUser) => (await t.call(member, "GET", "/me/company")).body;
const rolesIn = async (member: TestUser) =>
  Object.fromEntries(
    (await companyOf(member)).members.map((each: { userId: number; role: string }) => [
      each.userId,
      each.role,
    ]),
  );
const actions = async () =>
  (
    await t.db
      .selectFrom("audit_entries")
      .select("action")
      .where("thing_type", "=", "company")
      .orderBy("id")
      .execute()
  ).map(({ action }) => action);

describe("an invitation", () => {
  test("creates an account that can order for the company, and notifies the owner", async () => {
    const owner = await t.aUser();
    const email = anAddress();
    const invited = await invite(owner, email);
    expect(invited).toMatchObject({ status: 201, body: { email, role: "BUYER" } });
    const days = (Date.parse(invited.body.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);

    const token = await tokenFor(email);
    const seen = await t.call(undefined, "POST", "/auth/invitations/look", { token });
    expect(seen.body).toMatchObject({ email, role: "BUYER", hasAccount: false });
    expect(await accept(token)).toMatchObject({
      status: 400,
      body: {
        code: "VALIDATION_FAILED",
        fieldErrors: [{ path: "password" }, { path: "firstName" }, { path: "lastName" }],
      },
    });
    const weak = { ...newcomer, password: "password12" };
    expect((await accept(token, weak)).body.code).toBe("INVALID_PASSWORD_CHANGE");
    expect(await accept(token, newcomer)).toMatchObject({ status: 200, body: { username: email } });
    expect((await accept(token, newcomer)).body.code).toBe("INVALID_TOKEN");

    const buyer = await logIn(email);
    expect(buyer.companyId).toBe(owner.companyId);
    const order = await anOrder(t, buyer, vintageId, 3);
    const seenByOwner = await t.call(owner, "GET", `/me/orders/${order.id}`);
    expect(seenByOwner.body).toMatchObject({ userId: buyer.userId, companyId: owner.companyId });
    const told = await t.call(owner, "GET", "/me/notifications");
    expect(told.body.content[0]).toMatchObject({
      code: "company.member.joined",
      facts: { person: "Jonas Peeters" },
    });
    expect(await companyOf(owner)).toMatchObject({
      role: "OWNER",
      invitations: [],
      members: [{ role: "OWNER" }, { username: email, role: "BUYER" }],
    });
    expect((await actions()).slice(-2)).toEqual(["company.invite", "company.join"]);
  });

  test("moves an existing account, and closes the company it leaves empty", async () => {
    const owner = await t.aUser();
    const username = anAddress();
    const names = { firstName: "Femke", lastName: "Aalders", roleName: "Anonymous" };
    await createAccount(t.db, { username, password, ...names, demonstration: false });
    const { companyId: left } = await logIn(username);
    await invite(owner, username, "ACCOUNTANT");
    const token = await tokenFor(username);
    const seen = await t.call(undefined, "POST", "/auth/invitations/look", { token });
    expect(seen.body.hasAccount).toBe(true);
    expect((await accept(token)).status).toBe(200);

    const member = await logIn(username);
    expect(await rolesIn(owner)).toMatchObject({ [member.userId]: "ACCOUNTANT" });
    // The company has been admitted, and its owner vouches for them.
    expect((await t.call(member, "GET", "/me/orders")).status).toBe(200);
    const old = await t.db
      .selectFrom("companies")
      .select("closed_at")
      .where("id", "=", left)
      .executeTakeFirstOrThrow();
    expect(old.closed_at).not.toBeNull();
  });

  test("leaves an operator's permissions unchanged", async () => {
    const [owner, username] = [await t.aUser(), anAddress()];
    const names = { firstName: "Femke", lastName: "Aalders", roleName: "Admin" };
    await createAccount(t.db, { username, password, ...names, demonstration: false });
    await invite(owner, username);
    expect((await accept(await tokenFor(username))).status).toBe(200);
    expect((await t.call(await logIn(username), "GET", "/management/orders")).status).toBe(200);
  });

  test("keeps out blocked people", async () => {
    const [owner, username] = [await t.aUser(), anAddress()];
    const names = { firstName: "Femke", lastName: "Aalders", roleName: "User" };
    await createAccount(t.db, { username, password, ...names, demonstration: false });
    await t.db
      .updateTable("users")
      .set({ blocked: true })
      .where("username", "=", username)
      .execute();
    await invite(owner, username);
    expect((await accept(await tokenFor(username))).body.code).toBe("BLOCKED");
    expect((await companyOf(owner)).members).toHaveLength(1);
  });

  test("is void once the inviting company has no members left and is closed", async () => {
    const [owner, alone] = [await t.aUser(), anAddress()];
    const names = { firstName: "Femke", lastName: "Aalders", roleName: "User" };
    await createAccount(t.db, { username: alone, password, ...names, demonstration: false });
    const colleague = anAddress();
    await invite(await logIn(alone), colleague);
    const token = await tokenFor(colleague);
    await invite(owner, alone);
    expect((await accept(await tokenFor(alone))).status).toBe(200);
    expect((await accept(token, newcomer)).body.code).toBe("INVALID_TOKEN");
  });

  test("lets nobody in with the password of an account that was never verified", async () => {
    const owner = await t.aUser();
    const email = anAddress();
    const theirs = { password: "somebody-elses-word-1", firstName: "Some", lastName: "Body" };
    const registered = { ...theirs, username: email, phone: "+49 40 1234567" };
    expect((await t.call(undefined, "POST", "/auth/register", registered)).status).toBe(201);
    await invite(owner, email, "OWNER");
    const token = await tokenFor(email);
    const seen = await t.call(undefined, "POST", "/auth/invitations/look", { token });
    expect(seen.body.hasAccount).toBe(false);
    expect((await accept(token)).body.code).toBe("VALIDATION_FAILED");
    expect((await accept(token, newcomer)).status).toBe(200);

    const login = { username: email, password: theirs.password };
    expect(await t.call(undefined, "POST", "/auth/login", login)).toMatchObject({ status: 401 });
    const member = await logIn(email);
    expect(await rolesIn(owner)).toMatchObject({ [member.userId]: "OWNER" });
    // Only the other owners are notified.
    const told = await t.call(member, "GET", "/me/notifications");
    expect(told.body.content).toEqual([]);
    const { body } = await t.call(member, "GET", "/me");
    expect(body).toMatchObject({ firstName: "Jonas", lastName: "Peeters", phone: null });
  });

  test("cannot be accepted by the only member of a company with purchases", async () => {
    const [owner, admin] = [await t.aUser(), await t.aUser("Admin")];
    const username = anAddress();
    const names = { firstName: "Femke", lastName: "Aalders", roleName: "User" };
    await createAccount(t.db, { username, password, ...names, demonstration: false });
    await aPaidOrder(t, admin, await logIn(username), vintageId, 4);
    await invite(owner, username);
    const refused = await accept(await tokenFor(username));
    expect(refused).toMatchObject({ status: 409, body: { code: "IN_USE" } });
    expect(refused.body.detail).toContain("we can merge it");
    expect((await t.call(await logIn(username), "GET", "/me/portfolio")).body.totals).toMatchObject(
      {
        available: 4,
      },
    );
  });

  test("works for seven days, until it is withdrawn or sent again, and not for a member", async () => {
    const owner = await t.aUser();
    const [earlier, email] = [anAddress(), anAddress()];
    await invite(owner, earlier);
    const first = await invite(owner, email);
    const old = await tokenFor(email);
    await invite(owner, email, "VIEWER");
    expect((await accept(old, newcomer)).body.code).toBe("INVALID_TOKEN");
    const [open, ...others] = (await companyOf(owner)).invitations;
    expect(others).toMatchObject([{ email: earlier }]);
    expect(open).toMatchObject({ email, role: "VIEWER" });
    expect(open.id).not.toBe(first.body.id);

    const token = await tokenFor(email);
    await sql`update company_invitations set expires_at = now() where id = ${open.id}`.execute(
      t.db,
    );
    expect((await accept(token, newcomer)).body.code).toBe("TOKEN_EXPIRED");
    expect((await t.call(owner, "DELETE", `/me/company/invitations/${open.id}`)).status).toBe(204);
    expect((await accept(token, newcomer)).body.code).toBe("INVALID_TOKEN");

    const { username } = (await companyOf(owner)).members[0];
    expect(await invite(owner, username)).toMatchObject({
      status: 409,
      body: { code: "ALREADY_REGISTERED" },
    });
  });

  test("is limited to a hundred per day, replaces no others, and is void for a blocked company", async () => {
    const owner = await t.aUser();
    await sql`insert into company_invitations (company_id, email, role, token_hash, invited_by, expires_at, created_at)
      select ${owner.companyId}, n || '@brennvik.example', 'VIEWER', sha256(convert_to(${owner.companyId} || ' ' || n, 'UTF8')),
        ${owner.userId}, now(), now() - make_interval(days => (n = 1)::int) from generate_series(1, 99) n`.execute(
      t.db,
    );
    const [first, second] = [anAddress(), anAddress()];
    expect((await invite(owner, first)).status).toBe(201);
    expect((await invite(owner, second)).status).toBe(201);
    expect((await invite(owner, anAddress())).body.code).toBe("RATE_LIMITED");
    const token = await tokenFor(first);
    const block = (reason: string | null) =>
      sql`update companies
      set blocked = ${reason !== null}, blocked_reason = ${reason} where id = ${owner.companyId}`.execute(
        t.db,
      );
    await block("Unpaid");
    expect((await accept(token, newcomer)).body.code).toBe("INVALID_TOKEN");
    await block(null);
    expect((await accept(token, newcomer)).status).toBe(200);
  });

  test("ends the pending requests of a person who accepts, in the company they leave", async () => {
    const [boss, owner] = [await t.aUser(), await t.aUser()];
    const { companyId } = boss;
    const member = await t.aUser("User", { companyId, companyRole: "BUYER" });
    await putRules(t, boss, [{ kind: "TONNES", over: 1 }]);
    const { vintageId: asked } = await aProject(t.db, { vintages: [{ credits: 50 }] });
    const set = await t.call(member, "POST", "/me/cart/vintages", { vintageId: asked, credits: 5 });
    const wanted = { ...invoiceDetails, version: set.body.version };
    const { approval } = (await t.call(member, "POST", "/me/cart/checkout", wanted)).body;
    const { username } = await t.db
      .selectFrom("users")
      .select("username")
      .where("id", "=", member.userId)
      .executeTakeFirstOrThrow();
    await invite(owner, username);
    expect((await accept(await tokenFor(username))).status).toBe(200);
    const { body } = await t.call(boss, "GET", `/me/approvals/${approval.id}`);
    expect(body.status).toBe("WITHDRAWN");
    const { rows } = await sql`select available, reserved from vintage_stock
      where vintage_id = ${asked}`.execute(t.db);
    expect(rows).toEqual([{ available: 50, reserved: 0 }]);
  });

  test("accepted twice at once creates one member", async () => {
    const owner = await t.aUser();
    const email = anAddress();
    await invite(owner, email);
    const token = await tokenFor(email);
    const responses = await Promise.all([1, 2, 3].map(() => accept(token, newcomer)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect(Object.values(await rolesIn(owner)).toSorted()).toEqual(["BUYER", "OWNER"]);
  });
});

describe("a member", () => {
  const change = (by: TestUser, whom: TestUser, role: CompanyRole) =>
    t.call(by, "PATCH", `/me/company/members/${whom.userId}`, { role });
  const remove = (by: TestUser, whom: TestUser) =>
    t.call(by, "DELETE", `/me/company/members/${whom.userId}`);
  async function two(companyRole: CompanyRole = "BUYER") {
    const owner = await t.aUser();
    const { companyId } = owner;
    return { owner, member: await t.aUser("User", { companyId, companyRole }) };
  }

  test("gets another role with immediate effect, and is notified", async () => {
    const { owner, member } = await two();
    await sql`update users set company_since = '2020-03-04' where id = ${member.userId}`.execute(
      t.db,
    );
    expect(await change(owner, member, "VIEWER")).toMatchObject({
      status: 200,
      body: { userId: member.userId, role: "VIEWER" },
    });
    expect((await t.call(member, "GET", "/me/orders")).status).toBe(403);
    const { members } = (await t.call(owner, "GET", "/me/company")).body;
    // Owners come first, even if other members joined earlier.
    expect(members).toMatchObject([
      { userId: owner.userId },
      { userId: member.userId, since: expect.stringMatching(/^2020-03-0[34]/) },
    ]);
    const told = await t.call(member, "GET", "/me/notifications");
    expect(told.body.content[0]).toMatchObject({
      code: "company.role.changed",
      facts: { role: "VIEWER" },
    });
  });

  test("can take over ownership, and the former owner may leave", async () => {
    const { owner, member } = await two();
    for (const refused of [await change(owner, owner, "BUYER"), await remove(owner, owner)])
      expect(refused).toMatchObject({ status: 409, body: { code: "INVALID_TRANSITION" } });
    await change(owner, member, "OWNER");
    expect((await change(owner, owner, "BUYER")).status).toBe(200);
    expect((await t.call(owner, "GET", "/me/notifications")).body.content).toEqual([]);
    expect((await remove(owner, owner)).status).toBe(204);
    expect(await rolesIn(member)).toEqual({ [member.userId]: "OWNER" });
    expect(await companyOf(owner)).toMatchObject({ name: "Per Son", role: "OWNER" });
  });

  test("who is removed takes nothing along", async () => {
    const { owner, member } = await two();
    const order = await anOrder(t, member, vintageId, 2);
    await t.call(member, "POST", "/me/company/details", invoiceDetails);
    expect((await remove(owner, member)).status).toBe(204);
    expect((await actions()).at(-1)).toBe("company.remove");
    expect((await t.call(member, "GET", "/me/orders")).body.totalElements).toBe(0);
    expect((await t.call(member, "GET", `/me/orders/${order.id}`)).status).toBe(404);
    expect((await t.call(owner, "GET", `/me/orders/${order.id}`)).status).toBe(200);
    const { username } = await t.db
      .selectFrom("users")
      .select("username")
      .where("id", "=", member.userId)
      .executeTakeFirstOrThrow();
    expect((await t.mailTo(username)).subject).toContain("You no longer belong to");
  });

  test.each(["BUYER", "APPROVER", "ACCOUNTANT", "VIEWER"] as const)(
    "who is %s may leave, but cannot change others",
    async (companyRole) => {
      const { owner, member } = await two(companyRole);
      const tries = [
        await change(member, member, "OWNER"),
        await remove(member, owner),
        await invite(member, anAddress()),
        await t.call(member, "PATCH", "/me/company", { name: "Mine", version: 1 }),
      ];
      expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
      expect((await remove(member, member)).status).toBe(204);
      expect((await actions()).at(-1)).toBe("company.leave");
      expect(await rolesIn(owner)).toEqual({ [owner.userId]: "OWNER" });
    },
  );

  test("remains owner when two owners demote or remove each other at once", async () => {
    const pairs = await Promise.all(Array.from({ length: 6 }, () => two("OWNER")));
    await Promise.all(
      pairs.flatMap(({ owner, member }, index) =>
        index % 2
          ? [change(owner, member, "VIEWER"), change(member, owner, "VIEWER")]
          : [remove(owner, owner), remove(member, member)],
      ),
    );
    const { rows } = await sql<{ companies: number }>`
      select count(*) as companies from companies c
      where id = any(${pairs.map(({ owner }) => owner.companyId)}::integer[])
        and (select count(*) from users u where u.company_id = c.id and u.company_role = 'OWNER') = 1`.execute(
      t.db,
    );
    expect(rows[0]!.companies).toBe(6);
  });
});

test("A company's name and order settings are saved only over the version that was read", async () => {
  const owner = await t.aUser();
  const { version } = await companyOf(owner);
  const change = { name: "Brennvik Group", requirePurchaseOrderNumber: true, version };
  expect((await t.call(owner, "PATCH", "/me/company", change)).body).toMatchObject({
    name: "Brennvik Group",
    requirePurchaseOrderNumber: true,
    version: version + 1,
  });
  const late = await t.call(owner, "PATCH", "/me/company", { name: "Late", version });
  expect(late).toMatchObject({ status: 409, body: { code: "VERSION_CONFLICT" } });
});
