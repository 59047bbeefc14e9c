import { dayIn, defaultTimeZone } from "@tonneline/contract/days";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp } from "../../../test/app.ts";
import { aCompany, putBudgets, putRules } from "../../../test/builders/company.ts";
import { aProject } from "../../../test/builders/project.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

test("Another spelling of a cost centre, stored as typed, does not bypass its budget", async () => {
  const companyId = await aCompany(t.db);
  const owner = await t.aUser("User", { companyId, companyRole: "OWNER" });
  const buyer = await t.aUser("User", { companyId, companyRole: "BUYER" });
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
  const year = Number(dayIn(defaultTimeZone, new Date()).slice(0, 4));
  const budget = { costCentre: "CC Süd-1", year, amount: 50 };
  const twice = [budget, { ...budget, costCentre: "cc süd-1" }];
  expect(await putBudgets(t, owner, twice)).toMatchObject({ status: 400 });
  await putBudgets(t, owner, [budget, { ...budget, year: year + 1 }]);
  await putRules(t, owner, [{ kind: "OVER_BUDGET" }]);
  const order = async (costCentre: string) => {
    const set = await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 3 });
    const body = { ...invoiceDetails, version: set.body.version, costCentre };
    return (await t.call(buyer, "POST", "/me/cart/checkout", body)).body;
  };
  const placed = await order(" cc  süd-1 ");
  expect(placed.costCentre).toBe("cc süd-1");
  const { approval } = await order("CC SÜD-1");
  expect((await t.call(owner, "GET", `/me/approvals/${approval.id}`)).body).toMatchObject({
    costCentre: "CC SÜD-1",
    budget: { costCentre: "CC Süd-1", requested: 30, ordered: 30 },
  });
  // Pending requests count in the current year only.
  expect((await t.call(owner, "GET", "/me/company/budgets")).body).toMatchObject([
    { year: year + 1, requested: 0, ordered: 0 },
    { year, requested: 30, ordered: 30 },
  ]);
  // An expired request no longer counts, even before the job ends it.
  await sql`update approvals set expires_at = now() where id = ${approval.id}`.execute(t.db);
  const current = async () => (await t.call(owner, "GET", "/me/company/budgets")).body[1];
  expect(await current()).toMatchObject({ year, requested: 0, ordered: 30, left: 20 });
  // An order counts until it is paid or rejected, except for what is credited.
  const admin = await t.aUser("Admin");
  const decide = (how: string, body: object) =>
    t.call(admin, "POST", `/management/orders/${placed.id}/${how}`, body);
  expect((await decide("approve", {})).body.status).toBe("AWAITING_PAYMENT");
  expect(await current()).toMatchObject({ ordered: 30, left: 20 });
  const lines = [{ itemId: placed.items[0].id, amount: 4 }];
  expect((await decide("credit-notes", { lines, reason: "Late" })).status).toBe(201);
  expect(await current()).toMatchObject({ ordered: 26, left: 24 });
  expect((await decide("reject", { reason: "Not paid" })).body.status).toBe("REJECTED");
  expect(await current()).toMatchObject({ ordered: 0, paid: 0, left: 50 });
});
