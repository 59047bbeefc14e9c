import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { testApp, type TestApp } from "../../test/app.ts";
import { startIngest, type Ingest } from "../../test/ingest.ts";
import { openPool } from "./db.ts";
import { addJob, job, startWorker } from "./jobs.ts";
import { startReporting, type Reporting } from "./reporting.ts";
import { patience } from "../../test/patience.ts";

const password = "harbour lights at dusk";
const secret = "a-token-out-of-a-mail";

let ingest: Ingest;
let reporting: Reporting;
let own: TestApp;
let port: number;

/** Calls the running server under one of its host names; returns the request's id. */
function call(host: string, path: string, body?: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      host,
      authorization: `Bearer ${secret}`,
      cookie: `session=${secret}; visit=${secret}`,
      referer: `https://${host}/set-password?token=${secret}`,
      ...(body && { "content-type": "application/json" }),
    };
    const method = body ? "POST" : "GET";
    const sent = request({ port, path, method, headers }, (response) => {
      response.resume().on("end", () => resolve(String(response.headers["x-request-id"])));
    });
    sent.on("error", reject).end(body && JSON.stringify(body));
  });
}

/** Waits until all reports caused by a call have arrived: an error that we report ourselves comes last. */
async function everythingArrives(): Promise<void> {
  reporting.report(new Error("the last one"));
  const isLast = (event: { exception: { values: { value: string }[] } }) =>
    event.exception.values.at(-1)?.value === "the last one";
  await vi.waitFor(() => expect(ingest.of("event").some(isLast)).toBe(true), patience);
}
/** The error that a call caused; reports travel separately, and the last may overtake it. */
const reported = (requestId: string) =>
  vi.waitFor(() => {
    const isOfRequest = (event: { tags?: { request_id?: string } }) =>
      event.tags?.request_id === requestId;
    const event = ingest.of("event").find(isOfRequest);
    expect(event).toBeDefined();
    return event;
  }, patience);
const traced = () =>
  ingest.of("transaction").map((trace: { transaction: string }) => trace.transaction);

beforeAll(async () => {
  ingest = await startIngest();
  reporting = await startReporting({
    dsn: ingest.dsn,
    release: "1.146.1",
    tracedBase: "/api/v1/",
    environmentOf: (host) => (host === "market.example" ? "production" : "local"),
    ownHost: "jobs.example",
  });
  own = await testApp({ reporting });
  await own.app.listen({ host: "127.0.0.1", port: 0 });
  port = (own.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await reporting.stop();
  await own.close();
  await ingest.close();
});
beforeEach(() => {
  ingest.items.length = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe("traces", () => {
  test("are made of one call in ten", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.1);
    await call("market.example", "/api/v1/client-settings");
    await everythingArrives();
    expect(traced()).toEqual([]);
    vi.spyOn(Math, "random").mockReturnValue(0.0999);
    await call("market.example", "/api/v1/client-settings?token=" + secret);
    await vi.waitFor(() => expect(traced()).toEqual(["GET /api/v1/client-settings"]), patience);
    expect(ingest.of("transaction")[0]).toMatchObject({
      release: "1.146.1",
      environment: "production",
      contexts: { trace: { data: { "sentry.sample_rate": 0.1 } } },
    });
    expect(JSON.stringify(ingest.items)).not.toContain(secret);
  });

  test.each([
    ["another host", "dev.market.example", "/api/v1/client-settings"],
    ["a page", "market.example", "/login"],
    ["the health check", "market.example", "/health/live"],
    ["a path that only looks alike", "market.example", "/api/v10/client-settings"],
  ])("are not made of %s", async (_, host, path) => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    await call(host, path);
    await everythingArrives();
    expect(traced()).toEqual([]);
  });
});

describe("errors", () => {
  const credentials = { username: "buyer@company.example", password };
  beforeAll(async () => {
    await own.db.schema.alterTable("attempts").renameTo("attempts_gone").execute();
  });
  afterAll(async () => {
    await own.db.schema.alterTable("attempts_gone").renameTo("attempts").execute();
  });

  test("that are unexpected arrive with the request's id, its call and no secrets", async () => {
    const path = `/api/v1/auth/register?referalExternalId=${secret}`;
    const person = { ...credentials, firstName: "Femke", lastName: "Aalders" };
    const id = await call("market.example", path, person);
    await everythingArrives();
    expect(await reported(id)).toMatchObject({
      release: "1.146.1",
      environment: "production",
      tags: { request_id: id, call: "POST /api/v1/auth/register" },
    });
    expect(JSON.stringify(await reported(id))).toContain("attempts");
    expect(await reported(id)).not.toHaveProperty("user");
    for (const hidden of [password, secret, credentials.username]) {
      expect(JSON.stringify(ingest.items)).not.toContain(hidden);
    }
  });

  test("name the environment of the host that was called", async () => {
    const id = await call("elsewhere.example", "/api/v1/auth/login", credentials);
    expect(await reported(id)).toMatchObject({ environment: "local" });
  });
});

test("Refusals are no errors", async () => {
  await call("market.example", "/api/v1/me");
  await call("market.example", "/api/v1/nothing");
  await everythingArrives();
  expect(ingest.of("event")).toHaveLength(1);
});

test("A job that fails is reported with its cause", async () => {
  const pool = openPool(own.databaseUrl, 4, reporting.report);
  const handlers = { "send.nothing": () => Promise.reject(new Error("no such peer")) };
  const worker = await startWorker(pool, handlers, [], 1, reporting.report);
  await addJob(own.db, job("send.nothing"), {}, { maxAttempts: 1 });
  await vi.waitFor(() => expect(ingest.of("event")).toHaveLength(1), patience);
  await worker.stop();
  await pool.end();
  const [event] = ingest.of("event");
  const said = event.exception.values.map((each: { value: string }) => each.value);
  expect(said).toEqual(["no such peer", "Job send.nothing failed"]);
});

test("Without an address nothing is sent", async () => {
  const off = await startReporting({
    dsn: undefined,
    release: "1.146.1",
    tracedBase: "/api/v1/",
    environmentOf: () => "production",
    ownHost: "market.example",
  });
  off.report(new Error("nobody hears this"));
  await off.stop();
  await everythingArrives();
  expect(ingest.of("event")).toHaveLength(1);
});
