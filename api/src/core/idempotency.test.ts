import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestCaller } from "../../test/app.ts";
import { anOrder } from "../../test/builders/order.ts";
import { aProject } from "../../test/builders/project.ts";
import { inTransaction } from "./db.ts";
import { storeAnswer } from "./idempotency.ts";

let t: TestApp;
let admin: TestCaller;
let buyer: TestCaller;
let vintageId: number;
beforeAll(async () => {
  t = await testApp();
  [admin, buyer] = [await t.aUser("Admin"), await t.aUser()];
  ({ vintageId } = await aProject(t.db));
});
afterAll(() => t.close());

const decide = (caller: TestCaller, id: number, what: string, key: string, body = {}) =>
  t.call(caller, "POST", `/management/orders/${id}/${what}`, body, { "idempotency-key": key });

describe("One key", () => {
  test("acts on each thing that it is sent to", async () => {
    const [first, second] = [
      await anOrder(t, buyer, vintageId, 1),
      await anOrder(t, buyer, vintageId, 1),
    ];
    for (const { id } of [first, second])
      expect((await decide(admin, id, "approve", "one-key")).body.status).toBe("AWAITING_PAYMENT");
    // With another body too: on another endpoint it is another call.
    const paid = { paidAt: new Date().toISOString() };
    expect((await decide(admin, first.id, "pay", "one-key", paid)).body.status).toBe("PAID");
  });

  test("belongs to the person who sent it", async () => {
    const other = await t.aUser("Admin");
    const { id } = await anOrder(t, buyer, vintageId, 1);
    await decide(admin, id, "approve", "mine");
    expect(await decide(other, id, "approve", "mine")).toMatchObject({
      status: 409,
      body: { code: "INVALID_TRANSITION" },
    });
    expect((await decide(admin, id, "approve", "mine")).status).toBe(200);
  });

  test("used meanwhile by a call about another record undoes the later call", async () => {
    const call = {
      userId: buyer.userId,
      endpoint: "order.payment",
      key: "at-once",
      body: { id: 1 },
    };
    const keep = (body: object) =>
      inTransaction(t.db, (tx) => storeAnswer(tx, { ...call, body }, body));
    await keep({ id: 1 });
    await expect(keep({ id: 2 })).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
  });

  test("used by two buyers places two orders", async () => {
    const set = { vintageId, credits: 1 };
    const orders = [];
    for (const each of [buyer, await t.aUser()]) {
      const { body } = await t.call(each, "POST", "/me/cart/vintages", set);
      const { version } = body;
      const order = { ...invoiceDetails, version };
      const key = { "idempotency-key": "of-two" };
      orders.push((await t.call(each, "POST", "/me/cart/checkout", order, key)).body.id);
    }
    expect(new Set(orders).size).toBe(2);
  });
});

test.each([
  ["of 200 characters is taken", "k".repeat(200), 200],
  ["of 201 is refused", "k".repeat(201), 400],
  ["of 2,000 is refused", "k".repeat(2000), 400],
  ["with a blank is refused", "two words", 400],
])("A key %s", async (_which, key, status) => {
  const { id } = await anOrder(t, buyer, vintageId, 1);
  const response = await decide(admin, id, "approve", key);
  expect(response.status).toBe(status);
  if (status === 400)
    expect(response.body.fieldErrors).toMatchObject([{ path: "Idempotency-Key" }]);
});
