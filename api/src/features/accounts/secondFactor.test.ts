import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { runBlocked } from "../../../test/runBlocked.ts";
import { audited } from "../../../test/operators.ts";
import { createAccount } from "./accounts.service.ts";
import { plainCode, recoveryCode, stepOf } from "./secondFactor.rules.ts";

const password = "harbour lights at dusk";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

let people = 0;
async function aPerson() {
  const username = `with-factor-${++people}@company.example`;
  const names = { firstName: "Per", lastName: "Son", roleName: "User" };
  await createAccount(t.db, { username, password, ...names, demonstration: false });
  const { body } = await logIn(username);
  const caller: TestCaller = { userId: 0, authToken: body.authToken };
  const { body: me } = await t.call(caller, "GET", "/me");
  return { username, caller, userId: me.id as number };
}

const logIn = (username: string, code?: string) =>
  t.call(undefined, "POST", "/auth/login", { username, password, ...(code && { code }) });

/** The code shown by the app; `steps` of 30 seconds from now, by the database's clock. */
async function codeOf(secret: string, steps: number): Promise<string> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(t.db);
  const timestamp = rows[0]!.now.getTime() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** A person with a second factor; the code of the current step is used up, that of the next one is valid. */
async function enrolled() {
  const person = await aPerson();
  const begun = await t.call(person.caller, "POST", "/me/second-factor", {
    currentPassword: password,
  });
  expect(begun.status).toBe(200);
  const secret = begun.body.secret as string;
  const code = await codeOf(secret, 0);
  const confirmed = await t.call(person.caller, "POST", "/me/second-factor/confirm", { code });
  expect(confirmed.status).toBe(200);
  return { ...person, secret, used: code, recovery: confirmed.body.recoveryCodes as string[] };
}

test("A confirmation holds no lock on the factor while it waits for the account: a new beginning needs both", async () => {
  const { caller, userId } = await aPerson();
  const path = "/me/second-factor";
  const { body } = await t.call(caller, "POST", path, { currentPassword: password });
  const code = await codeOf(body.secret, 0);
  const [response] = await runBlocked(
    t.db,
    sql`select from users where id = ${userId} for update`,
    [() => t.call(caller, "POST", `${path}/confirm`, { code })],
    sql`select from second_factors where user_id = ${userId} for update nowait`,
  );
  expect(response!.status).toBe(200);
});

const asked = { status: 401, body: { code: "SECOND_FACTOR_REQUIRED" } };
const wrong = { status: 401, body: { code: "INVALID_CODE" } };

describe("a login with a second factor", () => {
  test("requires the code only after the right password, and then succeeds", async () => {
    const { username, secret, caller } = await enrolled();
    const state = async () => (await t.call(caller, "GET", "/me/second-factor")).body;
    const { since } = await state();
    const bad = { username, password: "a wrong password" };
    expect(await t.call(undefined, "POST", "/auth/login", bad)).toMatchObject({
      body: { code: "INVALID_PASSWORD" },
    });
    expect(await logIn(username)).toMatchObject(asked);
    expect(await logIn(username, "000000")).toMatchObject(wrong);
    expect((await logIn(username, await codeOf(secret, 1))).status).toBe(200);
    expect(await state()).toMatchObject({ since });
    const failures = await t.db
      .selectFrom("audit_entries")
      .select("after")
      .where("action", "=", "login.fail")
      .where("actor", "=", username)
      .orderBy("id")
      .execute();
    const codes = [{ code: "INVALID_PASSWORD" }, { code: "INVALID_CODE" }];
    expect(failures.map(({ after }) => after)).toEqual(codes);
  });

  test("accepts no code twice, nor one of an earlier step, even of two at once", async () => {
    const { username, userId, secret, used } = await enrolled();
    expect(await logIn(username, used)).toMatchObject(wrong);
    const code = await codeOf(secret, 1);
    const row = sql`select from second_factors where user_id = ${userId} for update`;
    const again = () => logIn(username, code);
    const both = await runBlocked(t.db, row, [again, again]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(await logIn(username, code)).toMatchObject(wrong);
  });

  test("accepts each of ten recovery codes once, however it is typed", async () => {
    const { username, caller, recovery } = await enrolled();
    expect(new Set(recovery).size).toBe(10);
    expect((await logIn(username, recovery[0])).status).toBe(200);
    expect(await logIn(username, recovery[0])).toMatchObject(wrong);
    expect((await logIn(username, plainCode(recovery[1]!).toLowerCase())).status).toBe(200);
    const { body } = await t.call(caller, "GET", "/me/second-factor");
    expect(body.recoveryCodesLeft).toBe(8);
    const { rows } = await sql<{
      row: string;
    }>`select c::text as row from recovery_codes c`.execute(t.db);
    expect(rows.some(({ row }) => row.includes(recovery[2]!))).toBe(false);
  });

  test("accepts an app's code in groups, as do setup and removal, which send mails", async () => {
    const person = await aPerson();
    const { body: begun } = await t.call(person.caller, "POST", "/me/second-factor", {
      currentPassword: password,
    });
    const grouped = async (steps: number, between: string) =>
      (await codeOf(begun.secret, steps)).replace(/^.../, `$&${between}`);
    const set = { code: await grouped(-1, "-") };
    const confirmed = await t.call(person.caller, "POST", "/me/second-factor/confirm", set);
    expect(confirmed.status).toBe(200);
    const told = await t.mailTo(person.username);
    expect(told.subject).toBe("An authenticator app was set up for your account");
    expect(told.text_body).toContain("/user/settings/details");
    expect((await logIn(person.username, await grouped(0, " "))).status).toBe(200);
    const proof = { currentPassword: password, code: await grouped(1, "\u00a0") };
    const removed = await t.call(person.caller, "POST", "/me/second-factor/remove", proof);
    expect(removed.status).toBe(204);
  });

  test("accepts no recovery code of another account", async () => {
    const [mine, theirs] = [await enrolled(), await enrolled()];
    expect(await logIn(mine.username, theirs.recovery[0])).toMatchObject(wrong);
  });

  test("stores no usable secret in the database, nor accepts another account's", async () => {
    const [mine, theirs] = [await enrolled(), await enrolled()];
    const secrets = t.db.selectFrom("second_factors").select("secret");
    const kept = await secrets.where("user_id", "=", mine.userId).executeTakeFirstOrThrow();
    const plain = Buffer.from(Secret.fromBase32(mine.secret).bytes);
    expect(kept.secret.includes(plain)).toBe(false);
    expect(kept.secret.length).toBe(12 + 16 + plain.length);
    await t.db
      .updateTable("second_factors")
      .set(kept)
      .where("user_id", "=", theirs.userId)
      .execute();
    expect(await logIn(theirs.username, await codeOf(mine.secret, 1))).toMatchObject(wrong);
  });

  test("accepts only recovery codes after a change of the server's secret, and is set up again with them", async () => {
    const { username, userId, recovery, secret } = await enrolled();
    const other = await testApp({
      databaseUrl: t.databaseUrl,
      jwtSecret: "another secret ".repeat(3),
    });
    const enter = (code: string) =>
      other.call(undefined, "POST", "/auth/login", { username, password, code });
    const refused = await enter(await codeOf(secret, 1));
    expect(refused).toMatchObject({
      ...wrong,
      body: { detail: expect.stringContaining("recovery code") },
    });
    const { status, body } = await enter(recovery[0]!);
    expect(status).toBe(200);
    const caller: TestCaller = { userId, authToken: body.authToken };
    const remove = (code: string) =>
      other.call(caller, "POST", "/me/second-factor/remove", { currentPassword: password, code });
    expect((await remove(await codeOf(secret, 1))).body.fieldErrors).toMatchObject([
      { path: "code", message: refused.body.detail },
    ]);
    expect((await remove(recovery[1]!)).status).toBe(204);
    const begun = await other.call(caller, "POST", "/me/second-factor", {
      currentPassword: password,
    });
    const code = await codeOf(begun.body.secret, 0);
    const confirm = await other.call(caller, "POST", "/me/second-factor/confirm", { code });
    expect(confirm.status).toBe(200);
    await other.close();
  });

  test("with a secret in an older format does not break the server", async () => {
    const { username, userId, secret, recovery } = await enrolled();
    const plain = Buffer.from(Secret.fromBase32(secret).bytes);
    const factors = t.db.updateTable("second_factors").set({ secret: plain });
    await factors.where("user_id", "=", userId).execute();
    expect(await logIn(username, await codeOf(secret, 1))).toMatchObject(wrong);
    expect((await logIn(username, recovery[0])).status).toBe(200);
  });

  test("stops after ten wrong codes, until the password is changed", async () => {
    const { username, secret, caller } = await enrolled();
    for (let index = 0; index < 10; index++) await logIn(username, "000000");
    expect((await logIn(username, await codeOf(secret, 1))).status).toBe(429);
    const chosen = { currentPassword: password, password: "seven quiet herons" };
    expect((await t.call(caller, "POST", "/me/password", chosen)).status).toBe(204);
    const login = { username, password: chosen.password, code: await codeOf(secret, 1) };
    expect((await t.call(undefined, "POST", "/auth/login", login)).status).toBe(200);
  });
});

describe("setting it up", () => {
  test("requires the password and a first code; until then no code is required", async () => {
    const { username, caller } = await aPerson();
    const begin = (currentPassword: string) =>
      t.call(caller, "POST", "/me/second-factor", { currentPassword });
    expect((await begin("a wrong password")).body.fieldErrors).toMatchObject([
      { path: "currentPassword" },
    ]);
    // Begun once more, as after a reload: the newer secret counts.
    await begin(password);
    const { body } = await begin(password);
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/Tonneline/);
    expect(body.uri).toContain(body.secret);
    const confirm = (code: string) => t.call(caller, "POST", "/me/second-factor/confirm", { code });
    expect((await confirm("000000")).body.fieldErrors).toMatchObject([{ path: "code" }]);
    expect((await logIn(username)).status).toBe(200);
    expect((await confirm(await codeOf(body.secret, 0))).status).toBe(200);
    expect(await logIn(username)).toMatchObject(asked);
  });

  test("stops after ten wrong codes", async () => {
    const { caller } = await aPerson();
    const path = "/me/second-factor";
    const { body } = await t.call(caller, "POST", path, { currentPassword: password });
    const confirm = (code: string) => t.call(caller, "POST", `${path}/confirm`, { code });
    for (let index = 0; index < 10; index++) expect((await confirm("000000")).status).toBe(400);
    expect((await confirm(await codeOf(body.secret, 0))).status).toBe(429);
  });

  test("cannot be begun or confirmed again once confirmed, and no call returns the secret", async () => {
    const { caller, secret } = await enrolled();
    const again = await t.call(caller, "POST", "/me/second-factor", { currentPassword: password });
    const more = { code: await codeOf(secret, 1) };
    const codes = await t.call(caller, "POST", "/me/second-factor/confirm", more);
    for (const refused of [again, codes])
      expect(refused).toMatchObject({ status: 409, body: { code: "INVALID_TRANSITION" } });
    const { body } = await t.call(caller, "GET", "/me/second-factor");
    expect(Object.keys(body).toSorted()).toEqual(["asks", "needed", "recoveryCodesLeft", "since"]);
    expect(JSON.stringify(again.body)).not.toContain(secret);
  });
});

describe("removing it", () => {
  test("requires the password and a code, and sends a mail", async () => {
    const { username, caller, secret } = await enrolled();
    const remove = (currentPassword: string, code?: string) =>
      t.call(caller, "POST", "/me/second-factor/remove", { currentPassword, code });
    const without = await aPerson();
    // One that was begun but never confirmed is none.
    await t.call(without.caller, "POST", "/me/second-factor", { currentPassword: password });
    const none = await t.call(without.caller, "POST", "/me/second-factor/remove", {
      currentPassword: password,
    });
    expect(none).toMatchObject({ status: 409, body: { code: "INVALID_TRANSITION" } });
    expect((await remove("a wrong password", await codeOf(secret, 1))).status).toBe(400);
    for (const code of [undefined, "000000"])
      expect((await remove(password, code)).body.fieldErrors).toMatchObject([{ path: "code" }]);
    expect(await logIn(username)).toMatchObject(asked);
    expect((await remove(password, await codeOf(secret, 1))).status).toBe(204);
    expect((await logIn(username)).status).toBe(200);
    expect((await t.mailTo(username)).subject).toBe("Your second factor was removed");
    const admin = await t.aUser("Admin");
    const noted = await audited(t, admin, "secondFactor.remove");
    expect(noted).toMatchObject({ actor: username, thingName: username });
  });

  test("by an operator is audited and mailed, and refused for accounts with more permissions", async () => {
    const admin = await t.aUser("Admin");
    const { username, userId } = await enrolled();
    const reset = (caller: TestCaller, id: number) =>
      t.call(caller, "POST", `/management/users/${id}/second-factor/reset`);
    const desk = { name: "Desk", permissions: ["users:read", "users:write"] };
    await t.call(admin, "POST", "/management/roles", desk);
    const helper = await t.aUser("Desk");
    expect((await reset(helper, admin.userId)).status).toBe(403);
    expect((await reset(helper, userId)).status).toBe(204);
    expect((await logIn(username)).status).toBe(200);
    expect((await t.mailTo(username)).subject).toBe("Your second factor was removed");
    expect((await reset(helper, userId)).status).toBe(409);
    const noted = await t.db
      .selectFrom("audit_entries")
      .select(["action", "actor_id"])
      .where("thing_id", "=", String(userId))
      .where("action", "like", "secondFactor.%")
      .orderBy("id")
      .execute();
    expect(noted).toEqual([
      { action: "secondFactor.enable", actor_id: userId },
      { action: "secondFactor.reset", actor_id: helper.userId },
    ]);
  });
});

describe("a code", () => {
  // Last six digits of the test vectors in RFC 6238, appendix B.
  const secret = Buffer.from("12345678901234567890");
  test.each([
    [59_000, "287082", 1],
    [1_111_111_109_000, "081804", 37_037_036],
    [89_999, "287082", 1],
    [90_000, "287082", undefined],
    [29_999, "287082", 1],
    [59_000, "287083", undefined],
  ])("at %d ms: %s belongs to step %s", (nowMs, code, step) => {
    expect(stepOf(secret, code, nowMs, 0)).toBe(step);
  });

  test("of a used step is not valid", () => {
    expect(stepOf(secret, "287082", 59_000, 1)).toBeUndefined();
  });

  test("for recovery has sixteen characters in groups", () => {
    expect(recoveryCode()).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/);
  });
});
