import { connect, type AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { testApp, type TestApp } from "../../../test/app.ts";
import { bareServer } from "../../../test/bareServer.ts";
import { inTransaction } from "../db.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ outside: { contactFormUrl: "https://forms.example/contact" } });
});
afterAll(() => t.close());

test("the content security policy restricts scripts, and where pages send forms and what they call", async () => {
  const { headers } = await t.app.inject({ url: "/health/live" });
  const policy = String(headers["content-security-policy"]).split(";");
  for (const rule of [
    "default-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
  ])
    expect(policy).toContain(rule);
});

test.each([true, false])(
  "browsers are told to stay with HTTPS if it is used: %s",
  async (https) => {
    const app = await bareServer({ https });
    const { headers } = await app.inject({ url: "/" });
    expect("strict-transport-security" in headers).toBe(https);
    const policy = String(headers["content-security-policy"]);
    expect(policy.includes("upgrade-insecure-requests")).toBe(https);
    await app.close();
  },
);

describe("what pages may show in a frame", () => {
  const framesOf = async (app: Pick<TestApp["app"], "inject"> = t.app) => {
    const { headers } = await app.inject({ url: "/projects" });
    const policy = String(headers["content-security-policy"]).split(";");
    return policy.find((each) => each.startsWith("frame-src"))?.trim();
  };

  test("is our own origin, and the sites and contact form of the settings", async () => {
    expect(await framesOf()).toBe(
      "frame-src 'self' https://www.youtube-nocookie.com https://www.openstreetmap.org https://forms.example",
    );
    const admin = await t.aUser("Admin");
    const embeds = { hosts: ["maps.example.org"], version: 0 };
    const external = {
      contactFormUrl: "https://contact.example/form?a=1",
      meetingUrl: null,
      version: 0,
    };
    const body = { embeds, external };
    expect((await t.call(admin, "PATCH", "/management/settings", body)).status).toBe(200);
    expect(await framesOf()).toBe(
      "frame-src 'self' https://maps.example.org https://contact.example",
    );
    const { body: client } = await t.call(undefined, "GET", "/client-settings");
    expect(client.embedHosts).toEqual(["maps.example.org"]);
  });

  test("costs no statement a request", async () => {
    await framesOf();
    const queries = vi.spyOn(pg.Client.prototype, "query");
    for (let requests = 0; requests < 50; requests++) await framesOf();
    // The settings may have been reloaded once.
    expect(queries.mock.calls.length).toBeLessThan(5);
    queries.mockRestore();
  });

  test("stays as last known while the settings cannot be read", async () => {
    const known = await framesOf();
    vi.useFakeTimers({ toFake: ["performance"] });
    vi.advanceTimersByTime(60_000);
    const queries = vi.spyOn(pg.Client.prototype, "query").mockImplementation(() => {
      throw new Error("away");
    });
    expect(await framesOf()).toBe(known);
    queries.mockRestore();
    vi.useRealTimers();
  });

  test("stays as last known if asking for them fails, or takes longer than a second", async () => {
    const frames = vi.fn(() => Promise.resolve(["https://maps.example.org"]));
    const app = await bareServer({ frames });
    const known = "frame-src 'self' https://maps.example.org";
    expect(await framesOf(app)).toBe(known);
    frames.mockRejectedValueOnce(new Error("away"));
    expect(await framesOf(app)).toBe(known);
    frames.mockReturnValueOnce(new Promise(() => {}));
    expect(await framesOf(app)).toBe(known);
    await app.close();
  });
});

test("an optional body may be missing, even if announced; a required one may not", async () => {
  const { authToken } = await t.aUser("Admin");
  const post = (url: string, headers: Record<string, string>) =>
    t.app.inject({
      method: "POST",
      url: `/api/v1${url}`,
      headers: { authorization: `Bearer ${authToken}`, ...headers },
    });
  for (const headers of [{}, { "content-type": "application/json" }] as Record<string, string>[]) {
    const optional = await post("/management/orders/999999/approve", headers);
    expect(optional.json()).toMatchObject({ status: 404, code: "NOT_FOUND" });
    const needed = await post("/auth/login", headers);
    expect(needed.json()).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
    expect(needed.json().fieldErrors).toHaveLength(1);
  }
});

test.each([
  ["sort=colour", "sort"],
  ["sort=name&sort=colour,up", "sort"],
  ["registry=1,x", "registry"],
  ["registry=x&registry=y", "registry"],
  ["no.such=1", "no.such"],
])("a refused %s is reported under its parameter's name", async (query, path) => {
  const { body } = await t.call(await t.aUser(), "GET", `/projects?${query}`);
  expect(body.fieldErrors.map((each: { path: string }) => each.path)).toEqual([path]);
});

test("no call takes a parameter that it does not know, not even one that takes none", async () => {
  const [user, other] = [await t.aUser(), await t.aUser()];
  const refused = (path: string) => ({
    status: 400,
    body: { code: "VALIDATION_FAILED", fieldErrors: [{ path, message: "Unknown field" }] },
  });
  expect(await t.call(user, "GET", "/me?size=5")).toMatchObject(refused("size"));
  const one = `/me/sessions?id=${other.userId}`;
  expect(await t.call(user, "DELETE", one)).toMatchObject(refused("id"));
  expect((await t.call(user, "GET", "/me")).status).toBe(200);
});

test("only the first of many unknown fields are reported", async () => {
  const names = Array.from({ length: 500 }, (_, at) => `field${at}`);
  const url = `/certificates/2026/badge?${names.join("&")}`;
  const { body: asked } = await t.call(undefined, "GET", url);
  const made = Object.fromEntries(names.map((name) => [name, 1]));
  const { body: sent } = await t.call(undefined, "POST", "/auth/logout", made);
  const unknown = (body: typeof sent) =>
    body.fieldErrors.filter(({ path }: { path: string }) => path.startsWith("field"));
  expect([unknown(asked), unknown(sent)].map(({ length }) => length)).toEqual([20, 20]);
});

test.each([
  ["application/json", 400],
  ["text/plain", 415],
  ["text/plain;charset=utf-8", 415],
  ["application/xml", 415],
])("a body of type %s is answered with %i", async (type, status) => {
  const headers = { "content-type": type };
  const url = "/api/v1/auth/login";
  const response = await t.app.inject({ method: "POST", url, headers, payload: "{}" });
  expect(response.statusCode).toBe(status);
});

test.each([
  [
    "Latin-1",
    Buffer.from('{"username":"J\u00fcrgen@example.com","password":"harbour lights"}', "latin1"),
  ],
  ["UTF-16", Buffer.from('{"username":"juergen@example.com","password":"\u00fc"}', "utf16le")],
])("a body in %s is refused, not read with other letters", async (_encoding, payload) => {
  const headers = { "content-type": "application/json" };
  const response = await t.app.inject({
    method: "POST",
    url: "/api/v1/auth/login",
    headers,
    payload,
  });
  expect(response.json()).toMatchObject({ status: 400, detail: expect.stringContaining("UTF-8") });
});

test("a body in UTF-8 may have a byte order mark, and be compressed", async () => {
  const text = '\ufeff{"username":"nobody@example.com","password":"hafenl\u00fcchten"}';
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  const login = { method: "POST", url: "/api/v1/auth/login", headers } as const;
  const response = await t.app.inject({ ...login, payload: gzipSync(text) });
  expect(response.json()).toMatchObject({ status: 401, code: "INVALID_PASSWORD" });
});

test("a body in an encoding that is not known is refused as such", async () => {
  const headers = { "content-type": "application/json", "content-encoding": "compress" };
  const login = { method: "POST", url: "/api/v1/auth/login", headers } as const;
  const response = await t.app.inject({ ...login, payload: "{}" });
  expect(response.json()).toMatchObject({ status: 415, code: "UNSUPPORTED_MEDIA_TYPE" });
});

test("a body without a session is limited to what such calls need", async () => {
  const send = (url: string, length: number, authToken = "") =>
    t.app.inject({
      method: "POST",
      url: `/api/v1${url}`,
      headers: { authorization: `Bearer ${authToken}` },
      payload: { text: "a".repeat(length) },
    });
  const { authToken } = await t.aUser();
  expect((await send("/auth/login", 65_000)).json()).toMatchObject({ status: 400 });
  expect((await send("/auth/login", 66_000)).json()).toMatchObject({ status: 413 });
  expect((await send("/support/requests", 66_000, authToken)).json()).toMatchObject({
    status: 413,
  });
  expect((await send("/me/searches", 66_000, authToken)).json()).toMatchObject({ status: 400 });
});

test.each(["Bearer", "bearer", "BEARER "])(
  "a session is recognised with the scheme %s",
  async (scheme) => {
    const { authToken } = await t.aUser();
    const headers = { authorization: `${scheme} ${authToken}` };
    expect((await t.app.inject({ url: "/api/v1/me", headers })).statusCode).toBe(200);
  },
);

test.each([
  ["text/csv", "text/csv"],
  ["application/json;q=0.5, TEXT/CSV", "text/csv"],
  ["text/csv, application/json", "text/csv"],
  ["text/csv;q=0.5, application/json;q=0.4, */*", "text/csv"],
  ["text/csv, */*;q=0.1", "text/csv"],
  ["application/json, text/csv;q=0.9", "application/json"],
  ["text/csv;q=0.9, */*", "application/json"],
  ["text/csv; header=present; q=0.01", "text/csv"],
  ["text/csv;q=0, application/json", "application/json"],
  ["text/csv; q=0.000", "application/json"],
  ["text/csv-schema", "application/json"],
  ["*/*", "application/json"],
])("a list requested with Accept: %s is returned as %s", async (accept, type) => {
  const { authToken } = await t.aUser("Admin");
  const headers = { authorization: `Bearer ${authToken}`, accept };
  const response = await t.app.inject({ url: "/api/v1/management/users", headers });
  expect(response.statusCode).toBe(200);
  expect(response.headers["content-type"]).toContain(type);
});

test("at most eight writes of one account wait for a row, whatever it sends", async () => {
  const own = await testApp({ poolSize: 20 });
  const [caller, other] = [await own.aUser(), await own.aUser()];
  const waiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(own.db);
    return rows.length;
  };
  const rename = () => own.call(caller, "PATCH", "/me", { firstName: "Mia" });
  let answers: ReturnType<typeof rename>[] = [];
  await inTransaction(own.db, async (tx) => {
    await sql`select from users where id = ${caller.userId} for update`.execute(tx);
    answers = Array.from({ length: 12 }, rename);
    await expect.poll(waiting).toBeGreaterThanOrEqual(8);
    expect((await own.call(other, "PATCH", "/me", { firstName: "Ada" })).status).toBe(200);
    expect(await waiting()).toBe(8);
  });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  await own.close();
});

test.each([
  ["without a token", "GET", "/me", undefined],
  ["with a wrong token", "GET", "/me", "Bearer wrong"],
  ["with a wrong password", "POST", "/auth/login", undefined],
])(
  "a call %s is answered with the authentication scheme",
  async (_how, method, url, authorization) => {
    const payload = { username: "nobody@example.com", password: "wrong-password" };
    const response = await t.app.inject({
      method: method as "GET" | "POST",
      url: `/api/v1${url}`,
      headers: authorization ? { authorization } : {},
      ...(method === "POST" && { payload }),
    });
    const { statusCode, headers } = response;
    expect([statusCode, headers["www-authenticate"]]).toEqual([401, "Bearer"]);
  },
);

test("a caller who disconnects in the middle of a body is neither an outage nor an internal error", async () => {
  const onAway = vi.fn();
  const app = await bareServer({ onAway });
  const begun = Promise.withResolvers<void>();
  const statuses: number[] = [];
  app.addHook("preParsing", async () => void setImmediate(begun.resolve));
  app.addHook("onSend", async (_request, { statusCode }) => void statuses.push(statusCode));
  app.post("/things", async () => ({}));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  const head = "POST /things HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n";
  socket.write(`${head}content-length: 100\r\n\r\n{`);
  await begun.promise;
  socket.destroy();
  await expect.poll(() => statuses).toEqual([400]);
  expect(onAway).not.toHaveBeenCalled();
  await app.close();
});
