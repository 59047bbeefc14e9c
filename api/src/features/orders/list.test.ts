import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { sellerToday } from "../../core/days.sql.ts";

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

/** The ids that a search finds; checks that the count agrees. */
async function found(caller: TestCaller, path: string, q: string): Promise<number[]> {
  const { body } = await t.call(caller, "GET", `${path}?q=${encodeURIComponent(q)}`);
  expect(body.totalElements).toBe(body.content.length);
  return body.content.map(({ id }: { id: number }) => id);
}

test("An order is found by what was bought, who bought it, its number and its payment reference", async () => {
  const { body } = await t.call(admin, "GET", `/management/orders/${orderId}`);
  const inFours = body.transactionId.replaceAll(/(.{4})(?=.)/g, "$1 ");
  for (const q of ["peat OF the 100%", username, String(orderId), body.transactionId, inFours]) {
    expect(await found(admin, "/management/orders", q), q).toEqual([orderId]);
  }
  for (const q of [body.invoiceEmail, body.vatNumber]) {
    expect(await found(admin, "/management/orders", q), q).toContain(orderId);
  }
  expect(await found(admin, "/management/orders", "stoves peat")).toEqual([]);
  expect(await found(admin, "/management/orders", "%")).toEqual([orderId]);
});

test("It is found by its invoice's number once it has one, under its new status", async () => {
  const { body } = await t.call(admin, "POST", `/management/orders/${orderId}/approve`, {});
  expect(await found(admin, "/management/orders", body.invoiceNumber)).toEqual([orderId]);
  const { body: page } = await t.call(
    admin,
    "GET",
    "/management/orders?q=peat&sort=companyName,desc",
  );
  expect(page.counts).toMatchObject({ AWAITING_APPROVAL: 0, AWAITING_PAYMENT: 1 });
});

test.each([
  ["its total", (gross: number) => gross.toFixed(2)],
  ["with a comma", (gross: number) => gross.toFixed(2).replace(".", ",")],
  ["with the currency", (gross: number) => `€ ${gross.toFixed(2)}`],
])("It is found by the amount, %s", async (_, typed) => {
  const { body } = await t.call(admin, "GET", `/management/orders/${orderId}`);
  const path = "/management/orders";
  expect(await found(admin, path, typed(body.totalPriceGross))).toEqual([orderId]);
  expect(await found(admin, path, typed(body.totalPriceGross + 0.01))).toEqual([]);
  expect(await found(buyer, "/me/orders", typed(body.totalPriceGross))).toEqual([orderId]);
  expect(await found(admin, path, typed(body.totalPriceNet))).toEqual([orderId]);
  const to = (await t.call(admin, "GET", `${path}?totalTo=${body.totalPriceGross}`)).body;
  expect(to.content.map(({ id }: { id: number }) => id)).toEqual([orderId]);
  const from = async (total: number) =>
    (await t.call(admin, "GET", `${path}?totalFrom=${total}`)).body.content;
  expect(await from(body.totalPriceGross)).toHaveLength(2);
  expect(await from(body.totalPriceGross + 0.01)).toHaveLength(1);
});

test("Pending orders come first: approvals by age, then payments by due date", async () => {
  const { vintageId } = await aProject(t.db, { name: "Queue" });
  const ids: number[] = [];
  for (const credits of [1, 2, 3, 4]) {
    ids.push((await anOrder(t, await t.aUser(), vintageId, credits)).id);
  }
  const [one, two, late, soon] = ids;
  await t.call(admin, "POST", `/management/orders/${late}/approve`, {});
  await t.call(admin, "POST", `/management/orders/${soon}/approve`, {});
  await t.db.updateTable("orders").set({ due_on: "2020-01-01" }).where("id", "=", late!).execute();
  const { body } = await t.call(admin, "GET", "/management/orders?q=queue&sort=waiting");
  expect(body.content.map(({ id }: { id: number }) => id)).toEqual([one, two, late, soon]);
});

test("A buyer's search by their own name does not find all of their orders", async () => {
  expect(await found(buyer, "/me/orders", "peat")).toEqual([orderId]);
  expect(await found(buyer, "/me/orders", username)).toEqual([]);
});

test("Orders awaiting payment are counted as due or overdue, whichever filter is active", async () => {
  const { vintageId } = await aProject(t.db, { name: "Mangrove" });
  const place = async () => (await anOrder(t, await t.aUser(), vintageId, 1)).id;
  const [, due, late] = [await place(), await place(), await place()];
  await t.call(admin, "POST", `/management/orders/${due}/approve`, {});
  await t.call(admin, "POST", `/management/orders/${late}/approve`, {});
  await sql`update orders set due_on = ${sellerToday} where id = ${due}`.execute(t.db);
  await sql`update orders set due_on = ${sellerToday} - 1 where id = ${late}`.execute(t.db);
  const tab = async (filter: string) => {
    const path = `/management/orders?q=mangrove&sort=id&${filter}`;
    const { totalElements, totalGross, counts, content } = (await t.call(admin, "GET", path)).body;
    expect(counts, filter).toEqual({
      AWAITING_APPROVAL: 1,
      AWAITING_PAYMENT: 2,
      DUE: 1,
      OVERDUE: 1,
      PAID: 0,
      REJECTED: 0,
    });
    const sum = content.reduce(
      (all: number, each: { totalPriceGross: number }) => all + each.totalPriceGross,
      0,
    );
    expect(totalGross, filter).toBeCloseTo(sum);
    expect(totalElements, filter).toBe(content.length);
    return content.map(({ id }: { id: number }) => id);
  };
  expect(await tab("due=true")).toEqual([due]);
  expect(await tab("overdue=true")).toEqual([late]);
  expect(await tab("status=AWAITING_PAYMENT")).toEqual([due, late]);
  expect(await tab("status=AWAITING_PAYMENT&overdue=true")).toEqual([late]);
  expect(await tab("status=PAID&overdue=true")).toEqual([]);
  expect(await tab("due=true&overdue=true")).toEqual([]);
  expect(await tab("status=PAID,REJECTED")).toEqual([]);
  expect(await tab("due=false")).toHaveLength(3);
});

test("Companies are sorted by name as people read it", async () => {
  const { vintageId } = await aProject(t.db, { name: "Reeds" });
  const { body: details } = await t.call(admin, "GET", `/management/orders/${orderId}`);
  const { invoiceEmail, vatNumber, address: invoiceAddress } = details;
  for (const companyName of ["Zeta Wind", "ångström AB", "brennvik"]) {
    const { body: cart } = await t.call(buyer, "POST", "/me/cart/vintages", {
      vintageId,
      credits: 1,
    });
    const { version } = cart;
    const body = { companyName, invoiceAddress, invoiceEmail, vatNumber, version };
    expect(await t.call(buyer, "POST", "/me/cart/checkout", body)).toMatchObject({ status: 200 });
  }
  const { body } = await t.call(admin, "GET", "/management/orders?q=reeds&sort=companyName,asc");
  expect(body.content.map(({ companyName }: { companyName: string }) => companyName)).toEqual([
    "ångström AB",
    "brennvik",
    "Zeta Wind",
  ]);
});
