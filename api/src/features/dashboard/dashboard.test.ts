import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { aProject } from "../../../test/builders/project.ts";

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
});
afterAll(() => t.close());

const dashboard = async (caller: TestCaller) =>
  (await t.call(caller, "GET", "/management/dashboard")).body;

test("an order is counted where it stands, and its sale in the month in which it was paid", async () => {
  const { vintageId } = await aProject(t.db, { projectType: "Peatland" });
  const buyer = await t.aUser("User");
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 40 });
  const { body: cart } = await t.call(buyer, "GET", "/me/cart");
  expect((await dashboard(admin)).stock).toMatchObject([
    { projectType: { name: "Peatland" }, projects: 1, available: 960, reserved: 40, committed: 0 },
  ]);

  const { body: order } = await t.call(buyer, "POST", "/me/cart/checkout", {
    ...invoiceDetails,
    version: cart.version,
  });
  const waiting = await dashboard(admin);
  expect(waiting.orders).toEqual({ toApprove: 1, overdue: 0, overdueGross: 0 });
  expect(waiting.stock).toMatchObject([{ available: 960, reserved: 0, committed: 40 }]);

  await t.call(admin, "POST", `/management/orders/${order.id}/approve`, {});
  await t.db.updateTable("orders").set({ due_on: "2020-01-01" }).execute();
  const late = await dashboard(admin);
  expect(late.orders).toEqual({ toApprove: 0, overdue: 1, overdueGross: order.totalPriceGross });

  const paidAt = new Date().toISOString();
  await t.call(admin, "POST", `/management/orders/${order.id}/pay`, { paidAt });
  const { sales, orders } = await dashboard(admin);
  expect(orders.overdue).toBe(0);
  expect(sales).toHaveLength(12);
  expect(sales.at(-1)).toEqual({
    month: paidAt.slice(0, 7),
    orders: 1,
    credits: 40,
    net: order.totalPriceNet,
  });
  expect(sales[0]).toMatchObject({ orders: 0, credits: 0, net: 0 });
});

test("people who wait to be admitted are counted", async () => {
  const before = (await dashboard(admin)).people.toAdmit;
  await t.aUser("Anonymous");
  expect((await dashboard(admin)).people.toAdmit).toBe(before + 1);
});

test.each([
  ["orders:read", ["orders", "sales"]],
  ["retirements:read", ["retirements"]],
  ["users:read", ["people", "supportRequests"]],
  ["settings:read", ["mails"]],
  ["projects:read", ["stock"]],
  ["audit:read", []],
])("a role with %s alone reads of it %j", async (permission, parts) => {
  const name = `Only ${permission}`;
  await t.call(admin, "POST", "/management/roles", { name, permissions: [permission] });
  const read = await dashboard(await t.aUser(name));
  const filled = Object.keys(read).filter((part) => read[part] !== null);
  expect(filled.toSorted()).toEqual(parts);
});

test("a buyer reads nothing of it", async () => {
  const none = await dashboard(await t.aUser("User"));
  expect(Object.values(none).every((part) => part === null)).toBe(true);
});
