import { dayIn, defaultTimeZone } from "@tonneline/contract/days";
import type { Waiting, Work } from "@tonneline/contract/dashboard";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder, aPaidOrder } from "../../../test/builders/order.ts";
import { aProject, aReport } from "../../../test/builders/project.ts";
import { asUpload, sampleCamt } from "../bank/camt.fixtures.ts";
import { sellerToday } from "../../core/days.sql.ts";

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
});
afterAll(() => t.close());

const waitingOf = async (caller: TestCaller): Promise<Waiting[]> =>
  (await t.call(caller, "GET", "/management/dashboard")).body.waiting;
const waits = async (work: Work) => (await waitingOf(admin)).find((each) => each.work === work);
const stock = async () => (await t.call(admin, "GET", "/management/dashboard/stock")).body.rows;
const sales = async (query: string) =>
  (await t.call(admin, "GET", `/management/dashboard/sales?${query}`)).body;

/** The list that each figure of the overview links to: it must have exactly those rows. */
const listOf: Record<Work, string> = {
  ORDERS: "/management/orders?status=AWAITING_APPROVAL",
  OVERDUE: "/management/orders?status=AWAITING_PAYMENT&overdue=true",
  BANK: "/management/bank/entries?status=MATCHED,SUGGESTED,UNMATCHED",
  RETIREMENTS: "/management/retirements?status=RETIREMENT_IN_PROGRESS",
  SUPPORT: "/management/support-requests?status=OPEN",
  PEOPLE: "/management/users?standing=TO_ADMIT",
  MAILS: "/management/mails?status=FAILED",
};

async function ordered(credits: number) {
  const { vintageId } = await aProject(t.db, { projectType: "Peatland" });
  const buyer = await t.aUser("User");
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits });
  const { body: cart } = await t.call(buyer, "GET", "/me/cart");
  const { body } = await t.call(buyer, "POST", "/me/cart/checkout", {
    ...invoiceDetails,
    version: cart.version,
  });
  return body;
}

test("Stock is counted by its state", async () => {
  await ordered(40);
  expect(await stock()).toMatchObject([
    { projectType: { name: "Peatland" }, projects: 1, available: 960, reserved: 0, committed: 40 },
  ]);
});

test("Stock leaves out hidden projects and withdrawn vintages, and begins with the most on sale", async () => {
  const of = (projectType: string, credits: number, facts: object = {}) =>
    aProject(t.db, { projectType, vintages: [{ credits }], ...facts });
  await of("Kelp, few", 20);
  await of("Kelp, few", 5, { hidden: true });
  await of("Kelp, few", 0, { vintages: [{ credits: 7, status: "WITHDRAWN" }] });
  await of("Kelp, many", 30);
  const { vintageId } = await of("Kelp, all sold", 4);
  await anOrder(t, await t.aUser(), vintageId, 4);
  const rows = (await stock()).filter((each: { projectType: { name: string } }) =>
    each.projectType.name.startsWith("Kelp"),
  );
  expect(rows).toMatchObject([
    { projectType: { name: "Kelp, many" }, available: 30 },
    { projectType: { name: "Kelp, few" }, projects: 2, available: 20 },
    { projectType: { name: "Kelp, all sold" }, available: 0, committed: 4 },
  ]);
});

test("The number of projects of a type equals that of the linked list", async () => {
  const projectType = "Seagrass";
  await aProject(t.db, { projectType });
  await aProject(t.db, { projectType, vintages: [{ credits: 0 }] });
  await aProject(t.db, { projectType, vintages: [] });
  await aProject(t.db, { projectType, hidden: true });
  const [row] = (await stock()).filter(
    (each: { projectType: { name: string } }) => each.projectType.name === projectType,
  );
  const query = `projectType=${row.projectType.id}&hidden=false`;
  const { body } = await t.call(admin, "GET", `/management/projects?${query}`);
  expect([row.projects, body.totalElements]).toEqual([3, 3]);
});

test("Pending work shows its amount and its oldest, and every figure links to exactly those rows", async () => {
  const [order, late] = [await ordered(10), await ordered(10)];
  await t.call(admin, "POST", `/management/orders/${late.id}/approve`, {});
  await t.db
    .updateTable("orders")
    .set({ due_on: sql<string>`${sellerToday} - 12` })
    .where("id", "=", late.id)
    .execute();
  await t.db
    .updateTable("orders")
    .set({ created_at: sql<Date>`now() - interval '6 days'` })
    .where("id", "=", order.id)
    .execute();
  const today = await ordered(10);
  await t.call(admin, "POST", `/management/orders/${today.id}/approve`, {});
  await sql`update orders set due_on = ${sellerToday} where id = ${today.id}`.execute(t.db);
  const { companyId } = await t.aUser("Anonymous");
  await t.aUser("Anonymous", { companyId, companyRole: "BUYER" });
  const [unverified, blocked] = [await t.aUser("Anonymous"), await t.aUser("Anonymous")];
  await sql`update users set verified_at = null where id = ${unverified.userId}`.execute(t.db);
  await sql`update users set blocked = true where id = ${blocked.userId}`.execute(t.db);
  expect(await waits("PEOPLE")).toMatchObject({ count: 2, of: 1 });
  expect(await waits("ORDERS")).toMatchObject({ oldestDays: 6, of: 0 });
  expect(await waits("OVERDUE")).toMatchObject({
    count: 1,
    amount: late.totalPriceGross,
    oldestDays: 12,
    of: 0,
  });
  // The page of reminders shows the same invoices.
  const reminders = "/management/receivables?bucket=1_14,15_30,31_60,OVER_60";
  expect((await t.call(admin, "GET", reminders)).body).toMatchObject({ totalElements: 1 });
  const stop = `/management/orders/${late.id}/reminders/stop`;
  const until = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  await t.call(admin, "PUT", stop, { kind: "PAUSED", until, reason: "They pay next week" });
  expect(await waits("OVERDUE")).toMatchObject({ of: 0 });
  await t.call(admin, "PUT", stop, { kind: "DISPUTE", reason: "The delivery is disputed" });
  expect(await waits("OVERDUE")).toMatchObject({ of: 1 });

  const waiting = await waitingOf(admin);
  const listed = await Promise.all(
    waiting.map(async ({ work }) => {
      const { status, body } = await t.call(admin, "GET", listOf[work]);
      expect(status, work).toBe(200);
      return [work, body.totalElements];
    }),
  );
  expect(waiting.map(({ work, count }) => [work, count])).toEqual(listed);
  expect(waiting.filter(({ count }) => count > 0).length).toBeGreaterThanOrEqual(3);
  for (const { count, oldestDays } of waiting) expect(oldestDays === null).toBe(count === 0);
});

test("Open retirements of one registry are counted for one", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  await aPaidOrder(t, admin, buyer, vintageId, 5);
  const asked = { vintageId, beneficiaryName: "Brennvik", purpose: "OWN_EMISSIONS" };
  for (const quantity of [1, 3])
    await t.call(buyer, "POST", "/me/retirements", { ...asked, quantity });
  expect(await waits("RETIREMENTS")).toMatchObject({ count: 2, tonnes: 4, of: 1 });
});

test("An order needs a VAT check until its current number has been checked", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, buyer, vintageId, 2, "AT");
  await t.db
    .updateTable("orders")
    .set({ vat_number: "ATU99999999" })
    .where("id", "=", id)
    .execute();
  const order = async () => (await t.call(admin, "GET", `/management/orders/${id}`)).body;
  const { companyId } = await order();
  const check = (vatNumber: string, result: string) =>
    t.call(admin, "POST", `/management/companies/${companyId}/vat-checks`, {
      vatNumber,
      result,
      checkedAt: new Date().toISOString(),
    });
  const toCheck = async () => {
    const { of } = (await waits("ORDERS"))!;
    expect(of).toBe((await order()).knownVatCheck ? 0 : 1);
    return of;
  };
  await check("ATU12345675", "VALID");
  expect(await toCheck()).toBe(1);
  await check("ATU99999999", "VALID");
  expect(await toCheck()).toBe(0);
  await check("ATU99999999", "INVALID");
  expect(await toCheck()).toBe(1);
});

test("Pending bank entries have the same sum here and on their page, without what went out", async () => {
  const { payload, headers } = asUpload(
    sampleCamt({ entries: [{ cents: 1238 }, { cents: -5000 }] }),
  );
  await t.call(admin, "POST", "/management/bank/statements", payload, headers);
  const { matched, toCheck } = (await t.call(admin, "GET", "/management/bank")).body;
  expect(toCheck).toEqual({ count: 2, amount: 12.38, outgoing: 50 });
  expect(await waits("BANK")).toMatchObject({ count: 2, amount: matched.amount + toCheck.amount });
});

test("Sales count on the day of payment at the seller, and every bar links to exactly its orders", async () => {
  const buyer = await t.aUser("User");
  const { vintageId } = await aProject(t.db);
  // Just after midnight in Berlin, which is still the previous day in UTC.
  const paidAt = ["2024-02-28T23:30:00Z", "2024-03-31T21:30:00Z", "2025-03-15T12:00:00Z"];
  for (const [index, at] of paidAt.entries()) {
    const order = await aPaidOrder(t, admin, buyer, vintageId, 10 * (index + 1));
    await t.db.updateTable("orders").set({ paid_at: at }).where("id", "=", order.id).execute();
  }
  const spring = await sales("from=2024-02-29&to=2024-05-31&compare=none");
  expect(spring).toMatchObject({
    unit: "month",
    before: null,
    total: { orders: 2, credits: 30 },
    bars: [
      { from: "2024-02-29", to: "2024-02-29", isOpen: false, orders: 1, credits: 10, before: null },
      { from: "2024-03-01", to: "2024-03-31", orders: 1, credits: 20 },
      { from: "2024-04-01", to: "2024-04-30", orders: 0, credits: 0, net: 0 },
      { from: "2024-05-01", to: "2024-05-31", orders: 0 },
    ],
  });
  const listed = await Promise.all(
    (spring.bars as { from: string; to: string }[]).map(async ({ from, to }) => {
      const path = `/management/orders?status=PAID&paidFrom=${from}&paidTo=${to}`;
      return (await t.call(admin, "GET", path)).body.totalElements;
    }),
  );
  expect(listed).toEqual(spring.bars.map(({ orders }: { orders: number }) => orders));

  const year = await sales("from=2025-02-01&to=2025-03-31&compare=year");
  expect(year).toMatchObject({ unit: "day", total: { credits: 30 }, before: { credits: 30 } });
  expect(year.bars.find(({ from }: { from: string }) => from === "2025-03-31").before.credits).toBe(
    20,
  );
  const period = await sales("from=2024-03-01&to=2024-03-31&compare=period");
  expect(period).toMatchObject({ total: { credits: 20 }, before: { orders: 1, credits: 10 } });
});

test("Payments for reports do not count towards the prices of credits", async () => {
  const buyer = await t.aUser("User");
  const { id, vintageId } = await aProject(t.db);
  const reportId = await aReport(t.db, id, 92_000);
  await t.call(buyer, "POST", "/me/cart/reports", { reportId });
  const order = await aPaidOrder(t, admin, buyer, vintageId, 10);
  const at = "2022-05-03T12:00:00Z";
  await t.db.updateTable("orders").set({ paid_at: at }).where("id", "=", order.id).execute();
  const may = async () => (await sales("from=2022-05-01&to=2022-05-31")).total;
  expect(await may()).toMatchObject({ orders: 1, credits: 10, net: order.totalPriceNet });
  expect(await may()).toMatchObject({ creditsNet: order.totalPriceNet - 920 });
  const [credits, report] = order.items;
  const lines = [
    { itemId: credits.id, quantity: 4 },
    { itemId: report.id, quantity: 1 },
  ];
  const given = { lines, reason: "Fewer were issued, and no report" };
  await t.call(admin, "POST", `/management/orders/${order.id}/credit-notes`, given);
  expect(await may()).toMatchObject({ orders: 1, credits: 6, net: 60, creditsNet: 60 });
});

test("A year before a leap day is the end of February, counted once", async () => {
  const { vintageId } = await aProject(t.db);
  const buyer = await t.aUser("User");
  for (const [credits, at] of [
    [7, "2023-02-28T12:00:00Z"],
    [5, "2023-03-01T12:00:00Z"],
  ] as const) {
    const { id } = await aPaidOrder(t, admin, buyer, vintageId, credits);
    await t.db.updateTable("orders").set({ paid_at: at }).where("id", "=", id).execute();
  }
  const before = async (from: string, to: string) => {
    const { bars, before: all } = await sales(`from=${from}&to=${to}&compare=year`);
    const credits = bars.map((bar: { before: { credits: number } }) => bar.before.credits);
    return [all.credits, credits];
  };
  expect(await before("2024-02-27", "2024-02-28")).toEqual([7, [0, 7]]);
  expect(await before("2024-02-28", "2024-03-01")).toEqual([12, [7, 0, 5]]);
  expect(await before("2024-02-29", "2024-03-01")).toEqual([5, [0, 5]]);
});

test("The last day of a bar that can still grow is today", async () => {
  const today = dayIn(defaultTimeZone, new Date());
  const before = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  const { bars } = await sales(`from=${before}&to=${today}`);
  expect(bars.map(({ isOpen }: { isOpen: boolean }) => isOpen)).toEqual([false, true]);
});

test("A range ends after it begins, and is at most ten years long", async () => {
  for (const range of ["from=2024-03-02&to=2024-03-01", "from=2004-01-01&to=2024-03-01"]) {
    expect(await t.call(admin, "GET", `/management/dashboard/sales?${range}`)).toMatchObject({
      status: 400,
    });
  }
});

test.each([
  ["orders:read", ["ORDERS", "OVERDUE", "BANK"]],
  ["retirements:read", ["RETIREMENTS"]],
  ["users:read", ["SUPPORT", "PEOPLE"]],
  ["settings:read", ["MAILS"]],
  ["audit:read", []],
])("A role with only %s sees %j", async (permission, works) => {
  const name = `Only ${permission}`;
  await t.call(admin, "POST", "/management/roles", { name, permissions: [permission] });
  const read = await waitingOf(await t.aUser(name));
  expect(read.map(({ work }) => work)).toEqual(works);
});

test("A buyer cannot read it", async () => {
  expect(await waitingOf(await t.aUser("User"))).toEqual([]);
});
