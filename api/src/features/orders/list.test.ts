import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";

let t: TestApp;
let admin: TestCaller;
let buyer: TestCaller;
let username: string;
let orderId: number;

beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  buyer = await t.aUser();
  ({ username } = (await t.call(buyer, "GET", "/me")).body);
  const { vintageId } = await aProject(t.db, { name: "Peat of the 100% North" });
  ({ id: orderId } = await anOrder(t, buyer, vintageId, 3));
  const other = await aProject(t.db, { name: "Stoves" });
  await anOrder(t, await t.aUser(), other.vintageId, 5);
});
afterAll(() => t.close());

/** The ids that a search finds, as they are counted too. */
async function found(caller: TestCaller, path: string, q: string): Promise<number[]> {
  const { body } = await t.call(caller, "GET", `${path}?q=${encodeURIComponent(q)}`);
  expect(body.totalElements).toBe(body.content.length);
  return body.content.map(({ id }: { id: number }) => id);
}

test("An order is found by what was bought, who bought it, its number and its payment reference", async () => {
  const { body } = await t.call(admin, "GET", `/management/orders/${orderId}`);
  for (const q of ["peat OF the 100%", username, String(orderId), body.transactionId]) {
    expect(await found(admin, "/management/orders", q), q).toEqual([orderId]);
  }
  expect(await found(admin, "/management/orders", "stoves peat")).toEqual([]);
  expect(await found(admin, "/management/orders", "%")).toEqual([orderId]);
});

test("It is found by its invoice's number as soon as it has one, under its new status", async () => {
  const { body } = await t.call(admin, "POST", `/management/orders/${orderId}/approve`, {});
  expect(await found(admin, "/management/orders", body.invoiceNumber)).toEqual([orderId]);
  const { body: page } = await t.call(
    admin,
    "GET",
    "/management/orders?q=peat&sort=companyName,desc",
  );
  expect(page.counts).toMatchObject({ AWAITING_APPROVAL: 0, AWAITING_PAYMENT: 1 });
});

test("A buyer does not find all orders by the own name", async () => {
  expect(await found(buyer, "/me/orders", "peat")).toEqual([orderId]);
  expect(await found(buyer, "/me/orders", username)).toEqual([]);
});
