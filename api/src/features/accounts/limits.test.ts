import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp } from "../../../test/app.ts";
import { accountJobs } from "./accounts.jobs.ts";
import { createAccount } from "./accounts.service.ts";
import { defaultLimits } from "./limits.rules.ts";

const tight = { perAccount: 3, perAddress: 6, windowSeconds: 60 };
const password = "harbour lights at dusk";

let t: TestApp;
let username: string;
let people = 0;
beforeAll(async () => {
  t = await testApp({
    limits: { login: tight, register: tight, remind: tight, reset: tight, refresh: tight },
  });
});
afterAll(() => t.close());

async function begin(): Promise<void> {
  await sql`delete from attempts`.execute(t.db);
  username = `limited-${++people}@company.example`;
  const names = { firstName: "Per", lastName: "Son", roleName: "User" };
  await createAccount(t.db, { username, password, ...names, demonstration: false });
}

const post = (path: string, body: unknown) => t.call(undefined, "POST", path, body);
const logIn = (name: string, pass: string) =>
  post("/auth/login", { username: name, password: pass });

async function statusesOf(times: number, attempt: (index: number) => Promise<{ status: number }>) {
  const statuses: number[] = [];
  for (let index = 0; index < times; index++) statuses.push((await attempt(index)).status);
  return statuses;
}

describe("logging in", () => {
  test("stops after too many wrong passwords of one account, and says when to try again", async () => {
    await begin();
    expect(await statusesOf(4, () => logIn(username, "a wrong password"))).toEqual([
      401, 401, 401, 429,
    ]);
    const answer = await t.app.inject({
      method: "POST",
      url: "/api/v1/auth/login",
      payload: { username, password },
    });
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({
      code: "RATE_LIMITED",
      detail: "Too many attempts. Please try again in a minute.",
    });
    const seconds = Number(answer.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  test("stops after too many wrong passwords of one address, whatever the account", async () => {
    await begin();
    const statuses = await statusesOf(7, (index) =>
      logIn(`unknown-${index}@company.example`, "a wrong password"),
    );
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429]);
  });

  test("counts no success", async () => {
    await begin();
    expect(new Set(await statusesOf(8, () => logIn(username, password)))).toEqual(new Set([200]));
  });

  test("lets no more guesses through when they come at once", async () => {
    await begin();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => logIn(username, "a wrong password")),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(tight.perAccount);
  });

  test("goes on when the window is over", async () => {
    await begin();
    await statusesOf(4, () => logIn(username, "a wrong password"));
    await sql`update attempts set ends_at = ends_at - interval '60 seconds'`.execute(t.db);
    expect((await logIn(username, password)).status).toBe(200);
  });

  test("is counted by all servers together, and hides who tried", async () => {
    await begin();
    await logIn(username, "a wrong password");
    const { rows } = await sql<{ tries: number; key: Buffer }>`select * from attempts`.execute(
      t.db,
    );
    expect(rows.map(({ tries }) => tries)).toEqual([1, 1]);
    expect(rows.some(({ key }) => key.toString("latin1").includes(username))).toBe(false);
  });
});

test("guesses of the present password count with those at the login", async () => {
  await begin();
  const { body } = await logIn(username, password);
  const caller = { userId: 0, authToken: body.authToken as string };
  const change = { currentPassword: "a wrong password", password: "seven quiet herons" };
  expect(await statusesOf(4, () => t.call(caller, "POST", "/me/password", change))).toEqual([
    400, 400, 400, 429,
  ]);
  expect((await logIn(username, password)).status).toBe(429);
});

test.each([
  [
    "registering",
    () => post("/auth/register", { username, password, firstName: "P", lastName: "S" }),
    409,
  ],
  ["a reminder", () => post("/auth/password/remind", { username }), 204],
  ["a reset", () => post("/auth/password/reset", { token: "invented", password }), 400],
  ["a refresh", () => post("/auth/refresh", { refreshToken: "invented" }), 400],
])("%s is limited", async (_what, attempt, status) => {
  await begin();
  const statuses = await statusesOf(7, attempt);
  expect(statuses[0]).toBe(status);
  expect(statuses.at(-1)).toBe(429);
});

test("a limited reminder says the same of known and unknown emails", async () => {
  await begin();
  const remind = (name: string) => () => post("/auth/password/remind", { username: name });
  const known = await statusesOf(4, remind(username));
  await sql`delete from attempts`.execute(t.db);
  expect(await statusesOf(4, remind("nobody@company.example"))).toEqual(known);
});

test("what is over is forgotten", async () => {
  await begin();
  await logIn(username, "a wrong password");
  await sql`update attempts set ends_at = now()`.execute(t.db);
  const tidy = accountJobs(t.db, "")["accounts.tidy"]!;
  await tidy(undefined as never, console);
  const { rows } = await sql`select 1 from attempts`.execute(t.db);
  expect(rows).toEqual([]);
});

test("the defaults leave people room", () => {
  expect(defaultLimits.login).toEqual({ perAccount: 10, perAddress: 100, windowSeconds: 900 });
});
