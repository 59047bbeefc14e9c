import { dayIn, defaultTimeZone } from "@tonneline/contract/days";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { aTeam, putBudgets, putRules } from "../../../test/builders/company.ts";
import { aProject } from "../../../test/builders/project.ts";
import { differences } from "../ledger/ledger.sql.ts";
import { approvalJobs } from "./approvals.jobs.ts";

let t: TestApp;
let admin: TestUser;
let owner: TestUser;
let buyer: TestUser;
let approver: TestUser;
let other: TestUser;
let vintageId: number;
let projectId: number;

beforeAll(async () => {
  t = await testApp({ poolSize: 20 });
  admin = await t.aUser("Admin");
});
afterAll(async () => {
  expect(await differences(t.db)).toEqual([]);
  await t.close();
});

/** Each test has its own company, so that rules and requests do not interfere. */
beforeEach(async () => {
  ({ owner, buyer, approver } = await aTeam(t));
  other = await t.aUser();
  ({ id: projectId, vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] }));
});

const rules = (...list: object[]) => putRules(t, owner, list);

async function checkedOut(credits: number, details: object = {}, who = buyer) {
  const set = await t.call(who, "POST", "/me/cart/vintages", { vintageId, credits });
  const body = { ...invoiceDetails, version: set.body.version, ...details };
  return await t.call(who, "POST", "/me/cart/checkout", body);
}

async function requested(credits = 5): Promise<number> {
  await rules({ kind: "TONNES", over: 1 });
  return (await checkedOut(credits)).body.approval.id;
}

const decide = (who: TestUser, id: number, how: string, body?: object) =>
  t.call(who, "POST", `/me/approvals/${id}/${how}`, body);
const stock = () =>
  t.db
    .selectFrom("vintage_stock")
    .select(["available", "reserved", "committed"])
    .where("vintage_id", "=", vintageId)
    .executeTakeFirstOrThrow();
const codes = async (who: TestUser) =>
  (await t.call(who, "GET", "/me/notifications")).body.content.map(
    ({ code }: { code: string }) => code,
  );

test("A checkout under a rule becomes a request: its credits stay reserved, and the cart is empty", async () => {
  expect(await rules({ kind: "AMOUNT", over: 10.5 }, { kind: "EX_ANTE" })).toMatchObject({
    status: 200,
    body: { approvalRules: [{ kind: "AMOUNT", over: 10.5 }, { kind: "EX_ANTE" }] },
  });
  const asked = await checkedOut(5, { costCentre: "CC-1", purchaseOrderNumber: "PO 9" });
  expect(asked.status).toBe(202);
  const { approval } = asked.body;
  expect(approval).toEqual({
    id: expect.any(Number),
    status: "PENDING",
    rules: [{ kind: "AMOUNT", over: 10.5 }],
    expiresAt: expect.any(String),
  });
  const hours = (Date.parse(approval.expiresAt) - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(120);
  const company = await t.call(buyer, "GET", "/me/company");
  expect(company.body).toMatchObject({
    approvalRules: [{ kind: "AMOUNT", over: 10.5 }, { kind: "EX_ANTE" }],
    budgets: [],
  });
  expect((await t.call(buyer, "GET", "/me/cart")).body.items).toEqual([]);
  expect(await stock()).toMatchObject({ available: 95, reserved: 5, committed: 0 });

  const read = await t.call(approver, "GET", `/me/approvals/${approval.id}`);
  expect(read.body).toMatchObject({
    totalCredits: 5,
    mayDecide: true,
    costCentre: "CC-1",
    details: { purchaseOrderNumber: "PO 9" },
    items: [{ quantity: 5, product: { vintage: { id: vintageId } } }],
    withoutLabel: [projectId],
    changes: [],
  });
  expect(read.body.waitsFor).toHaveLength(2);
  expect(await codes(approver)).toContain("approval.requested");
  expect(await codes(buyer)).not.toContain("approval.requested");
  for (const [who, may] of [
    [buyer, false],
    [owner, true],
  ] as const) {
    const { body } = await t.call(who, "GET", "/me/approvals?status=PENDING");
    expect(body.content).toMatchObject([{ id: approval.id, mayDecide: may }]);
  }
  const elsewhere = await t.call(other, "GET", "/me/approvals");
  expect(elsewhere.body.totalElements).toBe(0);
});

test("Rules that a colleague changed in the meantime are not overwritten", async () => {
  const seen = async () => (await t.call(owner, "GET", "/me/company")).body.version as number;
  const path = (version: number) => `/me/company/approval-rules?version=${version}`;
  const before = path(await seen());
  await rules({ kind: "EX_ANTE" });
  expect(await t.call(owner, "PUT", before, [])).toMatchObject({
    status: 409,
    body: { code: "VERSION_CONFLICT" },
  });
  const { approvalRules } = (await t.call(owner, "GET", "/me/company")).body;
  expect(approvalRules).toEqual([{ kind: "EX_ANTE" }]);
  const now = path(await seen());
  const both = await Promise.all(
    ["TONNES", "AMOUNT"].map((kind) => t.call(owner, "PUT", now, [{ kind, over: 1 }])),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test("The same idempotency key returns the existing request", async () => {
  await rules({ kind: "TONNES", over: 1 });
  const set = await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 3 });
  const body = { ...invoiceDetails, version: set.body.version };
  const send = () =>
    t.call(buyer, "POST", "/me/cart/checkout", body, { "idempotency-key": `request-${vintageId}` });
  const first = await send();
  expect(first.status).toBe(202);
  expect(await send()).toEqual(first);
});

test("An order to which no rule applies is placed at once", async () => {
  await rules({ kind: "TONNES", over: 5 });
  expect((await checkedOut(5)).status).toBe(200);
});

/** In the last hour of the year in London, it is already the next year there. */
const yearOfSeller = () => Number(dayIn(defaultTimeZone, new Date()).slice(0, 4));

test("Before the checkout the cart shows who would have to approve, and is not changed by it", async () => {
  const foreseen = async (query = "") =>
    (await t.call(buyer, "GET", `/me/cart/approval${query}`)).body;
  await rules({ kind: "TONNES", over: 5 }, { kind: "OVER_BUDGET" });
  expect(await foreseen()).toEqual({ rules: [], waitsFor: [] });
  const year = yearOfSeller();
  await putBudgets(t, owner, [{ costCentre: "CC-1", year, amount: 1 }]);

  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 5 });
  const { version } = (await t.call(buyer, "GET", "/me/cart")).body;
  expect(await foreseen()).toEqual({ rules: [], waitsFor: [] });
  expect((await foreseen("?costCentre=CC-1")).rules).toEqual([{ kind: "OVER_BUDGET" }]);
  expect((await t.call(buyer, "GET", "/me/cart")).body.version).toBe(version);

  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 6 });
  const asks = await foreseen();
  expect(asks.rules).toEqual([{ kind: "TONNES", over: 5 }]);
  expect(asks.waitsFor).toHaveLength(2);
});

test("Approving places the requester's order at the prices of the request", async () => {
  const id = await requested();
  const { status, body } = await decide(approver, id, "approve");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    userId: buyer.userId,
    companyId: buyer.companyId,
    status: "AWAITING_APPROVAL",
    totalCredits: 5,
  });
  expect(await stock()).toMatchObject({ available: 95, reserved: 0, committed: 5 });
  const read = await t.call(buyer, "GET", `/me/approvals/${id}`);
  expect(read.body).toMatchObject({
    status: "APPROVED",
    orderId: body.id,
    decidedBy: { userId: approver.userId },
    mayDecide: false,
    waitsFor: [],
  });
  expect(await codes(buyer)).toEqual(
    expect.arrayContaining(["approval.approved", "order.created"]),
  );
  expect(await decide(owner, id, "approve")).toMatchObject({
    status: 409,
    body: { code: "INVALID_TRANSITION" },
  });
});

test("Refusing requires a reason, and releases the credits", async () => {
  const id = await requested();
  expect(await decide(approver, id, "refuse", {})).toMatchObject({ status: 400 });
  const refused = await decide(approver, id, "refuse", { reason: "Over the plan of this year" });
  expect(refused.body).toMatchObject({ status: "REFUSED", reason: "Over the plan of this year" });
  expect(await stock()).toMatchObject({ available: 100, reserved: 0 });
  expect(await codes(buyer)).toContain("approval.refused");
});

test("Only the requester can withdraw a request", async () => {
  const id = await requested();
  expect(await decide(approver, id, "withdraw")).toMatchObject({ status: 403 });
  expect((await decide(buyer, id, "withdraw")).body.status).toBe("WITHDRAWN");
  expect(await stock()).toMatchObject({ available: 100, reserved: 0 });
});

describe("A request cannot be decided", () => {
  test("by the requester, not even as an owner", async () => {
    await rules({ kind: "TONNES", over: 1 });
    const { body } = await checkedOut(2, {}, owner);
    for (const how of ["approve", "refuse"])
      expect(
        await decide(
          owner,
          body.approval.id,
          how,
          how === "refuse" ? { reason: "Why" } : undefined,
        ),
      ).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    expect((await decide(approver, body.approval.id, "approve")).status).toBe(200);
  });

  test("by a buyer, or by someone from another company", async () => {
    const id = await requested();
    expect(await decide(buyer, id, "approve")).toMatchObject({ status: 403 });
    expect(await decide(other, id, "approve")).toMatchObject({ status: 404 });
    expect(await putRules(t, buyer, [])).toMatchObject({ status: 403 });
  });

  test("by a former approver, whatever the session still says", async () => {
    const id = await requested();
    await t.call(approver, "GET", "/me/approvals");
    await sql`update users set company_role = 'BUYER' where id = ${approver.userId}`.execute(t.db);
    expect(await decide(approver, id, "approve")).toMatchObject({ status: 403 });
  });

  test("by an approver whose account was blocked a moment ago", async () => {
    const id = await requested();
    await t.call(approver, "GET", "/me/approvals");
    await sql`update users set blocked = true where id = ${approver.userId}`.execute(t.db);
    const { body } = await decide(approver, id, "approve");
    expect(body.code).toBe("FORBIDDEN");
  });
});

test("A changed price is shown before the approval, and the request keeps its own", async () => {
  const id = await requested();
  const before = (await t.call(approver, "GET", `/me/approvals/${id}`)).body;
  await sql`update vintages set price_cents = price_cents + 100 where id = ${vintageId}`.execute(
    t.db,
  );
  expect(await decide(approver, id, "approve", { version: before.version })).toMatchObject({
    status: 409,
    body: { code: "CART_CHANGED" },
  });
  const told = (await t.call(approver, "GET", `/me/approvals/${id}`)).body;
  const { price } = before.items[0];
  const { year } = before.items[0].product.vintage;
  expect(told.changes).toMatchObject([{ year, fact: "price", before: price, after: price + 1 }]);
  expect(await decide(approver, id, "approve", { version: before.version })).toMatchObject({
    status: 409,
    body: { code: "VERSION_CONFLICT" },
  });
  const order = await decide(approver, id, "approve", { version: told.version });
  expect(order.body).toMatchObject({ items: [{ price }], totalPriceNet: before.totalPriceNet });
});

test("A request whose time is up has ended, and releases its credits once", async () => {
  const id = await requested();
  await sql`update approvals set expires_at = now() where id = ${id}`.execute(t.db);
  expect((await t.call(buyer, "GET", `/me/approvals/${id}`)).body.status).toBe("EXPIRED");
  const { content, counts } = (await t.call(buyer, "GET", "/me/approvals?q=" + id)).body;
  expect([content[0].status, counts]).toMatchObject(["EXPIRED", { EXPIRED: 1, PENDING: 0 }]);
  for (const [tab, found] of Object.entries({ PENDING: 0, EXPIRED: 1 })) {
    const { body } = await t.call(approver, "GET", `/me/approvals?status=${tab}&q=${id}`);
    expect(body.totalElements).toBe(found);
  }
  expect(await decide(approver, id, "approve")).toMatchObject({ status: 409 });
  await sql`update graphile_worker._private_jobs set run_at = now() where key = ${`approval ${id}`}`.execute(
    t.db,
  );
  await t.runJobs(approvalJobs(t.db));
  expect(await stock()).toMatchObject({ available: 100, reserved: 0 });
  expect(await codes(buyer)).toContain("approval.expired");
});

test("Of two approvers at once, or one and the expiry, only one decides", async () => {
  await rules({ kind: "TONNES", over: 1 });
  for (let round = 0; round < 4; round++) {
    const id = (await checkedOut(2)).body.approval.id;
    if (round % 2)
      await sql`update approvals set expires_at = now() where id = ${id}`.execute(t.db);
    const ends = approvalJobs(t.db)["approval.ends"]!;
    const responses = await Promise.all([
      decide(approver, id, "approve"),
      decide(
        owner,
        id,
        round < 2 ? "approve" : "refuse",
        round < 2 ? undefined : { reason: "No need" },
      ),
      ends({ approvalId: id }),
    ]);
    const done = responses.filter((response) => response?.status === 200);
    expect(done).toHaveLength(round % 2 ? 0 : 1);
  }
  const { reserved } = await stock();
  expect(reserved).toBe(0);
});

describe("Budgets", () => {
  const year = yearOfSeller();
  const put = (budgets: object[]) => putBudgets(t, owner, budgets);
  const priceOf = async () =>
    (await t.call(buyer, "GET", `/projects/${projectId}`)).body.vintages[0].price;

  test("show what was requested and ordered against them, what was paid, and what is left", async () => {
    const price = await priceOf();
    await put([{ costCentre: "CC-1", year, amount: 1000 * price }]);
    await rules({ kind: "TONNES", over: 4 });
    await checkedOut(5, { costCentre: "CC-1" });
    const paid = await checkedOut(3, { costCentre: "CC-1" });
    await checkedOut(2, { costCentre: "CC-1" });
    await checkedOut(1, { costCentre: "CC-2" });
    await t.call(admin, "POST", `/management/orders/${paid.body.id}/approve`, {});
    const paidAt = new Date().toISOString();
    await t.call(admin, "POST", `/management/orders/${paid.body.id}/pay`, { paidAt });
    const { body } = await t.call(buyer, "GET", "/me/company/budgets");
    expect(body).toEqual([
      {
        costCentre: "CC-1",
        year,
        amount: 1000 * price,
        requested: 5 * price,
        ordered: 2 * price,
        paid: 3 * price,
        left: 990 * price,
      },
    ]);
  });

  test("require approval of orders beyond what is left", async () => {
    const price = await priceOf();
    await put([{ costCentre: "CC-1", year, amount: 5 * price }]);
    await rules({ kind: "OVER_BUDGET" });
    expect((await checkedOut(3, { costCentre: "CC-1" })).status).toBe(200);
    const { status, body } = await checkedOut(3, { costCentre: "CC-1" });
    expect(status).toBe(202);
    const read = await t.call(approver, "GET", `/me/approvals/${body.approval.id}`);
    expect(read.body.budget).toMatchObject({ costCentre: "CC-1", requested: 3 * price });
    expect((await checkedOut(3, { costCentre: "Another" })).status).toBe(200);
  });

  test("are unique per year and cost centre", async () => {
    const budget = { costCentre: "CC-1", year, amount: 10 };
    const { status, body } = await put([budget, budget]);
    expect([status, body.fieldErrors[0].path]).toEqual([400, "1.costCentre"]);
    expect(await putBudgets(t, buyer, [])).toMatchObject({ status: 403 });
  });

  test("that a colleague saved at the same moment are not overwritten unseen", async () => {
    await put([]);
    const { version } = (await t.call(owner, "GET", "/me/company")).body;
    const responses = await Promise.all(
      ["CC-1", "CC-2", "CC-3"].map((costCentre) => {
        const budgets = [{ costCentre, year, amount: 10 }];
        return t.call(owner, "PUT", `/me/company/budgets?version=${version}`, budgets);
      }),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const saved = responses.find(({ status }) => status === 200)!.body;
    expect((await t.call(owner, "GET", "/me/company/budgets")).body).toEqual(saved);
    expect((await t.call(owner, "GET", "/me/company")).body.version).toBe(version + 1);
  });
});

test("A company that requires a purchase order number gets one with every order", async () => {
  await sql`update companies set require_purchase_order_number = true where id = ${buyer.companyId}`.execute(
    t.db,
  );
  expect(await checkedOut(1)).toMatchObject({
    status: 400,
    body: { code: "VALIDATION_FAILED", fieldErrors: [{ path: "purchaseOrderNumber" }] },
  });
  expect((await checkedOut(1, { purchaseOrderNumber: "PO 1" })).status).toBe(200);
});

test.each([
  [{ kind: "AMOUNT" }, "0.over"],
  [{ kind: "EX_ANTE", over: 3 }, "0.over"],
  [{ kind: "TONNES", over: 1.5 }, "0.over"],
])("A rule cannot be %o", async (rule, path) => {
  expect(await rules(rule)).toMatchObject({ status: 400, body: { fieldErrors: [{ path }] } });
});
