import { once } from "node:events";
import http from "node:http";
import { Server, type AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { leaveEarly } from "../../../test/leaving.ts";
import { rememberAddresses } from "./proxies.ts";

// Every address in 127.0.0.0/8 is this machine: a proxy, two of its clients and one that bypasses it.
const [trusted, alice, bob, stranger] = ["127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"];

let t: TestApp;
let admin: TestCaller;
let proxy: http.Server;
let ports: { app: number; proxy: number };
beforeAll(async () => {
  t = await testApp({
    trustedProxies: [trusted],
    limits: { login: { perAccount: 100, perAddress: 2, windowSeconds: 60 } },
    outside: { productionHost: "market.example" },
  });
  admin = await t.aUser("Admin");
  await t.app.listen({ port: 0, host: "127.0.0.1" });
  const app = (t.app.server.address() as AddressInfo).port;
  proxy = http.createServer((request, response) => {
    const { method, url, headers } = request;
    // Like proxies do: appends the client's address to what the client claims.
    const before = headers["x-forwarded-for"] ? `${String(headers["x-forwarded-for"])}, ` : "";
    const forwarded = {
      ...headers,
      "x-forwarded-for": before + request.socket.remoteAddress,
      "x-forwarded-host": "market.example",
    };
    const upstream = http.request(
      { port: app, localAddress: trusted, method, path: url, headers: forwarded, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(upstream);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  ports = { app, proxy: (proxy.address() as AddressInfo).port };
});
afterAll(async () => {
  proxy.close();
  await t.close();
});
beforeEach(() => sql`delete from attempts`.execute(t.db));

interface Sent {
  from: string;
  to?: "proxy" | "app";
  headers?: Record<string, string>;
}

async function call(
  method: string,
  path: string,
  body: object | undefined,
  { from, to = "proxy", headers }: Sent,
) {
  const request = http.request({
    host: "127.0.0.1",
    port: ports[to],
    localAddress: from,
    agent: false,
    method,
    path: `/api/v1${path}`,
    headers: { "content-type": "application/json", ...headers },
  });
  request.end(body && JSON.stringify(body));
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  const chunks = await response.toArray();
  return { status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) };
}

const guess = async (sent: Sent) =>
  (
    await call(
      "POST",
      "/auth/login",
      { username: "a@b.example", password: "a wrong password" },
      sent,
    )
  ).status;

test("limits apply to the client of a trusted proxy", async () => {
  expect([await guess({ from: alice }), await guess({ from: alice })]).toEqual([401, 401]);
  expect(await guess({ from: alice })).toBe(429);
  expect(await guess({ from: bob })).toBe(401);
});

test("a forged header sent to a trusted proxy has no effect", async () => {
  const statuses: unknown[] = [];
  for (const claimed of ["198.51.100.1", "198.51.100.2", trusted]) {
    statuses.push(await guess({ from: alice, headers: { "x-forwarded-for": claimed } }));
  }
  expect(statuses).toEqual([401, 401, 429]);
});

test.each([
  ["IPv4", (port: number) => `203.0.113.7:${port}`],
  ["IPv6", (port: number) => `[2001:db8::7]:${port}`],
  ["one of two proxies", (port: number) => `203.0.113.8, ${trusted}:${port}`],
])("limits apply to one caller whichever port a proxy adds to the address: %s", async (_of, at) => {
  const statuses: unknown[] = [];
  for (const port of [50_001, 50_002, 50_003]) {
    const headers = { "x-forwarded-for": at(port) };
    statuses.push(await guess({ from: trusted, to: "app", headers }));
  }
  expect(statuses).toEqual([401, 401, 429]);
});

test("anyone but a trusted proxy counts with their own address, whatever they claim", async () => {
  const statuses: unknown[] = [];
  for (const claimed of ["198.51.100.1", "198.51.100.2", "198.51.100.3"]) {
    const headers = { "x-forwarded-for": claimed };
    statuses.push(await guess({ from: stranger, to: "app", headers }));
  }
  expect(statuses).toEqual([401, 401, 429]);
});

test("the audit log records the client of a trusted proxy", async () => {
  const headers = { authorization: `Bearer ${admin.authToken}` };
  const ipOf = async (name: string, sent: Sent) => {
    const made = await call(
      "POST",
      "/management/auditors",
      { name },
      { ...sent, headers: { ...sent.headers, ...headers } },
    );
    expect(made.status).toBe(201);
    const { rows } = await sql<{
      ip: string;
    }>`select ip from audit_entries where after->>'name' = ${name}`.execute(t.db);
    return rows[0]?.ip;
  };
  expect(await ipOf("Behind", { from: alice })).toBe(alice);
  const claim = { "x-forwarded-for": "198.51.100.1" };
  expect(await ipOf("Past it", { from: stranger, to: "app", headers: claim })).toBe(stranger);
  const named = { "x-forwarded-for": "198.51.100.9, 203.0.113.7:50001" };
  expect(await ipOf("With a port", { from: trusted, to: "app", headers: named })).toBe(
    "203.0.113.7",
  );
  const mapped = { "x-forwarded-for": "::ffff:203.0.113.8" };
  expect(await ipOf("By IPv6", { from: trusted, to: "app", headers: mapped })).toBe("203.0.113.8");
});

test.each([
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8::1", "2001:db8::1"],
  [undefined, undefined],
])("the address of a connection from %s is %s", (remoteAddress, address) => {
  const server = new Server();
  rememberAddresses({ server });
  const socket = { remoteAddress };
  server.emit("connection", socket);
  expect(socket.remoteAddress).toBe(address);
});

test("the audit log records a caller who has left before the session is read", async () => {
  const { userId, authToken } = await t.aUser("Admin");
  const { rows: auditors } = await sql<{ id: number }>`
    insert into auditors (name) values ('Left behind') returning id`.execute(t.db);
  await leaveEarly(t, () => {
    const request = http.request({
      host: "127.0.0.1",
      port: ports.app,
      localAddress: bob,
      agent: false,
      method: "DELETE",
      path: `/api/v1/management/auditors/${auditors[0]!.id}`,
      headers: { authorization: `Bearer ${authToken}` },
    });
    request.on("error", () => {}).end();
    return [() => request.destroy()];
  });
  const entries = () =>
    t.db.selectFrom("audit_entries").select("ip").where("actor_id", "=", userId).execute();
  await expect.poll(entries).toEqual([{ ip: bob }]);
});

test("the requested host is only taken from a trusted proxy", async () => {
  const settings = async (sent: Sent) =>
    (await call("GET", "/client-settings", undefined, sent)).body;
  expect(await settings({ from: alice })).toMatchObject({ environment: "production" });
  const headers = { "x-forwarded-host": "market.example" };
  expect(await settings({ from: stranger, to: "app", headers })).toMatchObject({
    environment: "local",
  });
});
