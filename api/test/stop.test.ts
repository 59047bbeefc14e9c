import { Agent, request, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { jwtSecret, testApp, type TestApp, type TestCaller } from "./app.ts";
import { aProject } from "./builders/project.ts";
import { spawnServer, type SpawnedServer } from "./spawned.ts";
import { patience } from "./patience.ts";

/* A stop by signal, as process managers request it, with requests in flight on real sockets. */

let t: TestApp;
let server: SpawnedServer;
let vintageId: number;
let locker: pg.Client;
let lastLocker: pg.Client;
const agent = new Agent({ keepAlive: true });
async function connected() {
  const client = new pg.Client({ connectionString: t.databaseUrl });
  await client.connect();
  return client;
}
beforeEach(async () => {
  t = await testApp();
  ({ vintageId } = await aProject(t.db));
  server = await spawnServer(t.databaseUrl, { JWT_SECRET: jwtSecret });
  await server.ready;
  [locker, lastLocker] = await Promise.all([connected(), connected()]);
});
afterEach(async () => {
  await server.remove();
  await Promise.all([locker.end(), lastLocker.end()]);
  agent.destroy();
  await t.close();
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}
// Requests that only poll use a new connection each: a kept-alive one may be closed just as it is reused.
async function send(method: string, path: string, caller?: TestCaller, body?: object) {
  const headers = {
    ...(caller && { authorization: `Bearer ${caller.authToken}` }),
    ...(body && { "content-type": "application/json" }),
  };
  const sent = request(`${server.address}${path}`, {
    method,
    headers,
    agent: caller ? agent : false,
  });
  sent.end(body && JSON.stringify(body));
  const [response] = (await once(sent, "response")) as [import("node:http").IncomingMessage];
  return {
    status: response.statusCode!,
    headers: response.headers,
    body: await text(response),
  } satisfies Answer;
}
const buy = (buyer: TestCaller, vintage = vintageId) =>
  send("POST", "/api/v1/me/cart/vintages", buyer, { vintageId: vintage, credits: 1 });
const ready = () => send("GET", "/health/ready");
const waitFor = <T>(check: () => Promise<T>) => vi.waitFor(check, patience);

/** Blocks every request that uses the vintage. */
async function hold(vintage = vintageId, by = locker): Promise<void> {
  await by.query("begin");
  await by.query("select from vintage_stock where vintage_id = $1 for update", [vintage]);
}
const waiting = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db);
  return rows[0]!.n;
};
async function bought() {
  const lines = await t.db.selectFrom("cart_items").select(["cart_id", "reserved"]).execute();
  return { carts: new Set(lines.map((line) => line.cart_id)).size, lines: lines.length };
}

// An unknown address needs no database connection, as all are taken, and does not delay the others.
const ask = () => send("GET", "/api/v1/no-such-thing");
const stopBegins = () =>
  waitFor(async () => expect((await ask()).headers.connection).toBe("close"));
const answeredAtStop = { status: 200, headers: { connection: "close" } };

/** Sends two purchases that wait: `ending` for the last locker, `answer` for the other one. */
async function twoInFlight() {
  const [buyer, other] = await Promise.all([t.aUser(), t.aUser()]);
  const { vintageId: lastVintage } = await aProject(t.db);
  await hold(lastVintage, lastLocker);
  await hold();
  const answer = buy(buyer).catch((error: Error) => error);
  const ending = buy(other, lastVintage);
  await waitFor(async () => expect(await waiting()).toBe(2));
  return { answer, ending };
}

test("on SIGTERM 50 requests in flight are all answered and executed once, new ones must retry later", async () => {
  const buyers = await Promise.all(Array.from({ length: 50 }, () => t.aUser()));
  expect((await ready()).status).toBe(200);
  const idle = connect(Number(new URL(server.address).port), "127.0.0.1");
  idle.write("GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await once(idle, "data");
  const idleEnds = once(idle, "close");
  // The last one stays in flight until the refusal is seen; the others are released before.
  const { vintageId: lastVintage } = await aProject(t.db);
  await hold(lastVintage, lastLocker);
  await hold();
  const [last, ...others] = buyers;
  const answers = [buy(last!, lastVintage)];
  await waitFor(async () => expect(await waiting()).toBe(1));
  answers.push(...others.map((buyer) => buy(buyer)));
  // As many as there are connections; the others wait for one.
  await waitFor(async () => expect(await waiting()).toBeGreaterThanOrEqual(20));

  server.process.kill("SIGTERM");
  await stopBegins();
  expect((await ready()).status).toBe(503);
  await locker.query("commit");
  const late = await waitFor(async () => {
    const response = await ask();
    expect(response.status).toBe(503);
    return response;
  });
  await lastLocker.query("commit");
  expect(late.headers).toMatchObject({
    "content-type": "application/problem+json",
    "retry-after": "5",
    connection: "close",
  });
  expect(JSON.parse(late.body)).toMatchObject({ code: "UNAVAILABLE", status: 503 });
  await idleEnds;

  for (const { status, headers } of await Promise.all(answers)) {
    expect({ status, connection: headers.connection }).toEqual({
      status: 200,
      connection: "close",
    });
  }
  expect(await server.ended).toBe(0);
  expect(await bought()).toEqual({ carts: 50, lines: 50 });
});

test("on SIGHUP a request in flight is answered; one that does not end is aborted and rolled back within ten seconds", async () => {
  const { answer, ending } = await twoInFlight();
  const began = performance.now();
  server.process.kill("SIGHUP");
  await stopBegins();
  await lastLocker.query("commit");
  expect(await ending).toMatchObject(answeredAtStop);
  expect(await server.ended).not.toBeNull();
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(await answer).toBeInstanceOf(Error);
  await locker.query("commit");
  await waitFor(async () => expect(await waiting()).toBe(0));
  expect(await bought()).toEqual({ carts: 1, lines: 1 });
});

test("on Ctrl-C a request in flight is answered; a second one stops at once, but an echo of the first one does not count", async () => {
  const { answer, ending } = await twoInFlight();
  server.process.kill("SIGINT");
  server.process.kill("SIGINT");
  await vi.waitUntil(() => server.output().includes("Stopping"), patience);
  await lastLocker.query("commit");
  expect(await ending).toMatchObject(answeredAtStop);
  expect(server.process.exitCode).toBeNull();
  server.process.kill("SIGINT");
  await server.ended;
  expect(await answer).toBeInstanceOf(Error);
});
