import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { aTeam, putRules } from "../../../test/builders/company.ts";
import { aProject, aReport } from "../../../test/builders/project.ts";

/* What the members of a company see of a request, and which requests they find. */

let t: TestApp;
let owner: TestUser;
let buyer: TestUser;
let approver: TestUser;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  ({ owner, buyer, approver } = await aTeam(t));
  await putRules(t, owner, [{ kind: "TONNES", over: 1 }]);
});

async function requested(vintageIds: readonly number[]): Promise<number> {
  let version = 0;
  for (const vintageId of vintageIds) {
    const set = await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 2 });
    ({ version } = set.body);
  }
  const body = { ...invoiceDetails, version };
  return (await t.call(buyer, "POST", "/me/cart/checkout", body)).body.approval.id;
}
const step = (who: TestUser, id: number, how: string, body?: object) =>
  t.call(who, "POST", `/me/approvals/${id}/${how}`, body);
const read = async (id: number) => (await t.call(approver, "GET", `/me/approvals/${id}`)).body;
const found = async (who: TestUser, query: string) =>
  (await t.call(who, "GET", `/me/approvals?${query}`)).body.content.map(
    ({ id }: { id: number }) => id,
  );

test("Nothing waits for a colleague who may not decide", async () => {
  const { companyId } = buyer;
  const { vintageId } = await aProject(t.db);
  const id = await requested([vintageId]);
  expect(await found(approver, "waitingFor=me")).toEqual([id]);
  for (const companyRole of ["BUYER", "ACCOUNTANT"] as const) {
    const colleague = await t.aUser("User", { companyId, companyRole });
    expect(await found(colleague, "waitingFor=me")).toEqual([]);
  }
});

test("A request is found by its whole number, and by its requester's name", async () => {
  const { vintageId } = await aProject(t.db);
  const [id, other] = [await requested([vintageId]), await requested([vintageId])];
  expect(await found(buyer, `q=${id}`)).toEqual([id]);
  expect(await found(buyer, `q=${other}`)).toEqual([other]);
  expect(await found(buyer, `q=${String(id).slice(0, -1)}`)).toEqual([]);
  expect(await found(approver, "q=per son")).toEqual([other, id]);
});

test("A request has its items in the cart's order, and once decided no news of the catalogue", async () => {
  const [first, second] = [await aProject(t.db), await aProject(t.db, { name: "Peat" })];
  const id = await requested([second.vintageId, first.vintageId]);
  await sql`update vintages set price_cents = 1100, year = 2021, claim_type = 'COMPENSATION',
    impact_type = 'REDUCTION', credit_type = 'EX_ANTE' where id = ${first.vintageId}`.execute(t.db);
  const { items, changes } = await read(id);
  expect(items.map((each: { product: { vintage: { id: number } } }) => each.product.vintage.id))
    // Oldest item first.
    .toEqual([second.vintageId, first.vintageId]);
  expect(changes).toMatchObject([
    { fact: "price", before: 10, after: 11 },
    { fact: "year", before: 2022, after: 2021 },
    { fact: "claimType", before: "CONTRIBUTION", after: "COMPENSATION" },
    { fact: "impactType", before: "REMOVAL_SHORT", after: "REDUCTION" },
    { fact: "creditType", before: "EX_POST", after: "EX_ANTE" },
  ]);
  await step(approver, id, "refuse", { reason: "Not this year" });
  expect((await read(id)).changes).toEqual([]);
});

test("For a request whose time is up it is too late, even before it is ended", async () => {
  const { vintageId } = await aProject(t.db);
  const id = await requested([vintageId]);
  await sql`update approvals set expires_at = now() where id = ${id}`.execute(t.db);
  for (const how of ["prolong", "remind", "withdraw"])
    expect(await step(buyer, id, how), how).toMatchObject({
      status: 409,
      body: { code: "INVALID_TRANSITION" },
    });
  expect(await read(id)).toMatchObject({ status: "EXPIRED", prolonged: false, remindedAt: null });
});

test("A request with a report that is no longer on sale, or a vintage of a project hidden by now, cannot be approved", async () => {
  const { id: projectId, vintageId } = await aProject(t.db);
  const reportId = await aReport(t.db, (await aProject(t.db)).id);
  await t.call(buyer, "POST", "/me/cart/reports", { reportId });
  const id = await requested([vintageId]);
  await sql`update reports set price_cents = 130000 where id = ${reportId}`.execute(t.db);
  expect((await read(id)).changes).toMatchObject([
    { year: null, fact: "price", before: 1250, after: 1300 },
  ]);
  const hide = {
    report: (hidden: boolean) => sql`update reports set hidden = ${hidden} where id = ${reportId}`,
    project: () => sql`update projects set hidden = true where id = ${projectId}`,
  };
  await hide.report(true).execute(t.db);
  expect((await step(approver, id, "approve")).body.code).toBe("NOT_PURCHASABLE");
  await hide.report(false).execute(t.db);
  await hide.project().execute(t.db);
  expect((await step(approver, id, "approve")).body.code).toBe("NOT_PURCHASABLE");
});

test("A request reveals no price of a project whose prices are on request by now, not even the company's own", async () => {
  const admin = await t.aUser("Admin");
  const { id: projectId, vintageId } = await aProject(t.db);
  const id = await requested([vintageId]);
  const prices = [{ vintageId, price: 7.5 }];
  const list = { name: "Ours", validFrom: "2020-01-01", validUntil: null, rules: [], prices };
  const companies = [buyer.companyId];
  await t.call(admin, "POST", "/management/price-lists", { ...list, companies });
  const newPrice = async () => (await read(id)).changes[0];
  expect(await newPrice()).toMatchObject({ fact: "price", before: 10, after: 7.5 });
  await sql`update projects set status = 'CONTACT_REQUIRED' where id = ${projectId}`.execute(t.db);
  expect(await newPrice()).toMatchObject({ fact: "price", before: 10, after: null });
});

test("One item that is not issued yet suffices for the rule about such credits", async () => {
  await putRules(t, owner, [{ kind: "EX_ANTE" }]);
  const { vintageIds } = await aProject(t.db, { vintages: [{}, { creditType: "EX_ANTE" }] });
  expect(await read(await requested(vintageIds))).toMatchObject({ rules: [{ kind: "EX_ANTE" }] });
});

test("Nobody is shown that they may decide their own request", async () => {
  const { vintageId } = await aProject(t.db);
  buyer = owner;
  const id = await requested([vintageId]);
  expect((await t.call(owner, "GET", `/me/approvals/${id}`)).body.mayDecide).toBe(false);
  expect((await read(id)).mayDecide).toBe(true);
});
