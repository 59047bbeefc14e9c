import type { PasskeyChallenge, PasskeyCreation } from "@tonneline/contract/passkeys";
import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { jwtSecret, publicUrl, testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { runBlocked } from "../../../test/runBlocked.ts";
import { createAuthenticator } from "../../../test/authenticator.ts";
import { createSeal } from "../../core/sealing.ts";
import { createAccount } from "./accounts.service.ts";
import { challengeFor, creationFor, webAuthnAt } from "./webauthn.ts";

const password = "harbour lights at dusk";
const proof = { currentPassword: password };
const here = webAuthnAt(publicUrl, createSeal(jwtSecret, "passkeys"));

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

let people = 0;
async function aPerson(roleName = "User", at = t) {
  const username = `with-passkey-${++people}@company.example`;
  const names = { firstName: "Per", lastName: "Son", roleName };
  await createAccount(at.db, { username, password, ...names, demonstration: false });
  const { body } = await logIn(username, at);
  const { body: me } = await at.call({ userId: 0, authToken: body.authToken }, "GET", "/me");
  return { username, userId: me.id as number, authToken: body.authToken as string };
}

const logIn = (username: string, at = t) =>
  at.call(undefined, "POST", "/auth/login", { username, password });

const begin = async (caller: TestCaller, given: object = proof, at = t) => {
  const { status, body } = await at.call(caller, "POST", "/me/passkeys/creation", given);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as PasskeyCreation;
};
const keep = (caller: TestCaller, passkey: object, name = "Laptop", at = t) =>
  at.call(caller, "POST", "/me/passkeys", { name, passkey });

/** A person with one passkey. */
async function enrolled(roleName = "User", at = t) {
  const person = await aPerson(roleName, at);
  const device = createAuthenticator(publicUrl);
  const kept = await keep(person, device.make(await begin(person, proof, at)), "Laptop", at);
  expect(kept.status, JSON.stringify(kept.body)).toBe(201);
  return { ...person, device, passkeyId: kept.body.id as number };
}
type Enrolled = Awaited<ReturnType<typeof enrolled>>;

const challenge = async (at = t) =>
  (await at.call(undefined, "POST", "/auth/passkeys/challenge")).body as PasskeyChallenge;
const enter = (passkey: object, at = t) =>
  at.call(undefined, "POST", "/auth/passkeys/login", { passkey });
const logInWith = async ({ device }: Enrolled, slips = {}) =>
  enter(device.answer(await challenge(), slips));

/** A response of the person's passkey, as proof for a sensitive action. */
async function proven(person: Enrolled, slips = {}) {
  const { body } = await t.call(person, "POST", "/me/passkeys/challenge");
  return { ...proof, passkey: person.device.answer(body as PasskeyChallenge, slips) };
}

const invalid = { status: 401, body: { code: "INVALID_PASSKEY" } };
const notedOf = (userId: number) =>
  t.db
    .selectFrom("audit_entries")
    .select(["action", "before", "after"])
    .where("thing_id", "=", String(userId))
    .where("thing_type", "=", "user")
    .orderBy("id")
    .execute();

async function failuresOf({ username }: Pick<Enrolled, "username">) {
  const { rows } = await sql<{ code: string }>`select after ->> 'code' as code from audit_entries
    where actor = ${username} and action = 'login.fail' order by id`.execute(t.db);
  return rows.map(({ code }) => code);
}

describe("a login with a passkey", () => {
  test("opens the account without password or code, and is logged as such", async () => {
    const person = await enrolled();
    const { status, body } = await logInWith(person);
    expect(status, JSON.stringify(body)).toBe(200);
    const { body: me } = await t.call({ userId: 0, authToken: body.authToken }, "GET", "/me");
    expect(me.username).toBe(person.username);
    const { after } = await t.db
      .selectFrom("audit_entries")
      .select("after")
      .where("actor", "=", person.username)
      .where("action", "=", "login.succeed")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(after).toEqual({ by: "passkey" });
    const { body: list } = await t.call(person, "GET", "/me/passkeys");
    expect(list.content).toMatchObject([{ name: "Laptop", lastUsedAt: expect.any(String) }]);
    expect(JSON.stringify(list)).not.toContain(person.device.id);
  });

  test("is required where the password alone is not enough", async () => {
    const { username } = await enrolled();
    const refused = { status: 401, body: { code: "PASSKEY_REQUIRED" } };
    expect(await logIn(username)).toMatchObject(refused);
    const wrong = { username, password: "a wrong password" };
    const { body } = await t.call(undefined, "POST", "/auth/login", wrong);
    expect(body.code).toBe("INVALID_PASSWORD");
    expect(await failuresOf({ username })).toEqual(["INVALID_PASSWORD"]);
  });

  test.each([
    ["another origin", { origin: "https://market.example.evil.example" }],
    ["another place", { rpId: "evil.example" }],
    ["a device that did not check its user", { unverified: true }],
    ["the handle of somebody else", { userHandle: Buffer.from("1").toString("base64url") }],
  ])("is refused from %s", async (_, slips) => {
    const person = await enrolled();
    expect(await logInWith(person, slips)).toMatchObject(invalid);
    expect((await logInWith(person)).status).toBe(200);
  });

  test("is refused if its counter does not increase, since the key was cloned", async () => {
    const person = await enrolled();
    expect((await logInWith(person, { counter: 5 })).status).toBe(200);
    expect(await logInWith(person, { counter: 5 })).toMatchObject(invalid);
    expect(await logInWith(person, { counter: 4 })).toMatchObject(invalid);
    expect((await logInWith(person, { counter: 6 })).status).toBe(200);
    expect(await failuresOf(person)).toEqual(["INVALID_PASSKEY", "INVALID_PASSKEY"]);
  });

  test("counts once, even of two at once, and never with an older challenge", async () => {
    const { device } = await enrolled();
    const older = await challenge();
    const answer = device.answer(await challenge(), { counter: 0 });
    const row = sql`select from passkeys where credential_id = ${device.id} for update`;
    const both = await runBlocked(t.db, row, [() => enter(answer), () => enter(answer)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(await enter(answer)).toMatchObject(invalid);
    expect(await enter(device.answer(older, { counter: 0 }))).toMatchObject(invalid);
  });

  test("is refused for a challenge with another aim, from another server, and after five minutes", async () => {
    const person = await enrolled();
    const { body: forProof } = await t.call(person, "POST", "/me/passkeys/challenge");
    expect(await enter(person.device.answer(forProof as PasskeyChallenge))).toMatchObject(invalid);
    const other = await testApp({
      databaseUrl: t.databaseUrl,
      jwtSecret: "another secret ".repeat(3),
    });
    expect(await enter(person.device.answer(await challenge(other)))).toMatchObject(invalid);
    await other.close();
    const made = await challenge();
    expect(await enter(person.device.answer({ ...made, challenge: "AAAA" }))).toMatchObject(
      invalid,
    );
    const madeAgo = (seconds: number) =>
      challengeFor(here, "login", new Date(Date.now() - seconds * 1000));
    expect(await enter(person.device.answer(madeAgo(301)))).toMatchObject(invalid);
    expect((await enter(person.device.answer(madeAgo(240)))).status).toBe(200);
  });

  test("is refused for an unknown passkey, and from a device that only pretends to have it", async () => {
    const person = await enrolled();
    const stranger = createAuthenticator(publicUrl);
    const slips = { userHandle: Buffer.from(String(person.userId)).toString("base64url") };
    expect(await enter(stranger.answer(await challenge(), slips))).toMatchObject(invalid);
    const { id } = person.device;
    const forged = { ...stranger.answer(await challenge(), slips), id, rawId: id };
    expect(await enter(forged)).toMatchObject(invalid);
  });

  test("stops after ten wrong responses of one passkey", async () => {
    const person = await enrolled();
    for (let index = 0; index < 10; index++) await logInWith(person, { unverified: true });
    expect((await logInWith(person)).status).toBe(429);
    expect((await logInWith(await enrolled())).status).toBe(200);
  });

  test("keeps out blocked accounts", async () => {
    const admin = await t.aUser("Admin");
    const person = await enrolled();
    const { status } = await t.call(admin, "POST", `/management/users/${person.userId}/block`, {
      reason: "Left the company",
    });
    expect(status).toBeLessThan(300);
    expect(await logInWith(person)).toMatchObject({ status: 403, body: { code: "BLOCKED" } });
  });
});

describe("adding a passkey", () => {
  test("requires the password, is audited, and sends a mail", async () => {
    const person = await aPerson();
    const refused = await t.call(person, "POST", "/me/passkeys/creation", {
      currentPassword: "a wrong password",
    });
    expect(refused.body.fieldErrors).toMatchObject([{ path: "currentPassword" }]);
    const device = createAuthenticator(publicUrl);
    expect((await keep(person, device.make(await begin(person)))).status).toBe(201);
    expect((await t.mailTo(person.username)).subject).toBe("A passkey was added to your account");
    expect(await notedOf(person.userId)).toEqual([
      { action: "passkey.add", before: null, after: { name: "Laptop" } },
    ]);
  });

  test("requires an existing one, and tells the device which it already has", async () => {
    const person = await enrolled();
    const alone = await t.call(person, "POST", "/me/passkeys/creation", proof);
    expect(alone).toMatchObject({ status: 400, body: { fieldErrors: [{ path: "passkey" }] } });
    const creation = await begin(person, await proven(person));
    expect(creation.excludeCredentials.map(({ id }) => id)).toEqual([person.device.id]);
    const other = createAuthenticator(publicUrl);
    expect((await keep(person, other.make(creation), "Key ring")).status).toBe(201);
    const { body } = await t.call(person, "GET", "/me/passkeys");
    expect(body.content.map(({ name }: { name: string }) => name)).toEqual(["Laptop", "Key ring"]);
  });

  test("refuses another account's challenge and an old one, a duplicate, another origin, and an unverified user", async () => {
    const [mine, theirs] = [await aPerson(), await aPerson()];
    const device = createAuthenticator(publicUrl);
    const made = device.make(await begin(theirs));
    expect((await keep(mine, made)).body.fieldErrors).toMatchObject([{ path: "passkey" }]);
    const old = creationFor(here, { ...mine, id: mine.userId }, new Date(Date.now() - 301_000), []);
    expect((await keep(mine, device.make(old))).body.fieldErrors).toMatchObject([
      { path: "passkey" },
    ]);
    for (const slips of [
      { origin: "https://evil.example" },
      { rpId: "evil.example" },
      { unverified: true },
    ]) {
      const { body } = await keep(mine, device.make(await begin(mine), slips));
      expect(body.fieldErrors, JSON.stringify(slips)).toMatchObject([{ path: "passkey" }]);
    }
    expect((await keep(theirs, made)).status).toBe(201);
    expect((await keep(theirs, made)).status).toBe(409);
    expect((await keep(mine, device.make(await begin(mine)))).status).toBe(409);
  });

  test("refuses attestation certificates, whose revocation list could be fetched from any address", async () => {
    const person = await aPerson();
    const asked = vi.spyOn(globalThis, "fetch");
    const statement = new Map<string, unknown>([
      ["alg", -7],
      ["sig", new Uint8Array(70)],
      ["x5c", [new Uint8Array(200)]],
    ]);
    for (const format of ["packed", "fido-u2f", "android-key", "tpm", "apple"]) {
      const made = createAuthenticator(publicUrl).make(await begin(person), {
        attestation: { format, statement },
      });
      expect((await keep(person, made)).status, format).toBe(400);
      await t.db.deleteFrom("attempts").execute();
    }
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });

  test("stops at twenty, even for two begun at the same time", async () => {
    const person = await enrolled();
    const row = (index: number) => ({
      user_id: person.userId,
      name: `Key ${index}`,
      credential_id: `${person.userId}-${index}`,
      public_key: Buffer.from("none"),
      transports: [],
      counter: 0,
    });
    await t.db
      .insertInto("passkeys")
      .values(Array.from({ length: 18 }, (_, i) => row(i)))
      .execute();
    const made = [];
    for (const device of [createAuthenticator(publicUrl), createAuthenticator(publicUrl)]) {
      made.push(device.make(await begin(person, await proven(person))));
    }
    const own = sql`select from users where id = ${person.userId} for update`;
    const both = await runBlocked(
      t.db,
      own,
      made.map((passkey) => () => keep(person, passkey)),
    );
    expect(both.map((each) => each.status).toSorted()).toEqual([201, 409]);
    const { status } = await t.call(person, "POST", "/me/passkeys/creation", await proven(person));
    expect(status).toBe(409);
  });

  test("gives an Admin what requires a second factor, in the same session", async () => {
    const production = await testApp({ adminsNeedSecondFactor: true });
    const admin = await aPerson("Admin", production);
    const read = () => production.call(admin, "GET", "/management/settings");
    expect((await read()).body.code).toBe("SECOND_FACTOR_NEEDED");
    const device = createAuthenticator(publicUrl);
    const made = device.make(await begin(admin, proof, production));
    const { body: kept } = await keep(admin, made, "Laptop", production);
    expect((await read()).status).toBe(200);
    const { body } = await production.call(admin, "POST", "/me/passkeys/challenge");
    const removed = await production.call(admin, "POST", `/me/passkeys/${kept.id}/removal`, {
      ...proof,
      passkey: device.answer(body as PasskeyChallenge),
    });
    expect(removed).toMatchObject({ status: 409, body: { code: "INVALID_TRANSITION" } });
    expect((await read()).status).toBe(200);
    await production.close();
  });
});

describe("removing a passkey", () => {
  const remove = (caller: TestCaller, id: number, given: object) =>
    t.call(caller, "POST", `/me/passkeys/${id}/removal`, given);

  test("requires password and passkey, is audited, and sends a mail", async () => {
    const person = await enrolled();
    const { passkeyId } = person;
    expect((await remove(person, passkeyId, proof)).body.fieldErrors).toMatchObject([
      { path: "passkey" },
    ]);
    const given = await proven(person, { unverified: true });
    expect((await remove(person, passkeyId, given)).status).toBe(400);
    expect((await remove(person, passkeyId, await proven(person))).status).toBe(204);
    expect(await logInWith(person)).toMatchObject(invalid);
    expect((await logIn(person.username)).status).toBe(200);
    const { subject } = await t.mailTo(person.username);
    expect(subject).toBe("A passkey was removed from your account");
    const [, removed] = await notedOf(person.userId);
    expect(removed).toEqual({ action: "passkey.remove", before: { name: "Laptop" }, after: null });
  });

  test("keeps the account's other passkeys", async () => {
    const person = await enrolled();
    const phone = createAuthenticator(publicUrl);
    const made = phone.make(await begin(person, await proven(person)));
    expect((await keep(person, made, "Phone")).status).toBe(201);
    expect((await remove(person, person.passkeyId, await proven(person))).status).toBe(204);
    const { body } = await t.call(person, "GET", "/me/passkeys");
    expect(body.content).toMatchObject([{ name: "Phone", lastUsedAt: null }]);
  });

  test("accepts no other account's passkey as proof, and removes none", async () => {
    const [mine, theirs] = [await enrolled(), await enrolled()];
    const { body } = await t.call(mine, "POST", "/me/passkeys/challenge");
    expect(body.allowCredentials).toMatchObject([{ id: mine.device.id }]);
    const foreign = { ...proof, passkey: theirs.device.answer(body as PasskeyChallenge) };
    expect((await remove(mine, mine.passkeyId, foreign)).status).toBe(400);
    expect((await remove(mine, theirs.passkeyId, await proven(mine))).status).toBe(404);
    expect((await logInWith(theirs)).status).toBe(200);
  });

  test("through an operator removes all of them, and the app", async () => {
    const admin = await t.aUser("Admin");
    const person = await enrolled();
    const reset = () =>
      t.call(admin, "POST", `/management/users/${person.userId}/second-factor/reset`);
    const seen = () => t.call(admin, "GET", `/management/users/${person.userId}`);
    expect((await seen()).body.hasSecondFactor).toBe(true);
    expect((await reset()).status).toBe(204);
    expect((await seen()).body.hasSecondFactor).toBe(false);
    expect((await logIn(person.username)).status).toBe(200);
    expect(await logInWith(person)).toMatchObject(invalid);
    expect((await reset()).status).toBe(409);
  });
});

describe("together with an authenticator app", () => {
  test("a passkey suffices to add the app, and then either is accepted as proof", async () => {
    const person = await enrolled();
    const alone = await t.call(person, "POST", "/me/second-factor", proof);
    expect(alone.body.fieldErrors).toMatchObject([{ path: "passkey" }]);
    const begun = await t.call(person, "POST", "/me/second-factor", await proven(person));
    const totp = new TOTP({ secret: Secret.fromBase32(begun.body.secret) });
    const confirm = { code: totp.generate() };
    expect((await t.call(person, "POST", "/me/second-factor/confirm", confirm)).status).toBe(200);
    expect((await t.call(person, "GET", "/me/second-factor")).body.asks).toBe("code");
    expect((await logIn(person.username)).body.code).toBe("SECOND_FACTOR_REQUIRED");
    const path = "/me/second-factor/remove";
    expect((await t.call(person, "POST", path, proof)).body.fieldErrors).toMatchObject([
      { path: "code" },
    ]);
    expect((await t.call(person, "POST", path, await proven(person))).status).toBe(204);
    expect((await t.mailTo(person.username)).text_body).toContain("Your passkeys stay");
    expect((await logIn(person.username)).body.code).toBe("PASSKEY_REQUIRED");
  });
});

describe("erasing one's account", () => {
  test("requires the passkey too, and deletes it; the export mentions it without the key", async () => {
    const person = await enrolled();
    const { body: data } = await t.call(person, "GET", "/me/data");
    expect(data.passkeys).toMatchObject([{ name: "Laptop" }]);
    expect(JSON.stringify(data)).not.toContain(person.device.id);
    const erase = (given: object) => t.call(person, "POST", "/me/erasure", { password, ...given });
    expect((await erase({})).body.fieldErrors).toMatchObject([{ path: "passkey" }]);
    const { passkey } = await proven(person);
    expect((await erase({ passkey })).status).toBe(204);
    const left = t.db.selectFrom("passkeys").select("id").where("user_id", "=", person.userId);
    expect(await left.execute()).toEqual([]);
  });
});
