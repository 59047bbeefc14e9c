import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRushed, watchRush } from "../../core/rush.ts";
import { invoiceDetails, testApp, type TestApp } from "../../../test/app.ts";
import { patience } from "../../../test/patience.ts";
import { aProject } from "../../../test/builders/project.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

/** Orders a tonne; in how many seconds its mails are due. */
async function order({ inRush }: { inRush: boolean }): Promise<number> {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 10 }] });
  const { body } = await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 1 });
  const rush = inRush ? await aRush() : undefined;
  const details = { ...invoiceDetails, version: body.version };
  const { status } = await t.call(buyer, "POST", "/me/cart/checkout", details);
  rush?.stop();
  expect(status).toBe(200);
  const { rows } = await sql<{ seconds: number }>`
    select round(extract(epoch from j.run_at - o.created_at))::integer as seconds
    from orders o join graphile_worker._private_jobs j on (j.payload ->> 'orderId')::integer = o.id
    where o.id = (select max(id) from orders)`.execute(t.db);
  return rows[0]!.seconds;
}

/** Has this process at work for most of its time, until `stop`. */
async function aRush() {
  const rush = watchRush();
  const working = setInterval(() => {
    const begun = performance.now();
    while (performance.now() - begun < 40);
  }, 50);
  await expect.poll(isRushed, patience).toBe(true);
  return {
    stop() {
      clearInterval(working);
      rush.stop();
    },
  };
}

test("The mails of an order are due at once, and half a minute later in a rush", async () => {
  expect(await order({ inRush: false })).toBe(0);
  expect(await order({ inRush: true })).toBe(30);
});
