import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp } from "../../../test/app.ts";
import { runBlocked } from "../../../test/runBlocked.ts";
import { accountJobs } from "./accounts.jobs.ts";
import { createAccount } from "./accounts.service.ts";

const publicUrl = "https://market.example";
const password = "harbour lights at dusk";
const nextPassword = "seven quiet herons";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

let people = 0;
async function aPerson(): Promise<string> {
  const username = `person-with-password-${++people}@company.example`;
  const names = { firstName: "Per", lastName: "Son", roleName: "User" };
  await createAccount(t.db, { username, password, ...names, demonstration: false });
  return username;
}

const post = (path: string, body: unknown) => t.call(undefined, "POST", path, body);

async function logIn(username: string, pass = password) {
  const { status, body } = await post("/auth/login", { username, password: pass });
  const { authToken, refreshToken } = (body ?? {}) as Record<string, string>;
  return { status, authToken: authToken!, refreshToken: refreshToken!, userId: 0 };
}

async function resetLink(username: string): Promise<URL> {
  await post("/auth/password/remind", { username });
  await t.runJobs(accountJobs(t.db));
  const { text_body } = await t.mailTo(username);
  return new URL(/https:\S+password-reset\S+/.exec(text_body)![0]);
}

const isOpen = async (authToken: string) =>
  (await t.call({ userId: 0, authToken }, "GET", "/me")).status === 200;

const noticesOf = async (username: string) =>
  (
    await t.db
      .selectFrom("notifications")
      .innerJoin("users", "users.id", "notifications.user_id")
      .select("code")
      .where("username", "=", username)
      .execute()
  ).map(({ code }) => code);

const weak = { status: 400, body: { code: "INVALID_PASSWORD_CHANGE" } };

describe("a reminder", () => {
  test("mails a link that works for an hour", async () => {
    const username = await aPerson();
    const link = await resetLink(username);
    expect(link.origin + link.pathname).toBe(`${publicUrl}/password-reset`);
    const leftMs = Number(link.searchParams.get("expireAt")) - Date.now();
    expect(leftMs).toBeGreaterThan(59 * 60_000);
    expect(leftMs).toBeLessThanOrEqual(60 * 60_000);
  });

  test("responds alike for an unknown email address, without sending a mail", async () => {
    const username = "nobody@company.example";
    expect(await post("/auth/password/remind", { username })).toEqual({ status: 204 });
    const { rows } = await sql<{ jobs: number }>`select count(*) as jobs
      from graphile_worker.jobs where task_identifier = 'accounts.remind'`.execute(t.db);
    expect(rows).toEqual([{ jobs: 1 }]);
    await t.runJobs(accountJobs(t.db));
    const mails = t.db.selectFrom("mails").select("id").where("recipient", "=", username);
    expect(await mails.execute()).toEqual([]);
  });
});

test("A login takes as much work for an unknown email address as for a wrong password", async () => {
  const known = await aPerson();
  const workFor = async (username: string) => {
    const before = process.cpuUsage();
    for (let times = 0; times < 4; times++)
      expect((await logIn(username, "a wrong password")).status).toBe(401);
    return process.cpuUsage(before).user;
  };
  await workFor("nobody@company.example");
  const unknown = await workFor("nobody@company.example");
  expect(unknown).toBeGreaterThan((await workFor(known)) / 2);
});

describe("a reset", () => {
  test("changes the password, ends every session, sends a mail and a notification", async () => {
    const username = await aPerson();
    const session = await logIn(username);
    expect(await isOpen(session.authToken)).toBe(true);
    const token = (await resetLink(username)).searchParams.get("token");
    const response = await post("/auth/password/reset", { token, password: nextPassword });
    expect(response.status).toBe(204);
    expect(await isOpen(session.authToken)).toBe(false);
    expect(await post("/auth/refresh", { refreshToken: session.refreshToken })).toMatchObject({
      status: 400,
      body: { code: "INVALID_TOKEN" },
    });
    expect((await logIn(username)).status).toBe(401);
    expect((await logIn(username, nextPassword)).status).toBe(200);
    expect((await t.mailTo(username)).subject).toBe("Your password was changed");
    expect(await noticesOf(username)).toEqual(["user.password.changed"]);
    const logged = t.db.selectFrom("audit_entries").select("action").where("actor", "=", username);
    expect(await logged.where("action", "like", "password.%").execute()).toEqual([
      { action: "password.reset" },
    ]);
  });

  test("works once, and invalidates earlier links, but nobody else's", async () => {
    const [username, other] = [await aPerson(), await aPerson()];
    const theirs = (await resetLink(other)).searchParams.get("token");
    const first = (await resetLink(username)).searchParams.get("token");
    const second = (await resetLink(username)).searchParams.get("token");
    await post("/auth/password/reset", { token: second, password: nextPassword });
    for (const token of [first, second]) {
      expect(
        await post("/auth/password/reset", { token, password: "another long passphrase" }),
      ).toMatchObject({ status: 400, body: { code: "INVALID_TOKEN" } });
    }
    const reset = { token: theirs, password: nextPassword };
    expect((await post("/auth/password/reset", reset)).status).toBe(204);
  });

  test("lets one of two at once through", async () => {
    const token = (await resetLink(await aPerson())).searchParams.get("token");
    const responses = await Promise.all(
      ["seven quiet herons", "eight quiet herons"].map((chosen) =>
        post("/auth/password/reset", { token, password: chosen }),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 400]);
  });

  test.each([
    ["too short", "short pw"],
    ["common", "password123"],
    ["that leaked elsewhere", "LS.mp3xxicd3c4e"],
    ["the present one", password],
  ])("is refused for a password %s, after which the link still works", async (_why, chosen) => {
    const username = await aPerson();
    const token = (await resetLink(username)).searchParams.get("token");
    expect(await post("/auth/password/reset", { token, password: chosen })).toMatchObject(weak);
    expect((await post("/auth/password/reset", { token, password: nextPassword })).status).toBe(
      204,
    );
  });

  test("is refused after an hour, and for a token of another kind", async () => {
    const username = await aPerson();
    const token = (await resetLink(username)).searchParams.get("token");
    expect(await post("/auth/verify", { token })).toMatchObject({
      body: { code: "INVALID_TOKEN" },
    });
    await sql`update account_tokens set expires_at = expires_at - interval '1 hour'`.execute(t.db);
    expect(await post("/auth/password/reset", { token, password: nextPassword })).toMatchObject({
      status: 400,
      body: { code: "TOKEN_EXPIRED" },
    });
  });

  test("also verifies the address, which otherwise keeps the time of its verification", async () => {
    const username = await aPerson();
    const verified = async (at: string | null) => {
      await sql`update users set verified_at = ${at} where username = ${username}`.execute(t.db);
    };
    const earlier = "2026-01-09T08:00:00.000Z";
    await verified(earlier);
    const first = (await resetLink(username)).searchParams.get("token");
    await post("/auth/password/reset", { token: first, password: "nine loud cranes" });
    const { rows } =
      await sql`select verified_at as at from users where username = ${username}`.execute(t.db);
    expect(rows).toEqual([{ at: new Date(earlier) }]);
    await verified(null);
    const token = (await resetLink(username)).searchParams.get("token");
    await post("/auth/password/reset", { token, password: nextPassword });
    expect((await logIn(username, nextPassword)).status).toBe(200);
  });
});

test("a reset holds no lock on the token while it waits for the account: a password change needs both", async () => {
  const username = await aPerson();
  const token = (await resetLink(username)).searchParams.get("token");
  const own = sql`(select id from users where username = ${username})`;
  const [response] = await runBlocked(
    t.db,
    sql`select from users where username = ${username} for update`,
    [() => post("/auth/password/reset", { token, password: nextPassword })],
    sql`select from account_tokens where user_id = ${own} for update nowait`,
  );
  expect(response!.status).toBe(204);
});

describe("a change by the person", () => {
  test("keeps the current session and ends the others", async () => {
    const username = await aPerson();
    const here = await logIn(username);
    const elsewhere = await logIn(username);
    expect(await isOpen(elsewhere.authToken)).toBe(true);
    const body = { currentPassword: password, password: nextPassword };
    expect((await t.call(here, "POST", "/me/password", body)).status).toBe(204);
    expect(await isOpen(here.authToken)).toBe(true);
    expect(await isOpen(elsewhere.authToken)).toBe(false);
    expect((await t.mailTo(username)).subject).toBe("Your password was changed");
    expect(await noticesOf(username)).toEqual(["user.password.changed"]);
    expect((await logIn(username, nextPassword)).status).toBe(200);
  });

  test("with a wrong current password is refused at the field, without a logout", async () => {
    const here = await logIn(await aPerson());
    const body = { currentPassword: "not my password", password: nextPassword };
    expect(await t.call(here, "POST", "/me/password", body)).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_FAILED", fieldErrors: [{ path: "currentPassword" }] },
    });
  });

  test.each(["short pw", "password123", password])("to %s is refused", async (chosen) => {
    const here = await logIn(await aPerson());
    const body = { currentPassword: password, password: chosen };
    expect(await t.call(here, "POST", "/me/password", body)).toMatchObject(weak);
  });
});

test("the strength check returns score and requirements", async () => {
  const strength = (body: object) => post("/auth/password/strength", body);
  expect(await strength({ password: "password" })).toMatchObject({
    status: 200,
    body: {
      score: 0,
      requirements: [
        { requirement: "length", met: false },
        { requirement: "notGuessable", met: false },
        { requirement: "notUsername", met: true },
      ],
    },
  });
  const good = await strength({ password: "harbour lights at dusk", username: "il" });
  expect(good.body).toMatchObject({ score: 4 });
});

test("A link that expired seven days ago is deleted, and no other", async () => {
  const username = await aPerson();
  const own = sql`(select id from users where username = ${username})`;
  for (const age of ["-00:10", "6 days 23:00", "7 days 01:00"])
    await sql`insert into account_tokens (token_hash, user_id, purpose, expires_at)
      values (sha256(${age}::text::bytea), ${own}, 'RESET', now() - ${age}::interval)`.execute(
      t.db,
    );
  await accountJobs(t.db)["accounts.tidy"]!({});
  const { rows } = await sql`select from account_tokens where user_id = ${own}`.execute(t.db);
  expect(rows).toHaveLength(2);
});
