import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isOverloaded, watchLoad } from "../../core/load.ts";
import { invoiceDetails, testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { patience } from "../../../test/patience.ts";
import { aProject } from "../../../test/builders/project.ts";
import { orderJobs } from "./orders.jobs.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

/** Orders a tonne; returns its number, and in how many seconds its mails are due. */
async function order(buyer: TestUser, { inRush }: { inRush: boolean }) {
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 10 }] });
  const { body } = await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 1 });
  const rush = inRush ? await aRush() : undefined;
  const details = { ...invoiceDetails, version: body.version };
  const { status, body: placed } = await t.call(buyer, "POST", "/me/cart/checkout", details);
  rush?.stop();
  expect(status).toBe(200);
  const { rows } = await sql<{ seconds: number }>`
    select round(extract(epoch from j.run_at - o.created_at))::integer as seconds
    from orders o join graphile_worker._private_jobs j on (j.payload ->> 'orderId')::integer = o.id
    where o.id = ${placed.id}`.execute(t.db);
  return { id: placed.id as number, seconds: rows[0]!.seconds };
}

/** Keeps this process busy most of the time, until `stop`. */
async function aRush() {
  const rush = watchLoad();
  const working = setInterval(() => {
    const begun = performance.now();
    while (performance.now() - begun < 40);
  }, 50);
  await expect.poll(isOverloaded, patience).toBe(true);
  return {
    stop() {
      clearInterval(working);
      rush.stop();
    },
  };
}

test("The mails of an order are due at once, and half a minute later in a rush", async () => {
  const buyer = await t.aUser();
  expect(await order(buyer, { inRush: false })).toMatchObject({ seconds: 0 });
  expect(await order(buyer, { inRush: true })).toMatchObject({ seconds: 30 });
});

test.each([
  ["reject", { reason: "Not a company" }, ["is placed", "is rejected"]],
  ["approve", {}, ["is placed"]],
])("An order's %s is never mailed before its confirmation", async (decision, said, heard) => {
  const [buyer, admin] = [await t.aUser(), await t.aUser("Admin")];
  const { id } = await order(buyer, { inRush: true });
  const { status } = await t.call(admin, "POST", `/management/orders/${id}/${decision}`, said);
  expect(status).toBe(200);
  const mails = async () => {
    const { rows } = await sql<{ subject: string }>`
      select m.subject from mails m join users u on u.username = m.recipient
      where u.id = ${buyer.userId} and m.about = ${`order/${id}`} order by m.id`.execute(t.db);
    return rows.map(({ subject }) => subject);
  };
  const expected = heard.map((words) => expect.stringContaining(words));
  expect(await mails()).toEqual(expected);
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(t.db);
  await t.runJobs(orderJobs(t.db));
  expect(await mails()).toEqual(expected);
});
