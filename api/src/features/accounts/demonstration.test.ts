import { afterAll, beforeAll, expect, test } from "vitest";
import type { FastifyInstance } from "fastify";
import { publicUrl, testApp, type TestApp } from "../../../test/app.ts";
import { buildApp } from "../../app.ts";
import { demonstrationLines, demoPassword, createDemoAccounts } from "../../demo.ts";
import { demonstrationAccounts, endDemonstrationAccounts } from "./demonstration.service.ts";

let t: TestApp;
// A second server on the same database, in demonstration mode.
let demonstration: FastifyInstance;
beforeAll(async () => {
  t = await testApp();
  await createDemoAccounts(t.db);
  demonstration = await buildApp({
    db: t.db,
    jwtSecret: "a secret that only the tests know, long enough",
    publicUrl,
    files: t.files,
    logLevel: "silent",
    https: false,
    reservationMinutes: 30,
    demonstrationAccounts: true,
  });
});
afterAll(async () => {
  await demonstration.close();
  await t.close();
});

async function loginIn(app: FastifyInstance, username: string, password = demoPassword) {
  const payload = { username, password };
  const response = await app.inject({ method: "POST", url: "/api/v1/auth/login", payload });
  return { status: response.statusCode, body: response.json() };
}

test("a server that is not a demonstration locks out demonstration accounts and ends their sessions", async () => {
  const { status, body: tokens } = await loginIn(demonstration, "admin@demo.example");
  expect(status).toBe(200);

  expect(await loginIn(t.app, "admin@demo.example")).toMatchObject({
    status: 403,
    body: { code: "BLOCKED", detail: expect.stringContaining("Demonstration accounts are closed") },
  });
  expect(await loginIn(t.app, "admin@demo.example", "not the password")).toMatchObject({
    status: 401,
  });
  const caller = { userId: 0, authToken: tokens.authToken };
  expect((await t.call(caller, "GET", "/me")).status).toBe(401);
  const { refreshToken } = tokens;
  expect((await t.call(undefined, "POST", "/auth/refresh", { refreshToken })).body.code).toBe(
    "INVALID_TOKEN",
  );
});

test("a restart creates no further accounts, and no companies without members", async () => {
  const all = async () => [
    await t.db.selectFrom("users").select("id").execute(),
    await t.db.selectFrom("companies").select("id").execute(),
  ];
  const before = await all();
  await createDemoAccounts(t.db);
  expect(await all()).toEqual(before);
});

test("a demonstration account stays one after a change of name and password", async () => {
  const { body: tokens } = await loginIn(demonstration, "buyer@demo.example");
  const authorization = `Bearer ${tokens.authToken}`;
  const password = "harbour lights at dusk";
  const changed = await demonstration.inject({
    method: "POST",
    url: "/api/v1/me/password",
    headers: { authorization },
    payload: { currentPassword: demoPassword, password },
  });
  expect(changed.statusCode).toBe(204);
  await t.db
    .updateTable("users")
    .set({ username: "ilse@brennvik.example" })
    .where("username", "=", "buyer@demo.example")
    .execute();

  expect((await loginIn(demonstration, "ilse@brennvik.example", password)).status).toBe(200);
  expect((await loginIn(t.app, "ilse@brennvik.example", password)).status).toBe(403);
});

test("demonstration accounts are ended permanently, and a demonstration does not restore them", async () => {
  const usernames = ["admin@demo.example", "ilse@brennvik.example", "anonymous@demo.example"];
  expect((await demonstrationAccounts(t.db)).map(({ username }) => username)).toEqual(usernames);

  expect(await endDemonstrationAccounts(t.db)).toEqual(usernames);

  expect(await demonstrationAccounts(t.db)).toEqual([]);
  await createDemoAccounts(t.db);
  expect((await loginIn(demonstration, "admin@demo.example")).status).toBe(401);
  const open = await t.db
    .selectFrom("sessions")
    .select("id")
    .where("ended_at", "is", null)
    .execute();
  expect(open).toEqual([]);
});

test("the startup log names locked-out accounts and how to end them", () => {
  const there = ["admin@demo.example"];
  const own = {
    demonstrationAccounts: true,
    production: false,
    host: "127.0.0.1",
  };
  expect(demonstrationLines(own, there).join("\n")).toContain(demoPassword);

  const production = { ...own, demonstrationAccounts: false, production: true };
  const lines = demonstrationLines(production, there).join("\n");
  expect(lines).toContain("admin@demo.example");
  expect(lines).toContain("npm run demo:end");
  expect(lines).not.toContain(demoPassword);
  expect(demonstrationLines(production, [])).toEqual([]);

  const network = { ...own, demonstrationAccounts: false, host: "0.0.0.0" };
  const advice = demonstrationLines(network, []).join("\n");
  expect(advice).toContain("HOST 0.0.0.0");
  expect(advice).toContain("NODE_ENV=development");
});
