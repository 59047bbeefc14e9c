import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publicUrl, testApp, type TestApp } from "../../../test/app.ts";
import { runBlocked } from "../../../test/runBlocked.ts";
import { accountJobs } from "./accounts.jobs.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

let people = 0;
function person() {
  return {
    username: `ilse-${++people}@brennvik.example`,
    password: "harbour lights at dusk",
    firstName: "Ilse",
    lastName: "Varendonk",
  };
}

const post = (path: string, body: unknown) => t.call(undefined, "POST", path, body);
async function tokenOf(username: string): Promise<string> {
  const { text_body } = await t.mailTo(username);
  return /registration\/verify\?token=([\w-]+)/.exec(text_body)![1]!;
}
const rowOf = (username: string) =>
  t.db
    .selectFrom("users")
    .innerJoin("roles", "roles.id", "users.role_id")
    .selectAll("users")
    .select("roles.name as roleName")
    .where("username", "=", username)
    .executeTakeFirstOrThrow();

describe("registering", () => {
  test("creates an unverified Anonymous account and mails a link", async () => {
    const given = person();
    const response = await post("/auth/register", { ...given, phone: "+49 40 123456" });
    expect(response).toEqual({
      status: 201,
      body: { id: expect.any(Number) as number, username: given.username },
    });
    const row = await rowOf(given.username);
    expect(row).toMatchObject({ roleName: "Anonymous", verified_at: null, phone: "+49 40 123456" });
    const mail = await t.mailTo(given.username);
    expect(mail.subject).toBe("Verify your email address");
    expect(mail.text_body).toContain(`${publicUrl}/registration/verify?token=`);
    expect(mail.html_body).toContain(`href="${publicUrl}/registration/verify?token=`);
    expect(mail.html_body).toContain("Tonneline");
  });

  test("mails no user input to an unverified address", async () => {
    const typed = { firstName: "Vera Winner", lastName: "Claimyourprize" };
    const given = { ...person(), ...typed };
    await post("/auth/register", given);
    const first = await t.mailTo(given.username);
    await post("/auth/password/remind", { username: given.username });
    await t.runJobs(accountJobs(t.db));
    const second = await t.mailTo(given.username);

    expect(second.subject).toBe("Choose a new password");
    for (const { subject, text_body, html_body } of [first, second]) {
      expect(subject + text_body + html_body).not.toMatch(/Vera|Winner|Claimyourprize/);
    }
    const { status, body } = await post("/auth/register", {
      ...person(),
      firstName: "visit evil.example",
    });
    expect(status).toBe(400);
    expect(body.fieldErrors).toEqual([
      { path: "firstName", message: "Enter a name without web or email addresses" },
    ]);
  });

  test("stores the token only as a hash", async () => {
    const given = person();
    await post("/auth/register", given);
    const token = await tokenOf(given.username);
    const kept = await t.db.selectFrom("account_tokens").select("token_hash").execute();
    const hashes = kept.map(({ token_hash }) => token_hash.toString("hex"));
    expect(hashes).toContain(createHash("sha256").update(token).digest("hex"));
    expect(hashes).not.toContain(Buffer.from(token).toString("hex"));
  });

  test("is refused for a taken email, however it is written", async () => {
    const given = person();
    await post("/auth/register", given);
    const again = { ...given, username: ` ${given.username.toUpperCase()} ` };
    expect(await post("/auth/register", again)).toMatchObject({
      status: 409,
      body: {
        code: "ALREADY_REGISTERED",
        detail: "This email is already registered. Please use another email.",
        fieldErrors: [{ path: "username" }],
      },
    });
  });

  test("twice at once with one email address creates one account and one mail", async () => {
    const given = person();
    const responses = await Promise.all([
      post("/auth/register", given),
      post("/auth/register", given),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const mails = await t.db
      .selectFrom("mails")
      .select("id")
      .where("recipient", "=", given.username)
      .execute();
    expect(mails).toHaveLength(1);
  });

  test.each([
    ["too short", "short pw"],
    ["too long", "a long passphrase ".repeat(8)],
    ["common", "password123"],
    ["holding the username", "ilse-weak@brennvik.example!"],
  ])("with a password %s is refused", async (_why, password) => {
    const given = { ...person(), username: "ilse-weak@brennvik.example", password };
    expect(await post("/auth/register", given)).toMatchObject({
      status: 400,
      body: {
        code: "INVALID_PASSWORD_CHANGE",
        detail: "Your password does not meet the requirements.",
        fieldErrors: [{ path: "password" }],
      },
    });
  });

  test("stores who referred the person", async () => {
    const { id: partnerId } = await t.db
      .insertInto("partners")
      .values({ name: "Kontor Klima" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const given = person();
    const query = `referalPartnerId=${partnerId}&referalExternalId=crm-77`;
    await post(`/auth/register?${query}`, given);
    expect(await rowOf(given.username)).toMatchObject({
      referal_partner_id: partnerId,
      referal_external_id: "crm-77",
    });
  });

  test("works with the link of a partner who was deleted", async () => {
    const given = person();
    const response = await post("/auth/register?referalPartnerId=2147483647", given);
    expect(response.status).toBe(201);
    expect(await rowOf(given.username)).toMatchObject({ referal_partner_id: null });
  });

  test("works with the link of a partner who is deleted at the same moment", async () => {
    const { id } = await t.db
      .insertInto("partners")
      .values({ name: "Kontor Wind" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const given = person();
    const register = () => post(`/auth/register?referalPartnerId=${id}`, given);
    const [response] = await runBlocked(t.db, sql`delete from partners where id = ${id}`, [
      register,
    ]);
    expect(response!.status).toBe(201);
    expect(await rowOf(given.username)).toMatchObject({ referal_partner_id: null });
  });
});

describe("verifying", () => {
  test("works once, and lets the person log in", async () => {
    const given = person();
    await post("/auth/register", given);
    const { username, password } = given;
    expect(await post("/auth/login", { username, password })).toMatchObject({
      status: 403,
      body: { code: "UNVERIFIED" },
    });
    const token = await tokenOf(username);
    expect(await post("/auth/verify", { token })).toEqual({ status: 200, body: { username } });
    expect(await post("/auth/login", { username, password })).toMatchObject({ status: 200 });
    expect(await post("/auth/verify", { token })).toMatchObject({
      status: 400,
      body: { code: "INVALID_TOKEN" },
    });
  });

  test("keeps a password reset link requested in the meantime", async () => {
    const given = person();
    await post("/auth/register", given);
    const token = await tokenOf(given.username);
    await post("/auth/password/remind", { username: given.username });
    await t.runJobs(accountJobs(t.db));
    const { text_body } = await t.mailTo(given.username);
    const other = /reset\S*[?&]token=([\w-]+)/.exec(text_body)?.[1];
    expect(other, text_body).toBeDefined();
    expect(await post("/auth/verify", { token })).toMatchObject({ status: 200 });
    const chosen = { token: other, password: "a lantern at the quay" };
    expect(await post("/auth/password/reset", chosen)).toMatchObject({ status: 204 });
  });

  test("is refused after 24 hours; the next login with the password mails a new link", async () => {
    const given = person();
    await post("/auth/register", given);
    const { username, password } = given;
    const old = await tokenOf(username);
    const pass = (hours: number) =>
      sql`update account_tokens set expires_at = expires_at - make_interval(hours => ${hours})
        where user_id = (select id from users where username = ${username})`.execute(t.db);
    await pass(24);
    // Expired links are kept for a week, so that the error can say what happened.
    const tidy = () => accountJobs(t.db)["accounts.tidy"]!({}, { id: "1" } as never);
    for (const [hours, code] of [
      [0, "TOKEN_EXPIRED"],
      [6 * 24, "TOKEN_EXPIRED"],
      [25, "INVALID_TOKEN"],
    ] as const) {
      await pass(hours);
      await tidy();
      const response = await post("/auth/verify", { token: old });
      expect(response).toMatchObject({ status: 400, body: { code } });
    }
    // A link for a new password does not stand in for it.
    await post("/auth/password/remind", { username });
    await t.runJobs(accountJobs(t.db));
    await post("/auth/login", { username, password });
    const renewed = await tokenOf(username);
    expect(renewed).not.toBe(old);
    expect(await post("/auth/verify", { token: renewed })).toMatchObject({ status: 200 });
  });

  test("does not mail a link again at every login while it still works", async () => {
    const given = person();
    await post("/auth/register", given);
    const token = await tokenOf(given.username);
    const { username, password } = given;
    await post("/auth/login", { username, password });
    expect(await tokenOf(username)).toBe(token);
    await sql`update account_tokens set expires_at = now()
      where user_id = (select id from users where username = ${username})`.execute(t.db);
    const row = sql`select from users where username = ${username} for update`;
    const logIn = () => post("/auth/login", { username, password });
    await runBlocked(t.db, row, [logIn, logIn]);
    expect(await tokenOf(username)).not.toBe(token);
    const mails = t.db.selectFrom("mails").select("id").where("recipient", "=", username);
    expect(await mails.execute()).toHaveLength(2);
  });

  test("mails nothing to an account that is erased at the same moment", async () => {
    const { username, password, ...names } = person();
    await post("/auth/register", { username, password, ...names });
    await sql`update account_tokens set expires_at = now()
      where user_id = (select id from users where username = ${username})`.execute(t.db);
    const erased = `erased-${username}`;
    const erasing = sql`update users set username = ${erased} where username = ${username}`;
    const jobs = accountJobs(t.db);
    await runBlocked<unknown>(t.db, erasing, [
      () => post("/auth/login", { username, password }),
      () => jobs["accounts.remind"]!({ username }),
    ]);
    const mails = t.db.selectFrom("mails").select("id").where("recipient", "=", username);
    expect(await mails.execute()).toHaveLength(1);
  });

  test("with an unknown token is refused", async () => {
    expect(await post("/auth/verify", { token: "invented" })).toMatchObject({
      status: 400,
      body: { code: "INVALID_TOKEN" },
    });
  });
});
