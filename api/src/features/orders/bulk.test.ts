import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { runBlocked } from "../../../test/runBlocked.ts";
import { differences } from "../ledger/ledger.sql.ts";
import { createSettings } from "../settings/settings.service.ts";
import { bulkOrderJobs } from "./bulk.jobs.ts";

let t: TestApp;
let admin: TestCaller;
let colleague: TestCaller;
let buyer: TestCaller;
let vintageId: number;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  colleague = await t.aUser("Admin");
  buyer = await t.aUser();
  ({ vintageId } = await aProject(t.db));
});
afterAll(async () => {
  expect(await differences(t.db)).toEqual([]);
  await t.close();
});

const path = "/management/orders/decisions";
const work = () => t.runJobs(bulkOrderJobs(t.db, createSettings(t.db, 30)));
const start = (body: object, headers = {}) => t.call(admin, "POST", path, body, headers);
const orders = async (count: number): Promise<number[]> => {
  const ids: number[] = [];
  while (ids.length < count) ids.push((await anOrder(t, buyer, vintageId, 1)).id);
  return ids;
};
const read = async (id: number) => (await t.call(admin, "GET", `/management/orders/${id}`)).body;

test("Many orders are approved in the requested order; each refused one says why and which operator was faster", async () => {
  const ids = await orders(4);
  const [first, taken, gone, last] = ids as [number, number, number, number];
  await t.call(colleague, "POST", `/management/orders/${taken}/approve`, {});
  const reason = { reason: "Unknown company" };
  await t.call(colleague, "POST", `/management/orders/${gone}/reject`, reason);

  const run = await start({ decision: "approve", rows: ids.map((id) => ({ id })) });
  expect(run.status).toBe(202);
  expect(run.body).toMatchObject({ total: 4, results: [] });
  await work();
  const { body } = await t.call(admin, "GET", `${path}/${run.body.id}`);
  expect(body.results).toMatchObject([
    { id: first, code: null },
    { id: taken, code: "INVALID_TRANSITION", detail: expect.stringMatching(/ approved it on /) },
    {
      id: gone,
      code: "INVALID_TRANSITION",
      detail: expect.stringMatching(/ rejected it on .*: Unknown company\.$/),
    },
    { id: last, code: null },
  ]);
  const numbers = [(await read(first)).invoiceNumber, (await read(last)).invoiceNumber];
  expect(numbers).toEqual(numbers.toSorted());
});

test("An order that has been approved since it was read is not rejected, alone or in a run", async () => {
  const [id, seen] = (await orders(2)) as [number, number];
  const asks = { reason: "Unknown company", from: "AWAITING_APPROVAL" };
  await t.call(colleague, "POST", `/management/orders/${id}/approve`, {});
  const approved = {
    code: "INVALID_TRANSITION",
    detail: expect.stringMatching(/ approved it on /),
  };
  expect(await t.call(admin, "POST", `/management/orders/${id}/reject`, asks)).toMatchObject({
    status: 409,
    body: approved,
  });
  const rows = [id, seen].map((each) => ({ id: each, asks }));
  const run = await start({ decision: "reject", rows });
  await work();
  const { body } = await t.call(admin, "GET", `${path}/${run.body.id}`);
  expect(body.results).toMatchObject([
    { id, ...approved },
    { id: seen, code: null },
  ]);
  expect(await read(id)).toMatchObject({ status: "AWAITING_PAYMENT", creditNoteNumber: null });

  const now = { ...asks, from: "AWAITING_PAYMENT" };
  const rejected = await t.call(admin, "POST", `/management/orders/${id}/reject`, now);
  expect(rejected.body.status).toBe("REJECTED");
  const late = await t.call(colleague, "POST", `/management/orders/${id}/approve`, {});
  expect(late.body.detail).toMatch(/ rejected it on .*: Unknown company\.$/);
});

test("A repeated call starts no second run, and another operator cannot read the run", async () => {
  const [id] = await orders(1);
  const asked = { decision: "reject", rows: [{ id, asks: { reason: "Mistyped" } }] };
  const headers = { "idempotency-key": "twice" };
  const [one, two] = [await start(asked, headers), await start(asked, headers)];
  expect(two.body.id).toBe(one.body.id);
  const now = { "idempotency-key": "both-at-once" };
  const atOnce = await Promise.all(Array.from({ length: 8 }, () => start(asked, now)));
  expect(atOnce.map(({ status }) => status)).toEqual(Array(8).fill(202));
  expect(new Set(atOnce.map(({ body }) => body.id)).size).toBe(1);
  await work();
  expect((await read(id!)).transitions).toHaveLength(2);
  const other = await t.call(colleague, "GET", `${path}/${one.body.id}`);
  expect(other.status).toBe(404);
  const elsewhere = `/management/retirements/decisions/${one.body.id}`;
  expect((await t.call(admin, "GET", elsewhere)).status).toBe(404);
});

test("A run resumes where it stopped after its server died", async () => {
  const ids = await orders(3);
  const { body } = await start({ decision: "approve", rows: ids.map((id) => ({ id })) });
  // As if the run had approved the first one, and the server had died before recording it.
  await t.call(
    admin,
    "POST",
    `/management/orders/${ids[0]}/approve`,
    {},
    {
      "idempotency-key": `bulk-${body.id}`,
    },
  );
  await work();
  const run = (await t.call(admin, "GET", `${path}/${body.id}`)).body;
  expect(run.results.map(({ code }: { code: string | null }) => code)).toEqual([null, null, null]);
});

test("What another operator has decided with a run's key is not reported as the run's decision", async () => {
  const [id] = await orders(1);
  const { body } = await start({ decision: "approve", rows: [{ id }] });
  const headers = { "idempotency-key": `bulk-${body.id}` };
  await t.call(colleague, "POST", `/management/orders/${id}/approve`, {}, headers);
  await work();
  const run = (await t.call(admin, "GET", `${path}/${body.id}`)).body;
  expect(run.results).toMatchObject([{ id, code: "INVALID_TRANSITION" }]);
});

test.each([
  [
    "stopped",
    (operator: TestCaller, runId: number) => t.call(operator, "POST", `${path}/${runId}/stop`),
  ],
  [
    "of somebody who lost the right",
    ({ userId }: TestCaller) =>
      sql`update users set role_id = (select id from roles where name = 'User') where id = ${userId}`.execute(
        t.db,
      ),
  ],
])(
  "A resumed run reports what it had decided before its server died, even if it is %s",
  async (_how, meanwhile) => {
    const operator = await t.aUser("Admin");
    const ids = await orders(2);
    const rows = ids.map((id) => ({ id }));
    const { body } = await t.call(operator, "POST", path, { decision: "approve", rows });
    const key = { "idempotency-key": `bulk-${body.id}` };
    await t.call(operator, "POST", `/management/orders/${ids[0]}/approve`, {}, key);
    await sql`update bulk_runs set begun_at = now() where id = ${body.id}`.execute(t.db);
    await meanwhile(operator, body.id);

    await work();

    const { rows: runs } = await sql<{ results: object[] }>`
    select results from bulk_runs where id = ${body.id}`.execute(t.db);
    expect(runs[0]!.results[0]).toMatchObject({ id: ids[0], code: null });
    expect((await read(ids[1]!)).status).toBe("AWAITING_APPROVAL");
  },
);

test("A resumed run does not retry rows that already have a result", async () => {
  const [first, second] = (await orders(2)) as [number, number];
  const { body } = await start({ decision: "approve", rows: [{ id: first }, { id: second }] });
  const through = JSON.stringify([{ id: first, code: "NOT_FOUND", detail: null }]);
  await sql`update bulk_runs set results = ${through}::jsonb where id = ${body.id}`.execute(t.db);
  await work();
  const run = (await t.call(admin, "GET", `${path}/${body.id}`)).body;
  expect(run.results).toMatchObject([
    { id: first, code: "NOT_FOUND" },
    { id: second, code: null },
  ]);
  expect((await read(first)).status).toBe("AWAITING_APPROVAL");
});

test("Each row must have what its decision requires, and no row may occur twice", async () => {
  const none = await start({ decision: "reject", rows: [{ id: 1, asks: {} }] });
  expect(none.body.fieldErrors).toMatchObject([{ path: "rows.0.asks.reason" }]);
  const twice = await start({ decision: "approve", rows: [{ id: 1 }, { id: 1 }] });
  expect(twice.status).toBe(400);
});

test("A waiting run can be canceled, or started at once", async () => {
  const ids = await orders(2);
  const rows = ids.map((id) => ({ id }));
  const later = { decision: "approve", rows };
  const held = await t.call(admin, "POST", `${path}?startsIn=60`, later);
  expect(held.body).toMatchObject({ state: "WAITING", total: 2, results: [] });
  await work();
  expect((await read(ids[0]!)).status).toBe("AWAITING_APPROVAL");
  expect((await t.call(colleague, "POST", `${path}/${held.body.id}/stop`)).status).toBe(404);
  const stopped = await t.call(admin, "POST", `${path}/${held.body.id}/stop`);
  expect(stopped.body).toMatchObject({ state: "STOPPED", results: [] });
  const again = await t.call(admin, "POST", `${path}/${held.body.id}/start`);
  expect(again.body.code).toBe("INVALID_TRANSITION");

  const second = await t.call(admin, "POST", `${path}?startsIn=60`, later);
  await t.call(admin, "POST", `${path}/${second.body.id}/start`);
  await work();
  const done = await t.call(admin, "GET", `${path}/${second.body.id}`);
  expect(done.body).toMatchObject({ state: "DONE", results: [{ code: null }, { code: null }] });
  expect((await t.call(admin, "POST", `${path}/${second.body.id}/stop`)).status).toBe(409);
  // The stopped run is skipped, even once its job is due: nothing is done twice.
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(t.db);
  await work();
  expect((await read(ids[1]!)).transitions).toHaveLength(2);
});

test("A run stopped at the moment it starts either never runs or runs to its end", async () => {
  const seen = new Set<string>();
  for (let round = 0; round < 6; round += 1) {
    const [id] = await orders(1);
    const { body } = await start({
      decision: "reject",
      rows: [{ id, asks: { reason: "Mistyped" } }],
    });
    const [, stop] = await Promise.all([work(), t.call(admin, "POST", `${path}/${body.id}/stop`)]);
    const [run, order] = [await t.call(admin, "GET", `${path}/${body.id}`), await read(id!)];
    const { state } = run.body;
    seen.add(`${state} ${order.status}`);
    expect([200, 409]).toContain(stop.status);
  }
  const possible = ["DONE REJECTED", "STOPPED AWAITING_APPROVAL"];
  expect([...seen].filter((each) => !possible.includes(each))).toEqual([]);
});

test("A run stopped on its way leaves the remaining orders unchanged", async () => {
  const ids = await orders(3);
  const { body } = await start({ decision: "approve", rows: ids.map((id) => ({ id })) });
  const jobs = bulkOrderJobs(t.db, {
    ...createSettings(t.db, 30),
    // Read at the start of each approval: stops the run in the middle of the first one.
    current: async () => {
      await t.call(admin, "POST", `${path}/${body.id}/stop`);
      return await createSettings(t.db, 30).current();
    },
  });
  await t.runJobs(jobs);
  const run = await t.call(admin, "GET", `${path}/${body.id}`);
  expect(run.body).toMatchObject({ state: "STOPPED", results: [{ id: ids[0], code: null }] });
  expect((await read(ids[0]!)).status).toBe("AWAITING_PAYMENT");
  expect((await read(ids[1]!)).status).toBe("AWAITING_APPROVAL");
});

test("A run in progress cannot be started again, and a stopped one runs until it notices", async () => {
  const ids = await orders(2);
  const { body } = await start({ decision: "approve", rows: ids.map((id) => ({ id })) });
  await sql`update bulk_runs set begun_at = now() where id = ${body.id}`.execute(t.db);
  const again = await t.call(admin, "POST", `${path}/${body.id}/start`);
  expect([again.status, again.body.code]).toEqual([409, "INVALID_TRANSITION"]);
  const stopped = await t.call(admin, "POST", `${path}/${body.id}/stop`);
  expect(stopped.body.state).toBe("RUNNING");
  await work();
  const over = await t.call(admin, "GET", `${path}/${body.id}`);
  expect(over.body).toMatchObject({ state: "STOPPED", results: [] });
});

test("A run taken by two servers is done once, with one result per row", async () => {
  const ids = await orders(2);
  const { body } = await start({ decision: "approve", rows: ids.map((id) => ({ id })) });
  const jobs = bulkOrderJobs(t.db, createSettings(t.db, 30));
  const run = () => jobs["orders.decide"]!({ runId: body.id });
  const hold = sql`select from orders where id = ${ids[0]} for update`;
  await runBlocked(t.db, hold, [run, run]);
  const done = await t.call(admin, "GET", `${path}/${body.id}`);
  expect(done.body).toMatchObject({
    state: "DONE",
    results: ids.map((id) => ({ id, code: null })),
  });
});

test("A run decides nothing if its operator was blocked or lost the permission while it waited", async () => {
  const ids = await orders(2);
  const rows = ids.map((id) => ({ id }));
  const later = { decision: "approve", rows };
  const blocked = await t.aUser("Admin");
  const demoted = await t.aUser("Admin");
  const startAs = async (caller: TestCaller) => {
    const { body } = await t.call(caller, "POST", `${path}?startsIn=60`, later);
    await t.call(caller, "POST", `${path}/${body.id}/start`);
  };
  await startAs(blocked);
  await startAs(demoted);
  await t.call(admin, "POST", `/management/users/${blocked.userId}/block`, { reason: "Left" });
  await sql`update users set role_id = (select id from roles where name = 'User')
    where id = ${demoted.userId}`.execute(t.db);
  await work();
  const { rows: runs } = await sql<{ results: { code: string | null }[] }>`
    select results from bulk_runs where actor_id in (${blocked.userId}, ${demoted.userId})`.execute(
    t.db,
  );
  expect(runs.flatMap(({ results }) => results.map(({ code }) => code))).toEqual(
    Array(4).fill("FORBIDDEN"),
  );
  expect((await read(ids[0]!)).status).toBe("AWAITING_APPROVAL");
});
