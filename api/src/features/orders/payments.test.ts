import { dayIn, defaultTimeZone } from "@tonneline/contract/days";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { runBlocked } from "../../../test/runBlocked.ts";
import { daysAfter } from "../../core/days.ts";
import { inTransaction } from "../../core/db.ts";
import { cents } from "../../core/money.ts";
import { differences } from "../ledger/ledger.sql.ts";
import { createSettings } from "../settings/settings.service.ts";
import { receivePayment } from "./receipts.service.ts";

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp({ poolSize: 20 });
  admin = await t.aUser("Admin");
});
afterAll(async () => {
  expect(await differences(t.db)).toEqual([]);
  await t.close();
});

async function anApproved(buyer: TestCaller, credits = 10) {
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, buyer, vintageId, credits);
  const { body } = await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  return body as { id: number; totalPriceGross: number };
}
const read = async (id: number) => (await t.call(admin, "GET", `/management/orders/${id}`)).body;
const receivedOn = daysAfter(dayIn(defaultTimeZone, new Date()), -40);
async function receive(orderId: number, amountCents: number) {
  const { bank } = await createSettings(t.db, 30).current();
  await inTransaction(t.db, (tx) =>
    receivePayment(
      tx,
      cents(bank.allowance),
      { userId: admin.userId, username: "admin", ip: "127.0.0.1" },
      { orderId, amountCents, receivedOn, reference: "TX-1", entryId: null },
    ),
  );
}

test("Marking an order as paid creates one payment over the open amount", async () => {
  const buyer = await t.aUser();
  const { id, totalPriceGross: gross } = await anApproved(buyer);
  expect(await read(id)).toMatchObject({ payments: [], received: 0, open: gross });
  await receive(id, 4000);
  expect(await read(id)).toMatchObject({
    status: "AWAITING_PAYMENT",
    received: 40,
    open: gross - 40,
  });
  const own = (await t.call(buyer, "GET", "/me/orders")).body.content[0];
  expect(own).toMatchObject({ received: 40, open: gross - 40 });

  const now = new Date();
  const paid = await t.call(admin, "POST", `/management/orders/${id}/pay`, {
    paidAt: now.toISOString(),
  });

  expect(paid.body).toMatchObject({
    status: "PAID",
    received: gross,
    open: 0,
    payments: [
      { amount: 40, day: receivedOn, reference: "TX-1" },
      { amount: gross - 40, day: dayIn(defaultTimeZone, now), reference: null },
    ],
  });
});

test("Two concurrent payments that together cover an order make it paid once", async () => {
  const buyer = await t.aUser();
  const { id, totalPriceGross: gross } = await anApproved(buyer);
  const half = Math.round(gross * 100) / 2;

  await Promise.all([receive(id, half), receive(id, half)]);

  const order = await read(id);
  expect(order).toMatchObject({ status: "PAID", received: gross, open: 0 });
  expect(order.transitions).toHaveLength(3);
  const { holdings } = (await t.call(buyer, "GET", "/me/portfolio")).body;
  expect(holdings).toMatchObject([{ purchased: 10 }]);
});

test("What banks deducted from a payment is waived within the allowance", async () => {
  const { body } = await t.call(admin, "GET", "/management/settings");
  const bank = { ...body.bank, allowance: 7.5 };
  expect((await t.call(admin, "PATCH", "/management/settings", { bank })).status).toBe(200);
  const buyer = await t.aUser();
  const { id, totalPriceGross: gross } = await anApproved(buyer);
  const cents = Math.round(gross * 100);

  await receive(id, cents - 751);
  expect(await read(id)).toMatchObject({ status: "AWAITING_PAYMENT", open: 7.51 });
  await receive(id, 1);
  expect(await read(id)).toMatchObject({ status: "PAID", open: 0, received: (cents - 750) / 100 });
});

const longAgo = "2025-01-05";
test.each([
  { missing: 50, waived: 0, dueOn: daysAfter(dayIn(defaultTimeZone, new Date()), 14) },
  { missing: 7.5, waived: 7.5, dueOn: longAgo },
])(
  "A reissued invoice asks for what is open: of $missing euros that are missing, $waived are waived",
  async ({ missing, waived, dueOn }) => {
    const { id, totalPriceGross: gross } = await anApproved(await t.aUser());
    await receive(id, cents(gross) - cents(missing));
    await sql`update orders set due_on = ${longAgo} where id = ${id}`.execute(t.db);
    const corrected = { ...invoiceDetails, companyName: "Brennvik SE", reason: "Its new name" };
    await t.call(admin, "POST", `/management/orders/${id}/invoices`, corrected);
    const { rows } = await sql<{ paid: number }>`
      select (content ->> 'paidCents')::integer as paid from invoices where order_id = ${id}
      order by id desc limit 1`.execute(t.db);
    expect(rows).toEqual([{ paid: cents(gross) - cents(missing) + cents(waived) }]);
    expect((await read(id)).dueOn).toBe(dueOn);
  },
);

test("A rest left by a credit note is not waived without a payment, however small it is", async () => {
  const buyer = await t.aUser();
  const { id, totalPriceGross: gross } = await anApproved(buyer);
  const { items } = await read(id);
  const lines = [{ itemId: items[0].id, amount: 95 }];
  const note = { lines, reason: "Fewer were issued" };
  await t.call(admin, "POST", `/management/orders/${id}/credit-notes`, note);
  const { body } = await t.call(admin, "GET", "/management/settings");
  expect(body.bank.allowance).toBeGreaterThan(gross - 113.05);
  expect(await read(id)).toMatchObject({ status: "AWAITING_PAYMENT", received: 0, open: 5.95 });
  expect((await t.call(buyer, "GET", "/me/portfolio")).body.holdings).toEqual([]);
});

test("A reversed payment resets the buyer's purchased volume for a partly credited order", async () => {
  const buyer = await t.aUser();
  const { id } = await anApproved(buyer);
  const { items } = await read(id);
  const note = { lines: [{ itemId: items[0].id, quantity: 2 }], reason: "Fewer were issued" };
  await t.call(admin, "POST", `/management/orders/${id}/credit-notes`, note);
  const bought = async () =>
    (await t.call(admin, "GET", `/management/users/${buyer.userId}`)).body.totalPurchasedVolume;
  await receive(id, 9520);
  expect(await bought()).toBe(8);
  await receive(id, -9520);
  expect(await read(id)).toMatchObject({ status: "AWAITING_PAYMENT", open: 95.2 });
  expect(await bought()).toBe(0);
});

test("The buyer is told the amount received, even if it differs from the amount due", async () => {
  for (const tooMuch of [25, -0.02]) {
    const buyer = await t.aUser();
    const { id, totalPriceGross: gross } = await anApproved(buyer);
    await receive(id, Math.round((gross + tooMuch) * 100));

    const { received, status } = await read(id);
    expect(status).toBe("PAID");
    const sum = `€${received.toFixed(2)}`;
    const { text_body: text } = await t.mailTo("accounts@brennvik.example");
    expect(text).toContain(`We have received your payment of ${sum}`);
    const { content } = (await t.call(buyer, "GET", "/me/notifications")).body;
    const paid = content.find(({ code }: { code: string }) => code === "order.paid");
    expect(paid.facts.total).toBe(received);
  }
});

test("A reversed payment is no longer the last purchase: the previous one is, or none", async () => {
  const buyer = await t.aUser();
  const [first, second] = [await anApproved(buyer), await anApproved(buyer)];
  const lastPurchase = async () =>
    (await t.call(admin, "GET", `/management/users/${buyer.userId}`)).body.lastPurchaseAt;
  const paidAt = new Date(Date.now() - 100 * 86_400_000).toISOString();
  await receive(second.id, Math.round(second.totalPriceGross * 100));
  // Entered later, but of an earlier day.
  await t.call(admin, "POST", `/management/orders/${first.id}/pay`, { paidAt });
  expect(await lastPurchase()).toBe((await read(second.id)).paidAt);

  await receive(second.id, Math.round(-second.totalPriceGross * 100));
  expect(await lastPurchase()).toBe(paidAt);
  await receive(first.id, Math.round(-first.totalPriceGross * 100));
  expect(await lastPurchase()).toBeNull();
});

test("If both payments of a buyer are reversed concurrently, there is no last purchase", async () => {
  const buyer = await t.aUser();
  const paid = [await anApproved(buyer), await anApproved(buyer)].map(
    ({ id, totalPriceGross }) => ({
      id,
      gross: Math.round(totalPriceGross * 100),
    }),
  );
  for (const { id, gross } of paid) await receive(id, gross);
  const ofBuyer = sql`from users where id = ${buyer.userId}`;
  await runBlocked(
    t.db,
    sql`select ${ofBuyer} for update`,
    paid.map(
      ({ id, gross }) =>
        () =>
          receive(id, -gross),
    ),
  );
  const { rows } = await sql`select last_purchase_at as at ${ofBuyer}`.execute(t.db);
  expect(rows).toEqual([{ at: null }]);
});

test("A payment reversed after a refund is open again everywhere, and can be paid again", async () => {
  const buyer = await t.aUser();
  const { id, totalPriceGross: gross } = await anApproved(buyer);
  const tooMuch = 84.58;
  await receive(id, Math.round(gross * 100));
  await receive(id, tooMuch * 100);
  const day = new Date().toISOString().slice(0, 10);
  const refund = { amount: tooMuch, day, reference: "SEPA 4711" };
  const order = `/management/orders/${id}`;
  const refunded = (await t.call(admin, "POST", `${order}/refunds`, refund)).body;
  expect(refunded).toMatchObject({ status: "PAID", open: 0, toRefund: 0 });

  await receive(id, -tooMuch * 100);

  const reopened = { status: "AWAITING_PAYMENT", received: gross, open: tooMuch, toRefund: 0 };
  expect(await read(id)).toMatchObject(reopened);
  const stale = await t.call(admin, "POST", `${order}/approve`, {});
  expect(stale.body.detail).toMatch(/ reopened it on .*: The bank reversed the payment\.$/);
  const get = async (caller: TestCaller, path: string) => (await t.call(caller, "GET", path)).body;
  expect((await get(buyer, "/me/orders")).content).toMatchObject([{ id, open: tooMuch }]);
  expect(await get(buyer, "/me/documents")).toMatchObject({ balance: { open: tooMuch } });
  expect((await get(admin, `${order}/forecast`)).pay).toMatchObject({ amount: tooMuch });
  const { companyId } = refunded;
  const receivables = await get(admin, `/management/receivables?companyId=${companyId}`);
  expect(receivables.content).toMatchObject([{ id, open: tooMuch }]);
  const company = await get(admin, `/management/companies/${companyId}`);
  expect(company).toMatchObject({ account: { invoiced: tooMuch } });

  const paid = await t.call(admin, "POST", `${order}/pay`, { paidAt: new Date() });
  expect(paid.body).toMatchObject({ status: "PAID", open: 0, toRefund: 0 });
  expect(paid.body.payments.at(-1)).toMatchObject({ amount: tooMuch });
});

test("A payment for an order without an invoice is refused", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, buyer, vintageId, 1);
  await expect(receive(id, 100)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  await expect(receive(999_999, 100)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

describe("A payment entered by an operator", () => {
  const enter = (
    id: number,
    amount: number,
    headers = {},
    day = new Date().toISOString().slice(0, 10),
    open?: number,
  ) =>
    t.call(
      admin,
      "POST",
      `/management/orders/${id}/payments`,
      { amount, day, reference: "Statement 12", open },
      headers,
    );
  const approved = async () => {
    const { vintageId } = await aProject(t.db);
    const order = await anOrder(t, await t.aUser(), vintageId, 10);
    await t.call(admin, "POST", `/management/orders/${order.id}/approve`, {});
    return order.id;
  };

  test("may be partial: the order is only paid once it is covered", async () => {
    const id = await approved();
    expect((await enter(id, 19)).body).toMatchObject({
      status: "AWAITING_PAYMENT",
      received: 19,
      open: 100,
      payments: [{ amount: 19, reference: "Statement 12" }],
    });
    expect((await enter(id, -9)).body).toMatchObject({ received: 10, open: 109 });
    const refused = await enter(id, -10.01);
    expect(refused).toMatchObject({ status: 409, body: { code: "INVALID_TRANSITION" } });
    expect((await enter(id, 109)).body).toMatchObject({ status: "PAID", received: 119, open: 0 });
  });

  test("is idempotent by key, repeatedly and concurrently", async () => {
    const id = await approved();
    const key = { "idempotency-key": `payment-${id}` };
    const responses = await Promise.all([
      enter(id, 50, key),
      enter(id, 50, key),
      enter(id, 50, key),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await enter(id, 50, key)).body).toMatchObject({ received: 50, open: 69 });
    expect((await enter(id, 51, key)).body.code).toBe("IDEMPOTENCY_KEY_REUSED");
  });

  test("is recorded once if two operators saw the same open amount, and again with the same key", async () => {
    const id = await approved();
    const key = (name: string) => ({ "idempotency-key": `${name}-${id}` });
    const responses = await Promise.all(
      ["one", "two"].map((name) => enter(id, 50, key(name), undefined, 119)),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const late = responses.find(({ status }) => status === 409)!.body;
    expect(late.detail).toBe(`Order ${id} has 69.00 euros open now, not 119.00.`);
    const quicker = responses[0]!.status === 201 ? "one" : "two";
    const again = await enter(id, 50, key(quicker), undefined, 69);
    expect(again).toMatchObject({ status: 201, body: { received: 50, open: 69 } });
    await enter(id, -10);
    const more = (await enter(id, 50, {}, undefined, 69)).body;
    expect(more.detail).toBe(`Order ${id} has 79.00 euros open now, not 69.00.`);
  });

  test("is refused above an order's maximum, in one payment or several", async () => {
    const id = await approved();
    expect((await enter(id, 90_000_000_000_000)).body).toMatchObject({
      code: "VALIDATION_FAILED",
      fieldErrors: [{ path: "amount" }],
    });
    expect((await enter(id, 99_999_999_999.99)).status).toBe(201);
    const refused = await enter(id, 0.02);
    expect(refused.body.code).toBe("INVALID_TRANSITION");
    expect(refused.body.detail).toContain("has received 99999999999.99 euros");
    expect((await enter(id, 0.01)).status).toBe(201);
    expect((await t.call(admin, "GET", "/management/orders")).status).toBe(200);
    await enter(id, -99_999_999_881);
    expect(await read(id)).toMatchObject({ received: 119 });
  });

  test("is refused without an invoice, for zero, and in the future", async () => {
    const { vintageId } = await aProject(t.db);
    const { id } = await anOrder(t, await t.aUser(), vintageId, 10);
    expect((await enter(id, 10)).body.code).toBe("INVALID_TRANSITION");
    expect((await enter(await approved(), 0)).status).toBe(400);
    expect((await enter(await approved(), 1, {}, "2099-01-01")).body).toMatchObject({
      code: "VALIDATION_FAILED",
      fieldErrors: [{ path: "day" }],
    });
  });

  test("must not be dated before the order: only the bank can report earlier payments", async () => {
    const id = await approved();
    const early = { code: "VALIDATION_FAILED", fieldErrors: [{ path: "day" }] };
    expect((await enter(id, 1, {}, "2020-11-26")).body).toMatchObject(early);
    expect((await enter(id, 1, {}, "0000-01-01")).body).toMatchObject(early);
    const paid = await t.call(admin, "POST", `/management/orders/${id}/pay`, {
      paidAt: "2020-11-26T12:00:00Z",
    });
    expect(paid.body).toMatchObject({ fieldErrors: [{ path: "paidAt" }] });
    expect(await read(id)).toMatchObject({ status: "AWAITING_PAYMENT", payments: [] });
    const daysAgo = (days: number) =>
      new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    const yesterday = daysAgo(1);
    await t.db
      .updateTable("orders")
      .set({ created_at: new Date(`${yesterday}T12:00:00Z`) })
      .where("id", "=", id)
      .execute();
    expect((await enter(id, 1, {}, daysAgo(3))).body).toMatchObject(early);
    // The day before may be the same day in another time zone.
    expect((await enter(id, 1, {}, daysAgo(2))).status).toBe(201);
    expect((await enter(id, 129, {}, yesterday)).status).toBe(201);
    const refund = (day: string) =>
      t.call(admin, "POST", `/management/orders/${id}/refunds`, {
        amount: 11,
        day,
        reference: "Sent back",
      });
    expect((await refund("2020-11-26")).body).toMatchObject(early);
    expect((await refund(yesterday)).status).toBe(201);
  });
});
