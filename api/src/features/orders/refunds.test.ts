import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder, aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { noticesOf } from "../../../test/operators.ts";
import { daysAfter } from "../../core/days.ts";
import { today } from "../../core/days.sql.ts";

let t: TestApp;
let admin: TestCaller;
let buyer: TestCaller;
let vintageId: number;
let day: string;
beforeAll(async () => {
  t = await testApp();
  [admin, buyer] = [await t.aUser("Admin"), await t.aUser()];
  // Ten euros a tonne: 10 t cost €119.00 including VAT.
  ({ vintageId } = await aProject(t.db));
  day = await today(t.db);
});
afterAll(() => t.close());

const decide = (id: number, step: string, body: object) =>
  t.call(admin, "POST", `/management/orders/${id}/${step}`, body);
const correct = (id: number) =>
  decide(id, "invoices", { ...invoiceDetails, reason: "The street was mistyped" });
async function credit(id: number, line: object) {
  const { items } = (await t.call(admin, "GET", `/management/orders/${id}`)).body;
  const lines = [{ itemId: items[0].id, ...line }];
  return await decide(id, "credit-notes", { lines, reason: "Fewer were issued" });
}

test("A refund is dated between the order and today, up to the cent that was overpaid, and its buyer is told", async () => {
  const { id } = await aPaidOrder(t, admin, buyer, vintageId, 10);
  expect((await credit(id, { quantity: 2 })).body).toMatchObject({ toRefund: 23.8 });
  expect(await noticesOf(t, buyer)).toContain("order.credited");
  const refund = (on: string, amount = 23.8) =>
    decide(id, "refunds", { amount, day: on, reference: "SEPA 4711" });
  const refused = { status: 400, body: { fieldErrors: [{ path: "day" }] } };
  // A day of grace on each side, since operators may be in another time zone.
  expect(await refund(daysAfter(day, 2))).toMatchObject(refused);
  expect(await refund(daysAfter(day, -2))).toMatchObject(refused);
  expect((await refund(day)).status).toBe(201);
  expect(await noticesOf(t, buyer)).toContain("order.refunded");
});

/** What the content of an order's current invoice says was paid before it, and when it is due. */
async function stated(id: number) {
  const { rows } = await sql<object>`
    select i.due_on as "dueOn", i.content -> 'paidCents' as paid, o.due_on as "orderDueOn", o.invoice_file_id as file
    from orders o join invoices i on i.number = o.invoice_number where o.id = ${id}`.execute(t.db);
  return rows[0];
}

test("A reissued invoice states what was paid, and the rest is due as if it was issued now", async () => {
  const { id } = await anOrder(t, buyer, vintageId, 10);
  const { dueOn } = (await decide(id, "approve", {})).body;
  const long = "2026-01-15";
  await sql`with made as (insert into files (storage_key, name, media_type, bytes, sha256)
      values ('a', 'a.pdf', 'application/pdf', 0, '') returning id)
    update orders set due_on = ${long}, invoice_file_id = (select id from made) where id = ${id}`.execute(
    t.db,
  );
  await decide(id, "payments", { amount: 40, day, reference: "Statement 12" });
  expect((await correct(id)).status).toBe(201);
  expect(await noticesOf(t, buyer)).toContain("order.invoice.corrected");
  // Until its own file is made, the order has none.
  expect(await stated(id)).toEqual({ dueOn, paid: 4000, orderDueOn: dueOn, file: null });

  // Of a paid order all is paid, even if banks deducted something, and it stays due when it was.
  await sql`update payments set amount_cents = 11890 where order_id = ${id}`.execute(t.db);
  await sql`update orders set status = 'PAID', paid_at = now(), due_on = ${long} where id = ${id}`.execute(
    t.db,
  );
  expect((await correct(id)).status).toBe(201);
  expect(await stated(id)).toMatchObject({ dueOn, paid: 11_900, orderDueOn: long });
});

test("An invoice that credit notes have cancelled completely is not reissued", async () => {
  const { id } = await aPaidOrder(t, admin, buyer, vintageId, 3);
  expect((await credit(id, { quantity: 3 })).status).toBe(201);
  const detail = expect.stringContaining("nothing is left to correct");
  expect(await correct(id)).toMatchObject({ status: 409, body: { detail } });
});
