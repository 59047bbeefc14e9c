import { dayIn, defaultTimeZone } from "@tonneline/contract/days";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";

let t: TestApp;
let admin: TestUser;
let buyer: TestUser;
let vintageId: number;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  buyer = await t.aUser();
  ({ vintageId } = await aProject(t.db));
});
afterAll(() => t.close());

const forecastOf = async (id: number) =>
  (await t.call(admin, "GET", `/management/orders/${id}/forecast`)).body;
const decide = async (id: number, step: string, body: object) =>
  (await t.call(admin, "POST", `/management/orders/${id}/${step}`, body)).body;

test("The forecast of a decision matches its result", async () => {
  const { id, totalPriceGross } = await anOrder(t, buyer, vintageId, 7);
  const placed = await forecastOf(id);
  expect(placed).toMatchObject({
    approve: { mailedTo: ["accounts@brennvik.example", expect.stringContaining("@")] },
    pay: null,
    reject: { tonnes: 7, creditNoteNumber: null },
    eInvoice: { profile: "EN16931", missing: [] },
  });
  const approved = await decide(id, "approve", {});
  expect(approved.invoiceNumber).toBe(placed.approve.invoiceNumber);

  const owed = await forecastOf(id);
  expect(owed).toMatchObject({
    approve: null,
    pay: { amount: totalPriceGross, tonnes: 7 },
    reject: { tonnes: 7, creditNoteNumber: expect.stringMatching(/^CN-\d{4}-000001$/) },
  });
  const { items } = (await t.call(admin, "GET", `/management/orders/${id}`)).body;
  const lines = [{ itemId: items[0].id, quantity: 2 }];
  const credited = await decide(id, "credit-notes", { lines, reason: "Fewer were issued" });
  const rest = Number((totalPriceGross - credited.gross).toFixed(2));
  expect(credited.number).toBe(owed.reject.creditNoteNumber);
  const left = await forecastOf(id);
  expect(left).toMatchObject({ pay: { amount: rest, tonnes: 5 }, reject: { tonnes: 5 } });
  const day = dayIn(defaultTimeZone, new Date());
  await decide(id, "payments", { amount: 10, day, reference: "TX-1" });
  const partlyPaid = await forecastOf(id);
  expect(partlyPaid.pay.amount).toBeCloseTo(rest - 10);
  const rejected = await decide(id, "reject", { reason: "Mistyped" });
  expect(rejected.creditNoteNumber).toBe(left.reject.creditNoteNumber);
  expect(await forecastOf(id)).toMatchObject({ approve: null, pay: null, reject: null });
  expect((await t.call(admin, "GET", "/management/orders/999999/forecast")).status).toBe(404);
});

test("An order lists what its invoice's profile requires and lacks", async () => {
  const { version } = (await t.call(buyer, "GET", "/me/company/e-invoices")).body;
  const wish = { profile: "XRECHNUNG", reference: "Einkauf 7", address: null, version };
  expect((await t.call(buyer, "PUT", "/me/company/e-invoices", wish)).status).toBe(200);
  const { id } = await anOrder(t, buyer, vintageId, 1);
  const { eInvoice } = await forecastOf(id);
  expect(eInvoice).toEqual({ profile: "XRECHNUNG", missing: ["SELLER_PHONE"] });
  await decide(id, "approve", {});
  expect((await forecastOf(id)).eInvoice).toEqual(eInvoice);
});
