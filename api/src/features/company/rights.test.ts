import type { Portfolio } from "@tonneline/contract/portfolio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { companyRoles, type CompanyRole } from "@tonneline/contract/companyRoles";
import { invoiceDetails, testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { anOrder, aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { differences } from "../ledger/ledger.sql.ts";

let t: TestApp;
let vintageId: number;
let admin: TestUser;
/** One member of each role, all in one company. */
const members = {} as Record<CompanyRole, TestUser>;
let orderId: number;

beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  ({ vintageId } = await aProject(t.db, { vintages: [{ credits: 1000 }] }));
  members.OWNER = await t.aUser();
  const { companyId } = members.OWNER;
  await Promise.all(
    companyRoles.slice(1).map(async (companyRole) => {
      members[companyRole] = await t.aUser("User", { companyId, companyRole });
    }),
  );
  orderId = (await aPaidOrder(t, admin, members.OWNER, vintageId, 20)).id;
});
afterAll(async () => {
  expect(await differences(t.db)).toEqual([]);
  await t.close();
});

const calls = {
  "reads orders": () => ["GET", `/me/orders/${orderId}`],
  "reads the portfolio": () => ["GET", "/me/portfolio"],
  "reads retirements": () => ["GET", "/me/retirements"],
  "reads the company's details": () => ["GET", "/me/company/details"],
  "fills a cart": () => ["POST", "/me/cart/vintages", { vintageId, credits: 1 }],
  retires: () => [
    "POST",
    "/me/retirements",
    { vintageId, quantity: 1, beneficiaryName: "Brennvik", purpose: "OWN_EMISSIONS" },
  ],
  "changes the company's details": () => ["POST", "/me/company/details", invoiceDetails],
} satisfies Record<string, () => [method: string, path: string, body?: object]>;
type What = keyof typeof calls;

const reads = ["reads the portfolio", "reads retirements", "reads the company's details"] as const;
const buys = ["fills a cart", "retires"] as const;
const may: Record<CompanyRole, readonly What[]> = {
  OWNER: [...reads, "reads orders", ...buys, "changes the company's details"],
  BUYER: [...reads, "reads orders", ...buys],
  APPROVER: [...reads, "reads orders", ...buys],
  ACCOUNTANT: [...reads, "reads orders", "changes the company's details"],
  VIEWER: reads,
};

describe.each(companyRoles)("%s", (role) => {
  test.each(Object.keys(calls) as What[])("%s, if the role allows it", async (what) => {
    const [method, path, body] = calls[what]();
    const response = await t.call(members[role], method as string, path as string, body);
    if (may[role].includes(what)) expect([200, 201]).toContain(response.status);
    else expect(response).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
  });
});

test("Budget usage can be read only by those who may read orders", async () => {
  const { companyId } = members.OWNER;
  await t.db
    .insertInto("company_budgets")
    .values({ company_id: companyId, cost_centre: "CC-1", year: 2026, amount_cents: 100 })
    .execute();
  const reading = await Promise.all(
    companyRoles.map(async (role) => {
      const { body } = await t.call(members[role], "GET", "/me/company");
      return body.budgets.length > 0 && role;
    }),
  );
  expect(reading).toEqual(["OWNER", "BUYER", "APPROVER", "ACCOUNTANT", false]);
});

describe("what a member does", () => {
  test("belongs to the company, and can be filtered by the member", async () => {
    const own = (await anOrder(t, members.BUYER, vintageId, 2)).id;
    const ids = async (who: TestUser, query = "") =>
      (await t.call(who, "GET", `/me/orders${query}`)).body.content.map(
        ({ id }: { id: number }) => id,
      );
    expect(await ids(members.ACCOUNTANT)).toEqual([own, orderId]);
    expect(await ids(members.BUYER, "?by=me")).toEqual([own]);
    expect(await ids(members.OWNER, "?by=me")).toEqual([orderId]);
    const retired = await t.call(members.VIEWER, "GET", "/me/retirements?by=me");
    expect(retired.body.totalElements).toBe(0);
    expect((await t.call(members.VIEWER, "GET", "/me/portfolio")).body.totals).toMatchObject({
      purchased: 20,
      inProgress: 3,
    });
  });

  test("enters the company's portfolio once the operator has received the payment", async () => {
    const { id } = await aPaidOrder(t, admin, members.BUYER, vintageId, 5);
    const { body } = await t.call(members.VIEWER, "GET", "/me/portfolio/summary");
    expect(body.totals.purchased).toBe(25);
    const { body: order } = await t.call(members.OWNER, "GET", `/me/orders/${id}`);
    expect(order).toMatchObject({
      userId: members.BUYER.userId,
      companyId: members.OWNER.companyId,
    });
  });

  test("is separate from the purchases and retirements of colleagues in the member's own portfolio", async () => {
    const mine = async (who: TestUser) =>
      (await t.call(who, "GET", "/me/portfolio?by=me")).body as Portfolio;
    const bought = { purchased: 5, inProgress: 1, retired: 0, available: 4 };
    const buyers = await mine(members.BUYER);
    expect(buyers.holdings).toMatchObject([{ vintageId, ...bought }]);
    expect(buyers.totals).toMatchObject({ ...bought, vintages: 1, requests: 1 });
    expect(buyers.totals.spent).toBeGreaterThan(0);
    expect(buyers.series.quarters.at(-1)).toMatchObject(bought);
    expect((await mine(members.VIEWER)).holdings).toEqual([]);

    // More than they bought themselves: the credits belong to the company.
    const wanted = { vintageId, quantity: 6, beneficiaryName: "Brennvik", purpose: "OTHER" };
    await t.call(members.BUYER, "POST", "/me/retirements", wanted);
    const after = { purchased: 5, inProgress: 7, available: 0 };
    expect((await mine(members.BUYER)).totals).toMatchObject(after);
    const paths = ["summary", "holdings"].map((path) => `/me/portfolio/${path}?by=me`);
    const [summary, list] = await Promise.all(
      paths.map((path) => t.call(members.BUYER, "GET", path)),
    );
    expect(summary!.body.totals).toMatchObject(after);
    expect(list!.body).toMatchObject({ totalElements: 1, content: [after] });
    const { purchased, spent } = (await mine(members.OWNER)).totals;
    expect(purchased).toBe(20);
    const all = (await t.call(members.OWNER, "GET", "/me/portfolio")).body.totals;
    expect(all.purchased).toBe(25);
    expect(all.spent).toBeCloseTo(spent + buyers.totals.spent, 2);
  });

  test("stays with the company when the member's account is erased", async () => {
    const gone = { obstacles: [], kept: { orders: 2 } };
    expect((await t.call(members.BUYER, "GET", "/me/erasure")).body).toMatchObject(gone);
    expect((await t.call(members.OWNER, "GET", "/me/erasure")).body.obstacles).toEqual([
      { obstacle: "LAST_OWNER", count: 1 },
    ]);
  });
});
