import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jwtSecret, testApp, type TestApp } from "../../../test/app.ts";
import { deleteTries, pruneOldTries } from "./limits.sql.ts";
import { accountJobs } from "./accounts.jobs.ts";
import { createAccount } from "./accounts.service.ts";
import { boundsOf, defaultLimits } from "./limits.rules.ts";
import { createTokens } from "./tokens.ts";

const tight = { perAccount: 3, perAddress: 6, windowSeconds: 60 };
const anywhere = { free: 5, maxDelaySeconds: 32 };
const password = "harbour lights at dusk";

let t: TestApp;
let username: string;
let people = 0;
beforeAll(async () => {
  t = await testApp({
    limits: {
      login: { ...tight, anywhere },
      changePassword: tight,
      register: tight,
      remind: tight,
      reset: tight,
      refresh: tight,
      verify: tight,
      strength: { ...tight, perAddress: 8 },
    },
  });
});
afterAll(() => t.close());

async function begin(): Promise<void> {
  await sql`delete from attempts`.execute(t.db);
  username = `limited-${++people}@company.example`;
  const names = { firstName: "Per", lastName: "Son", roleName: "User" };
  await createAccount(t.db, { username, password, ...names, demonstration: false });
}

/** Tries to log in from an address: returns the response and the seconds to wait. */
async function logInFrom(remoteAddress: string, pass: string, name = username) {
  const response = await t.app.inject({
    method: "POST",
    url: "/api/v1/auth/login",
    remoteAddress,
    payload: { username: name, password: pass },
  });
  const wait = response.headers["retry-after"];
  return { status: response.statusCode, wait: wait === undefined ? undefined : Number(wait) };
}
const testAddress = (index: number) => `198.51.100.${index}`;

const post = (path: string, body: unknown) => t.call(undefined, "POST", path, body);
const logIn = (name: string, pass: string) =>
  post("/auth/login", { username: name, password: pass });

async function statusesOf(times: number, attempt: (index: number) => Promise<{ status: number }>) {
  const statuses: number[] = [];
  for (let index = 0; index < times; index++) statuses.push((await attempt(index)).status);
  return statuses;
}

describe("logging in", () => {
  test("stops after too many wrong passwords for one account, and says when to try again", async () => {
    await begin();
    expect(await statusesOf(4, () => logIn(username, "a wrong password"))).toEqual([
      401, 401, 401, 429,
    ]);
    const response = await t.app.inject({
      method: "POST",
      url: "/api/v1/auth/login",
      payload: { username, password },
    });
    expect(response.statusCode).toBe(429);
    expect(response.json()).toMatchObject({
      code: "RATE_LIMITED",
      detail: "Too many attempts. Please try again in a minute.",
    });
    const seconds = Number(response.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    // Two limits are reached, one for a minute longer than the other.
    await sql`update attempts set tries = 6, ends_at = now() + interval '1 minute' * case
      when key = (select key from attempts where length(key) = 32 order by key limit 1) then 1 else 2 end`.execute(
      t.db,
    );
    expect((await logInFrom("127.0.0.1", password)).wait).toBeGreaterThan(60);
  });

  test("lets the owner in from elsewhere while someone is guessing", async () => {
    await begin();
    const guesses = () => logInFrom(testAddress(1), "a wrong password");
    expect(await statusesOf(4, guesses)).toEqual([401, 401, 401, 429]);
    expect((await logInFrom(testAddress(2), password)).status).toBe(200);
  });

  test("delays guesses from all addresses more and more, but never locks the owner out for long", async () => {
    await begin();
    const guess = (index: number) => logInFrom(testAddress(index), "a wrong password");
    const pass = (seconds: number) =>
      sql`update attempts set next_at = next_at - make_interval(secs => ${seconds})`.execute(t.db);
    expect(await statusesOf(6, guess)).toEqual([401, 401, 401, 401, 401, 401]);
    for (const delay of [2, 4]) {
      await pass(delay);
      expect((await guess(10 + delay)).status).toBe(401);
    }
    // From here on each delay is longer than a login takes on a busy machine.
    for (const delay of [8, 16, 32, 32]) {
      const refused = await guess(20);
      expect(refused.status).toBe(429);
      expect(refused.wait).toBeGreaterThan(delay - 8);
      expect(refused.wait).toBeLessThanOrEqual(delay);
      expect((await logInFrom(testAddress(21), password)).status).toBe(429);
      await pass(delay);
      expect((await logInFrom(testAddress(21), password)).status).toBe(200);
      expect((await guess(30 + delay)).status).toBe(401);
    }
  });

  test("does not count refused attempts", async () => {
    await begin();
    await statusesOf(20, () => logIn(username, "a wrong password"));
    const { rows } = await sql<{ tries: number }>`select tries from attempts`.execute(t.db);
    expect(rows.map(({ tries }) => tries)).toEqual([3, 3, 3]);
    expect((await logIn("colleague@company.example", "a wrong password")).status).toBe(401);
  });

  test("works at once after a password reset, wherever the guesses came from", async () => {
    await begin();
    for (const from of [1, 2]) {
      await statusesOf(3, () => logInFrom(testAddress(from), "a wrong password"));
    }
    expect((await logInFrom(testAddress(1), password)).status).toBe(429);
    await post("/auth/password/remind", { username });
    await t.runJobs(accountJobs(t.db));
    const { text_body } = await t.mailTo(username);
    const token = /token=([\w-]+)/.exec(text_body)![1];
    const chosen = "seven quiet herons";
    expect((await post("/auth/password/reset", { token, password: chosen })).status).toBe(204);
    expect((await logInFrom(testAddress(1), chosen)).status).toBe(200);
    expect((await logInFrom(testAddress(2), chosen)).status).toBe(200);
  });

  test("stops after too many wrong passwords from one address, whatever the account", async () => {
    await begin();
    const statuses = await statusesOf(7, (index) =>
      logIn(`unknown-${index}@company.example`, "a wrong password"),
    );
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429]);
    // A caller with IPv6 has as many addresses as they like, all in one network.
    const elsewhere = await statusesOf(7, (index) =>
      logInFrom(`2001:db8:0:7::${index}`, "a wrong password", `unknown-${index}@company.example`),
    );
    expect(elsewhere).toEqual(statuses);
  });

  test("does not count successes, nor the right password of a blocked account", async () => {
    await begin();
    const right = () => logIn(username, password);
    expect(new Set(await statusesOf(8, right))).toEqual(new Set([200]));
    await t.db
      .updateTable("users")
      .set({ blocked: true })
      .where("username", "=", username)
      .execute();
    expect(new Set(await statusesOf(4, right))).toEqual(new Set([403]));
  });

  test("lets no more guesses through if they are concurrent", async () => {
    await begin();
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => logIn(username, "a wrong password")),
    );
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(tight.perAccount);
  });

  test("works again after the window", async () => {
    await begin();
    await statusesOf(4, () => logIn(username, "a wrong password"));
    await sql`update attempts set ends_at = ends_at - interval '60 seconds'`.execute(t.db);
    expect((await logIn(username, password)).status).toBe(200);
  });

  test("has a window from the first attempt on, and starts over with a full limit", async () => {
    await begin();
    const wrong = () => logIn(username, "a wrong password");
    const ends = () => sql`select key, ends_at from attempts order by key`.execute(t.db);
    await wrong();
    const { rows: first } = await ends();
    await statusesOf(2, wrong);
    expect((await ends()).rows).toEqual(first);
    await sql`update attempts set ends_at = now()`.execute(t.db);
    expect(await statusesOf(3, wrong)).toEqual([401, 401, 401]);
  });

  test("is counted by all servers together, without revealing who tried", async () => {
    await begin();
    await logIn(username, "a wrong password");
    const { rows } = await sql<{ tries: number; key: Buffer }>`select * from attempts`.execute(
      t.db,
    );
    expect(rows.map(({ tries }) => tries)).toEqual([1, 1, 1]);
    expect(rows.some(({ key }) => key.toString("latin1").includes(username))).toBe(false);
  });
});

describe("a password change", () => {
  const change = (pass: string) => ({ currentPassword: pass, password: "seven quiet herons" });
  async function session() {
    const { body } = await logIn(username, password);
    return { userId: 0, authToken: body.authToken as string };
  }

  test("stops after too many wrong current passwords in one session", async () => {
    await begin();
    const [here, elsewhere] = [await session(), await session()];
    const guess = () => t.call(here, "POST", "/me/password", change("a wrong password"));
    expect(await statusesOf(4, guess)).toEqual([400, 400, 400, 429]);
    const own = await t.call(elsewhere, "POST", "/me/password", change(password));
    expect(own.status).toBe(204);
  });

  test("is not stopped by failed logins", async () => {
    await begin();
    const here = await session();
    await statusesOf(4, () => logIn(username, "a wrong password"));
    expect((await t.call(here, "POST", "/me/password", change(password))).status).toBe(204);
  });
});

/** With a token of ours, although its session is gone. */
async function refreshFrom(index: number) {
  const now = new Date();
  const session = { id: randomUUID(), generation: 1, now, expiresAt: now };
  const { refreshToken } = createTokens(jwtSecret).sign({ username } as never, session);
  const { statusCode } = await t.app.inject({
    method: "POST",
    url: "/api/v1/auth/refresh",
    remoteAddress: testAddress(index),
    payload: { refreshToken },
  });
  return { status: statusCode };
}

test.each([
  [
    "registering",
    () => post("/auth/register", { username, password, firstName: "P", lastName: "S" }),
    409,
  ],
  ["a reminder", () => post("/auth/password/remind", { username }), 204],
  ["a reset", () => post("/auth/password/reset", { token: "invented", password }), 400],
  ["a refresh", () => post("/auth/refresh", { refreshToken: "invented" }), 400],
  ["a refresh of an account, from anywhere", (index: number) => refreshFrom(index), 400],
  ["verifying an address", () => post("/auth/verify", { token: "invented" }), 400],
  ["a look at an invitation", () => post("/auth/invitations/look", { token: "invented" }), 400],
  ["accepting one", () => post("/auth/invitations/accept", { token: "invented" }), 400],
])("%s is limited", async (_what, attempt, status) => {
  await begin();
  const statuses = await statusesOf(7, attempt);
  expect(statuses[0]).toBe(status);
  expect(statuses.at(-1)).toBe(429);
});

test("a refused password does not count as a registration, but as a strength check", async () => {
  await begin();
  const newcomer = { username: "newcomer@company.example", firstName: "New", lastName: "Comer" };
  const weak = () => post("/auth/register", { ...newcomer, password: "password12" });
  expect(new Set(await statusesOf(7, weak))).toEqual(new Set([400]));
  expect((await post("/auth/register", { ...newcomer, password })).status).toBe(201);
  expect((await weak()).status).toBe(429);
  expect((await post("/auth/password/strength", { password })).status).toBe(429);
});

test("a rate-limited reminder responds alike to known and unknown addresses", async () => {
  await begin();
  const remind = (name: string) => () => post("/auth/password/remind", { username: name });
  const known = await statusesOf(4, remind(username));
  await sql`delete from attempts`.execute(t.db);
  expect(await statusesOf(4, remind("nobody@company.example"))).toEqual(known);
});

test("a reset deletes an account's counters, and no others", async () => {
  await begin();
  const [before, own, after] = [0x3f, 0x40, 0x41].map((byte) => Buffer.alloc(16, byte));
  const atAddress = Buffer.concat([own!, Buffer.alloc(16, 0xff)]);
  await sql`insert into attempts (key, tries, ends_at)
    select key, 1, now() from unnest(${[before, own, atAddress, after]}::bytea[]) key`.execute(
    t.db,
  );
  await deleteTries(t.db, own!);
  const { rows } = await sql<{ key: Buffer }>`select key from attempts order by key`.execute(t.db);
  expect(rows.map(({ key }) => key)).toEqual([before, after]);
});

test("expired counters are deleted", async () => {
  await begin();
  await logIn(username, "a wrong password");
  await sql`update attempts set ends_at = now()`.execute(t.db);
  await pruneOldTries(t.db, 0);
  const { rows } = await sql`select 1 from attempts`.execute(t.db);
  expect(rows).toEqual([]);
});

test("the default limits leave people room", () => {
  expect(boundsOf(defaultLimits.login, true)).toEqual([
    { of: "account", allowed: 50, windowSeconds: 86_400, maxDelaySeconds: 60 },
    { of: "accountAtAddress", allowed: 10, windowSeconds: 900, maxDelaySeconds: null },
    { of: "address", allowed: 100, windowSeconds: 900, maxDelaySeconds: null },
  ]);
});
