import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { allEndpoints } from "../../core/http/endpoints.ts";
import { pathOf } from "../../../test/endpoints.ts";
import { spawnServer } from "../../../test/spawned.ts";
import { createAccount } from "./accounts.service.ts";

/* Second factor for Admins: always required in production mode, unless an operator turns it off. */

const password = "harbour lights at dusk";
const needed = { status: 403, body: { code: "SECOND_FACTOR_NEEDED" } };

const apps = new Map<boolean, TestApp>();
beforeAll(async () => {
  for (const production of [true, false]) {
    apps.set(production, await testApp({ adminsNeedSecondFactor: production }));
  }
});
afterAll(() => Promise.all([...apps.values()].map((t) => t.close())));

const codeOf = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

let people = 0;
async function aPerson(t: TestApp, roleName: string) {
  const username = `admins-factor-${++people}@company.example`;
  const names = { firstName: "Per", lastName: "Son", roleName };
  await createAccount(t.db, { username, password, ...names, demonstration: false });
  return { username, ...(await logIn(t, username)) };
}

/** Logs in, and returns the caller, its refresh token and the payload of its token. */
async function logIn(t: TestApp, username: string, code?: string) {
  const login = { username, password, ...(code && { code }) };
  const { status, body } = await t.call(undefined, "POST", "/auth/login", login);
  expect(status).toBe(200);
  return sessionOf(body);
}

function sessionOf(pair: { authToken: string; refreshToken: string }) {
  const payload = Buffer.from(pair.authToken.split(".")[1]!, "base64url").toString();
  const { user } = JSON.parse(payload) as { user: { needsSecondFactor?: true } };
  const caller: TestCaller = { userId: 0, authToken: pair.authToken };
  return { caller, refreshToken: pair.refreshToken, needsFactor: user.needsSecondFactor ?? false };
}

/** Sets up a factor; the code of the current step is used up, that of the next one is valid. */
async function enrol(t: TestApp, caller: TestCaller): Promise<string> {
  const { body } = await t.call(caller, "POST", "/me/second-factor", { currentPassword: password });
  const code = codeOf(body.secret, 0);
  const { status } = await t.call(caller, "POST", "/me/second-factor/confirm", { code });
  expect(status).toBe(200);
  return body.secret;
}

/** Saves the setting as an operator. */
async function setRule(t: TestApp, adminsNeedSecondFactor: boolean): Promise<void> {
  const admin = await aPerson(t, "Admin");
  await enrol(t, admin.caller);
  const { body } = await t.call(admin.caller, "GET", "/management/settings");
  const access = { adminsNeedSecondFactor, version: body.access.version };
  const { status } = await t.call(admin.caller, "PATCH", "/management/settings", {
    access,
    password,
  });
  expect(status).toBe(200);
}

const forgetSettings = (t: TestApp) => t.db.deleteFrom("settings").execute();

/** Returns to the rule of the mode: saving any section drops the server's cached settings. */
async function unsetRule(t: TestApp): Promise<void> {
  await forgetSettings(t);
  const admin = await aPerson(t, "Admin");
  await enrol(t, admin.caller);
  const { body } = await t.call(admin.caller, "GET", "/management/settings");
  const saved = await t.call(admin.caller, "PATCH", "/management/settings", {
    reservation: body.reservation,
  });
  expect(saved.status).toBe(200);
}

describe.each([
  { production: true, setting: undefined, holds: true },
  { production: true, setting: false, holds: false },
  { production: false, setting: undefined, holds: false },
  { production: false, setting: true, holds: true },
])("production $production, setting $setting", ({ production, setting, holds }) => {
  beforeAll(async () => {
    const t = apps.get(production)!;
    if (setting === undefined) await unsetRule(t);
    else await setRule(t, setting);
  });
  test.each([
    { role: "Admin", enrolled: false, stopped: holds },
    { role: "Admin", enrolled: true, stopped: false },
    { role: "User", enrolled: false, stopped: false },
    { role: "User", enrolled: true, stopped: false },
  ])("$role, enrolled $enrolled: stopped $stopped", async ({ role, enrolled, stopped }) => {
    const t = apps.get(production)!;
    const person = await aPerson(t, role);
    const code = enrolled ? codeOf(await enrol(t, person.caller), 1) : undefined;
    const { caller, refreshToken, needsFactor } = await logIn(t, person.username, code);
    expect(needsFactor).toBe(stopped);
    const response = await t.call(caller, "GET", "/me/notifications");
    if (stopped) expect(response).toMatchObject(needed);
    else expect(response.status).toBe(200);
    const refreshed = await t.call(undefined, "POST", "/auth/refresh", { refreshToken });
    expect(sessionOf(refreshed.body).needsFactor).toBe(stopped);
    const { body } = await t.call(caller, "GET", "/me/second-factor");
    expect(body.needed).toBe(holds && role === "Admin");
  });
});

describe("a server as started", () => {
  const production = { NODE_ENV: "production", PUBLIC_URL: "https://market.example" };
  beforeAll(() => forgetSettings(apps.get(true)!));
  test.each([
    { mode: "production", settings: production, status: 403, code: "SECOND_FACTOR_NEEDED" },
    { mode: "any other", settings: {}, status: 200, code: undefined },
  ])(
    "in $mode mode responds to an Admin without a second factor with $status",
    async ({ settings, status, code }) => {
      const t = apps.get(true)!;
      const { username } = await aPerson(t, "Admin");
      const JWT_SECRET = randomBytes(48).toString("base64");
      const server = await spawnServer(t.databaseUrl, { JWT_SECRET, ...settings });
      const ask = async (path: string, init: RequestInit) => {
        const response = await fetch(`${server.address}/api/v1${path}`, init);
        return { status: response.status, body: (await response.json()) as Record<string, string> };
      };
      try {
        await server.ready;
        const { body: pair } = await ask("/auth/login", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ username, password }),
        });
        const headers = { authorization: `Bearer ${pair.authToken}` };
        const response = await ask("/me/notifications", { headers });
        expect([response.status, response.body.code], server.output()).toEqual([status, code]);
        // Neither configures a mail server: the log warns about it in production, but not while trying things out.
        expect(server.output().includes("NO MAIL LEAVES THIS SERVER")).toBe(
          settings === production,
        );
        // Nor is a seller configured.
        expect(server.output().includes("INVOICES NAME AN INVENTED")).toBe(settings === production);
      } finally {
        await server.remove();
      }
    },
    90_000,
  );
});

describe("an Admin who still has to set up a second factor", () => {
  let t: TestApp;
  beforeAll(async () => {
    t = apps.get(true)!;
    await unsetRule(t);
  });

  test("can make only the calls needed for that", async () => {
    const { caller } = await aPerson(t, "Admin");
    const allowed: string[] = [];
    for (const { endpoint } of await allEndpoints()) {
      if (endpoint.access === "public" || endpoint.access === "optional") continue;
      const { method } = endpoint;
      const { body } = await t.call(caller, method, pathOf(endpoint, 1));
      const stopped = (body as { code?: string } | undefined)?.code === "SECOND_FACTOR_NEEDED";
      if (!stopped) allowed.push(`${method} ${endpoint.path}`);
    }
    expect(allowed.toSorted()).toEqual([
      "DELETE /me/sessions",
      "DELETE /me/sessions/:id",
      "GET /me",
      "GET /me/passkeys",
      "GET /me/second-factor",
      "GET /me/sessions",
      "PATCH /me",
      "POST /me/passkeys",
      "POST /me/passkeys/challenge",
      "POST /me/passkeys/creation",
      "POST /me/second-factor",
      "POST /me/second-factor/confirm",
    ]);
  });

  test("continues in the same session, on every server, once it is set up", async () => {
    const { caller, refreshToken } = await aPerson(t, "Admin");
    const other = await testApp({ adminsNeedSecondFactor: true, databaseUrl: t.databaseUrl });
    // An unconfirmed factor does not count.
    await t.call(caller, "POST", "/me/second-factor", { currentPassword: password });
    expect(await other.call(caller, "GET", "/me/notifications")).toMatchObject(needed);
    await enrol(t, caller);
    expect((await t.call(caller, "GET", "/me/notifications")).status).toBe(200);
    expect((await other.call(caller, "GET", "/me/notifications")).status).toBe(200);
    const { body } = await t.call(undefined, "POST", "/auth/refresh", { refreshToken });
    expect(sessionOf(body).needsFactor).toBe(false);
    await other.close();
  });

  test("can neither remove it nor reset it as an operator", async () => {
    const { username, caller } = await aPerson(t, "Admin");
    const secret = await enrol(t, caller);
    const response = await t.call(caller, "POST", "/me/second-factor/remove", {
      currentPassword: password,
      code: codeOf(secret, 1),
    });
    expect(response).toMatchObject({ status: 409, body: { code: "INVALID_TRANSITION" } });
    const { body: me } = await t.call(caller, "GET", "/me");
    const reset = `/management/users/${me.id}/second-factor/reset`;
    expect((await t.call(caller, "POST", reset)).status).toBe(409);
    const { body } = await t.call(undefined, "POST", "/auth/login", { username, password });
    expect(body.code).toBe("SECOND_FACTOR_REQUIRED");
  });

  test("is stopped again at once when another operator resets it", async () => {
    const [operator, lost] = [await aPerson(t, "Admin"), await aPerson(t, "Admin")];
    await enrol(t, operator.caller);
    await enrol(t, lost.caller);
    expect((await t.call(lost.caller, "GET", "/me/notifications")).status).toBe(200);
    const { body: me } = await t.call(lost.caller, "GET", "/me");
    const seen = () => t.call(operator.caller, "GET", `/management/users/${me.id}`);
    expect((await seen()).body.hasSecondFactor).toBe(true);
    const reset = `/management/users/${me.id}/second-factor/reset`;
    expect((await t.call(operator.caller, "POST", reset)).status).toBe(204);
    expect((await seen()).body.hasSecondFactor).toBe(false);
    expect(await t.call(lost.caller, "GET", "/me/notifications")).toMatchObject(needed);
  });
});
