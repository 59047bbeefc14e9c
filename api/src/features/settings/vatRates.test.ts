import { dayIn } from "@tonneline/contract/days";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";

let t: TestApp;
let admin: TestUser;
let vintageId: number;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  ({ vintageId } = await aProject(t.db));
});
afterAll(() => t.close());
// As if the invoices of earlier tests were of an earlier day.
beforeEach(async () => {
  await sql`update orders set approved_at = approved_at - interval '2 days'`.execute(t.db);
});

const validFrom = dayIn("Europe/Berlin", new Date());
const set = (rate: { countryCode: string; percent: number; validFrom?: string }) =>
  t.call(admin, "POST", "/management/settings/vat-rates", { validFrom, ...rate });
const used = (percent: number) => ({
  status: 400,
  body: {
    fieldErrors: [
      { message: expect.stringContaining(`Invoices of today already have ${percent}%`) },
    ],
  },
});

test("Today's rate can be changed while only waiting orders have it, of which none is invoiced", async () => {
  await set({ countryCode: "DE", percent: 20 });
  const { id } = await anOrder(t, await t.aUser(), vintageId, 1);
  expect((await set({ countryCode: "DE", percent: 21 })).status).toBe(201);
  const approved = await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  expect(approved.body).toMatchObject({ vatPercentage: 21 });
  expect(await set({ countryCode: "DE", percent: 22 })).toMatchObject(used(21));
});

test("Invoices of one country do not block the rate of another", async () => {
  await set({ countryCode: "DE", percent: 22.5 });
  const { id } = await anOrder(t, await t.aUser(), vintageId, 1);
  await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  await set({ countryCode: "PL", percent: 22.5 });
  expect((await set({ countryCode: "PL", percent: 22 })).status).toBe(201);
});

test("A new rate can be corrected although invoices of today have the previous one", async () => {
  await sql`update vat_rates set valid_from = valid_from - 1
    where country_code = 'DE' and valid_from = ${validFrom}`.execute(t.db);
  const { id } = await anOrder(t, await t.aUser(), vintageId, 1);
  await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  for (const percent of [26, 27])
    expect((await set({ countryCode: "DE", percent })).status).toBe(201);
});

test("Today's rate cannot be changed once an invoice uses it, even if the order is rejected", async () => {
  await set({ countryCode: "DE", percent: 23 });
  const { id } = await anOrder(t, await t.aUser(), vintageId, 1);
  await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  const rejected = await t.call(admin, "POST", `/management/orders/${id}/reject`, {
    reason: "Not a company",
  });
  expect(rejected.body).toMatchObject({ status: "REJECTED", invoiceNumber: expect.any(String) });
  expect(await set({ countryCode: "DE", percent: 24 })).toMatchObject(used(23));
});

test("A future rate does not apply today, neither for the seller's country nor for carts", async () => {
  const later = `${Number(validFrom.slice(0, 4)) + 1}-01-01`;
  await set({ countryCode: "CH", percent: 8.1, validFrom: later });
  const { seller } = (await t.call(admin, "GET", "/management/settings")).body;
  const body = { seller: { ...seller, countryCode: "CH" } };
  expect(await t.call(admin, "PATCH", "/management/settings", body)).toMatchObject({
    status: 400,
    body: { fieldErrors: [{ path: "seller.countryCode" }] },
  });
  await set({ countryCode: "FR", percent: 23, validFrom: later });
  const buyer = await t.aUser();
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 1 });
  const { body: cart } = await t.call(buyer, "GET", "/me/cart?countryCode=FR");
  expect(cart.vatPercentage).not.toBe(23);
});

test("A cart without saved details has the VAT of the seller's country, whichever that is", async () => {
  const { seller } = (await t.call(admin, "GET", "/management/settings")).body;
  const moves = (countryCode: string) =>
    t.call(admin, "PATCH", "/management/settings", { seller: { ...seller, countryCode } });
  expect((await moves("AT")).status).toBe(200);
  const buyer = await t.aUser();
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 1 });
  const { body: cart } = await t.call(buyer, "GET", "/me/cart");
  expect(cart).toMatchObject({ vatCategory: "S", vatPercentage: 20 });
  await moves("DE");
});
