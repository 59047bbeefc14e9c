import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { inTransaction } from "../../core/db.ts";
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
const receive = (orderId: number, amountCents: number) =>
  inTransaction(t.db, (tx) =>
    receivePayment(
      tx,
      createSettings(t.db, 30),
      { userId: admin.userId, username: "admin", ip: "127.0.0.1" },
      { orderId, amountCents, receivedOn: "2026-01-09", reference: "TX-1", entryId: null },
    ),
  );

test("Marking an order paid makes one payment of what is open", async () => {
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

  const paid = await t.call(admin, "POST", `/management/orders/${id}/pay`, {
    paidAt: "2026-01-12T10:00:00Z",
  });

  expect(paid.body).toMatchObject({
    status: "PAID",
    received: gross,
    open: 0,
    payments: [
      { amount: 40, day: "2026-01-09", reference: "TX-1" },
      { amount: gross - 40, day: "2026-01-12", reference: null },
    ],
  });
});

test("Two payments at once that cover an order together make it paid once", async () => {
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

test("What the bank kept of a payment is forgiven within the allowance", async () => {
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

test("Money for an order that has no invoice is refused", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, buyer, vintageId, 1);
  await expect(receive(id, 100)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  await expect(receive(999_999, 100)).rejects.toMatchObject({ code: "NOT_FOUND" });
});
