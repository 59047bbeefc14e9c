import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addJob, job } from "../src/core/jobs.ts";
import { isPrivateAddress, metricsServer } from "../src/core/http/metrics.ts";
import { testApp, type TestApp } from "./app.ts";
import { aProject } from "./builders/project.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const scrape = (remoteAddress?: string, headers = {}) =>
  t.app.inject({ url: "/metrics", headers, ...(remoteAddress && { remoteAddress }) });

test("Metrics report the current requests, connections, jobs, mails and holds", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 7 });
  await t.call(buyer, "GET", "/projects/999999");
  await t.call(undefined, "GET", "/orders/%27or%201=1");
  await t.db
    .insertInto("mails")
    .values({
      recipient: "a@b.example",
      subject: "s",
      text_body: "",
      html_body: "",
      permission: "orders:read",
      status: "FAILED",
    })
    .execute();

  const response = await scrape();

  expect(response.headers["content-type"]).toContain("text/plain");
  const lines = response.body.split("\n");
  for (const line of [
    'http_request_duration_seconds_count{method="POST",route="/api/v1/me/cart/vintages",status="200"} 1',
    'http_request_duration_seconds_count{method="GET",route="/api/v1/projects/:id",status="404"} 1',
    'cart_holds{unit="rows"} 1',
    'cart_holds{unit="credits"} 7',
    'mails{status="WAITING"} 0',
    'mails{status="FAILED"} 1',
    'jobs{state="failed"} 0',
  ])
    expect(lines).toContain(line);
  expect(lines.some((line) => /^database_connections\{state="busy"\} \d+$/.test(line))).toBe(true);
  // Of the process, once.
  expect(response.body.match(/^nodejs_heap_size_used_bytes \d+$/gm)).toHaveLength(1);
  // URLs made up by callers must not create series.
  expect(response.body).not.toContain("/projects/999999");
  expect(response.body).not.toContain("or%201");
});

test("Metrics tell jobs that are due from those that wait, run or have failed for good", async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(t.db);
  for (let jobs = 0; jobs < 4; jobs++) await addJob(t.db, job("test.job"), {});
  await sql`with numbered as (
      select id, row_number() over (order by id) as nth from graphile_worker._private_jobs)
    update graphile_worker._private_jobs jobs set
      run_at = case when nth in (2, 4) then now() + interval '1 hour' else run_at end,
      locked_at = case when nth in (3, 4) then now() end,
      attempts = case when nth = 4 then max_attempts else attempts end
    from numbered where numbered.id = jobs.id`.execute(t.db);
  await sql`update cart_items set reserved = 0, reserved_to = null`.execute(t.db);
  const { body } = await scrape();
  for (const line of [
    ...["due", "later", "running", "failed"].map((state) => `jobs{state="${state}"} 1`),
    'cart_holds{unit="rows"} 0',
    'cart_holds{unit="credits"} 0',
  ])
    expect(body.split("\n")).toContain(line);
});

test("Metrics say that the database does not respond, and everything else", async () => {
  const hanging = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const lock = t.db.transaction().execute(async (tx) => {
    await sql`lock table mails`.execute(tx);
    locked.resolve();
    await hanging.promise;
  });
  await locked.promise;
  const response = await scrape();
  hanging.resolve();
  await lock;

  expect(response.statusCode).toBe(200);
  expect(response.body).toMatch(/^database_up 0$/m);
  expect(response.body).toMatch(/^http_request_duration_seconds_count\{/m);
  expect(response.body).toMatch(/^database_connections\{state="busy"\} \d/m);
  // A count of the last scrape would look like one of now.
  expect(response.body).not.toMatch(/^(jobs|mails|cart_holds)\{/m);
  const { body } = await scrape();
  expect(body).toMatch(/^database_up 1$/m);
  expect(body).toMatch(/^mails\{/m);
});

test("Metrics are for this machine and private networks only", async () => {
  expect((await scrape("203.0.113.9")).statusCode).toBe(404);
  expect((await scrape("127.0.0.1", { "x-forwarded-for": "203.0.113.9" })).statusCode).toBe(404);
  expect((await scrape("203.0.113.9", { "x-forwarded-for": "127.0.0.1" })).statusCode).toBe(404);
  expect((await scrape("10.1.2.3")).statusCode).toBe(200);
});

test.each([
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
])(
  "Metrics are not for requests through a proxy, which %s reveals with any value",
  async (name) => {
    expect((await scrape("127.0.0.1", { [name]: "127.0.0.1" })).statusCode).toBe(404);
  },
);

test("Metrics with a separate port are only served there", async () => {
  const server = metricsServer();
  const other = await testApp({ metricsApp: server });
  await other.app.inject({ url: "/health/live" });
  const response = await server.inject({ url: "/metrics" });
  expect(response.statusCode).toBe(200);
  expect(response.body).toContain('route="/health/live",status="200"} 1');
  expect((await server.inject({ url: "/metrics", remoteAddress: "203.0.113.9" })).statusCode).toBe(
    404,
  );
  expect((await other.app.inject({ url: "/metrics" })).statusCode).toBe(404);
  await server.close();
  await other.close();
});

test.each([
  ["127.0.0.1", true],
  ["::1", true],
  ["::ffff:192.168.1.4", true],
  ["172.31.255.1", true],
  ["172.32.0.1", false],
  ["::ffff:8.8.8.8", false],
  ["2001:db8::1", false],
  ["fd12::1", true],
])("%s is nearby: %s", (ip, nearby) => {
  expect(isPrivateAddress(ip)).toBe(nearby);
});
