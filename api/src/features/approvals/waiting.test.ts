import { dayIn, defaultTimeZone } from "@tonneline/contract/days";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { aTeam, putBudgets, putRules } from "../../../test/builders/company.ts";
import { aProject, aReport } from "../../../test/builders/project.ts";
import { audited, noticesOf } from "../../../test/operators.ts";
import { hashPassword } from "../../core/passwords.ts";
import { createCartService } from "../cart/cart.service.ts";
import { differences } from "../ledger/ledger.sql.ts";
import { createSettings } from "../settings/settings.service.ts";

/* What a requester can do while a request is pending, and what happens to it when its people leave. */

const password = "a-good-long-password-1";
let t: TestApp;
let owner: TestUser;
let buyer: TestUser;
let approver: TestUser;
let vintageId: number;
let projectId: number;

beforeAll(async () => {
  t = await testApp({ poolSize: 20 });
});
afterAll(async () => {
  expect(await differences(t.db)).toEqual([]);
  await t.close();
});
beforeEach(async () => {
  ({ owner, buyer, approver } = await aTeam(t));
  ({ id: projectId, vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] }));
  await putRules(t, owner, [{ kind: "TONNES", over: 1 }]);
});

async function requested(credits = 5): Promise<number> {
  const set = await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits });
  const body = { ...invoiceDetails, version: set.body.version };
  return (await t.call(buyer, "POST", "/me/cart/checkout", body)).body.approval.id;
}
const step = (who: TestUser, id: number, how: string, body?: object) =>
  t.call(who, "POST", `/me/approvals/${id}/${how}`, body);
const read = async (who: TestUser, id: number) =>
  (await t.call(who, "GET", `/me/approvals/${id}`)).body;
const inCart = async () =>
  (await t.call(buyer, "GET", "/me/cart")).body.items.map(
    ({ quantity }: { quantity: number }) => quantity,
  );
const backToCart = (id: number, who = buyer) => t.call(who, "POST", `/me/cart/requests/${id}`);
const remove = (who: TestUser) => t.call(owner, "DELETE", `/me/company/members/${who.userId}`);
const stock = () =>
  t.db
    .selectFrom("vintage_stock")
    .select(["available", "reserved", "committed"])
    .where("vintage_id", "=", vintageId)
    .executeTakeFirstOrThrow();
const usernameOf = async ({ userId }: TestUser) =>
  (
    await t.db
      .selectFrom("users")
      .select("username")
      .where("id", "=", userId)
      .executeTakeFirstOrThrow()
  ).username;

test("A list can be filtered by the caller's own requests, and by those the caller may decide", async () => {
  const id = await requested();
  const ids = async (who: TestUser, query: string) =>
    (await t.call(who, "GET", `/me/approvals?${query}`)).body.content.map(
      (each: { id: number }) => each.id,
    );
  expect(await ids(buyer, "by=me")).toEqual([id]);
  expect(await ids(approver, "by=me")).toEqual([]);
  expect(await ids(approver, "waitingFor=me")).toEqual([id]);
  expect(await ids(owner, "waitingFor=me")).toEqual([id]);
  expect(await ids(buyer, "waitingFor=me")).toEqual([]);
  await step(approver, id, "refuse", { reason: "Not this year" });
  expect(await ids(owner, "waitingFor=me")).toEqual([]);
  const late = await requested();
  // Nobody may decide their own request.
  await sql`update approvals set user_id = ${owner.userId} where id = ${late}`.execute(t.db);
  expect(await ids(owner, "waitingFor=me")).toEqual([]);
  await sql`update approvals set user_id = ${buyer.userId} where id = ${late}`.execute(t.db);
  await sql`update approvals set expires_at = now() where id = ${late}`.execute(t.db);
  expect(await ids(owner, "waitingFor=me")).toEqual([]);
});

test("The requester can send one reminder per day", async () => {
  const id = await requested();
  expect(await step(approver, id, "remind")).toMatchObject({ status: 403 });
  const mailCount = async () => (await noticesOf(t, approver)).length;
  const before = await mailCount();
  const { body } = await step(buyer, id, "remind");
  expect(await mailCount()).toBe(before + 1);
  expect(Date.parse(body.remindedAt)).toBeGreaterThan(Date.parse(body.createdAt));
  for (const each of [approver, owner]) {
    expect((await t.mailTo(await usernameOf(each))).subject).toContain("is still waiting");
  }
  expect(await step(buyer, id, "remind")).toMatchObject({
    status: 429,
    body: { code: "RATE_LIMITED" },
  });
  await sql`update approvals set reminded_at = now() - interval '23:59' where id = ${id}`.execute(
    t.db,
  );
  expect((await step(buyer, id, "remind")).status).toBe(429);
  await sql`update approvals set reminded_at = now() - interval '1 day' where id = ${id}`.execute(
    t.db,
  );
  expect((await step(buyer, id, "remind")).status).toBe(200);
});

test("The requester can extend a request once, by its original time", async () => {
  const id = await requested();
  const first = Date.parse((await read(buyer, id)).expiresAt);
  expect((await step(approver, id, "prolong")).status).toBe(403);
  const { body } = await step(buyer, id, "prolong");
  expect(body.prolonged).toBe(true);
  expect((Date.parse(body.expiresAt) - first) / 3_600_000).toBe(120);
  const { runAt } = await sql<{ runAt: Date }>`select run_at as "runAt"
    from graphile_worker._private_jobs where key = ${`approval ${id}`}`
    .execute(t.db)
    .then(({ rows }) => rows[0]!);
  expect(runAt.toISOString()).toBe(body.expiresAt);
  expect(await step(buyer, id, "prolong")).toMatchObject({ status: 409 });
  const [before, after] = [
    { expiresAt: new Date(first).toISOString() },
    { expiresAt: body.expiresAt },
  ];
  const admin = await t.aUser("Admin");
  const noted = await audited(t, admin, "approval.prolong");
  expect(noted).toMatchObject({ thingId: String(id), before, after });
});

test("A pending request goes back to the cart, with its reserved credits", async () => {
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 95 });
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 0 });
  const id = await requested(60);
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 40 });
  expect((await backToCart(id, approver)).status).toBe(403);
  expect((await backToCart(id)).body).toEqual({ credits: 60, missing: [] });
  expect(await inCart()).toEqual([100]);
  expect(await read(buyer, id)).toMatchObject({ status: "WITHDRAWN" });
  expect(await stock()).toEqual({ available: 0, reserved: 100, committed: 0 });
});

test("Of a refused request what is still available goes back to the cart, and the rest is reported", async () => {
  const id = await requested(60);
  await step(approver, id, "refuse", { reason: "Half of it will do" });
  await t.call(owner, "POST", "/me/cart/vintages", { vintageId, credits: 70 });
  const { body } = await backToCart(id);
  expect(body).toEqual({ credits: 30, missing: [{ name: expect.any(String), credits: 30 }] });
  expect(await inCart()).toEqual([30]);
  expect((await read(buyer, id)).status).toBe("REFUSED");
  expect((await backToCart(id)).body).toMatchObject({ credits: 30, missing: [{ credits: 30 }] });
});

test("Repeating a call whose response was lost does not put its items into the cart twice", async () => {
  const id = await requested(20);
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 5 });
  for (const _ of ["lost", "again"]) {
    expect((await backToCart(id)).body).toEqual({ credits: 20, missing: [] });
    expect(await inCart()).toEqual([25]);
  }
});

test("A request put back into the cart adds to tonnes whose reservation has ended", async () => {
  const id = await requested(20);
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 5 });
  await sql`update cart_items set reserved_to = now() where vintage_id = ${vintageId}`.execute(
    t.db,
  );
  await createCartService(t.db, createSettings(t.db, 30)).endHolds();
  expect((await backToCart(id)).body).toEqual({ credits: 20, missing: [] });
  expect(await inCart()).toEqual([25]);
});

test("A request that became an order cannot go back to the cart", async () => {
  const id = await requested();
  await step(approver, id, "approve");
  expect(await backToCart(id)).toMatchObject({ status: 409, body: { code: "INVALID_TRANSITION" } });
});

test("A removed requester's request ends, which releases its credits at once", async () => {
  const id = await requested();
  expect((await remove(buyer)).status).toBe(204);
  expect(await stock()).toMatchObject({ available: 100, reserved: 0 });
  expect(await read(owner, id)).toMatchObject({
    status: "WITHDRAWN",
    decidedBy: { userId: owner.userId },
  });
  expect(await step(approver, id, "approve")).toMatchObject({ status: 409 });
  expect(await step(buyer, id, "withdraw")).toMatchObject({ status: 404 });
});

test("An erased requester's request ends, and the log contains no name", async () => {
  const id = await requested();
  const username = await usernameOf(buyer);
  const hash = { password_hash: await hashPassword(password) };
  await t.db.updateTable("users").set(hash).where("id", "=", buyer.userId).execute();
  expect((await t.call(buyer, "POST", "/me/erasure", { password })).status).toBe(204);
  expect(await stock()).toMatchObject({ available: 100, reserved: 0 });
  expect((await read(owner, id)).status).toBe("WITHDRAWN");
  const { rows } = await sql`select from audit_entries
    where action = 'approval.withdraw' and actor = ${username}`.execute(t.db);
  expect(rows).toEqual([]);
});

test("A request shows who else may decide once an approver is removed, even if nobody may", async () => {
  const id = await requested();
  expect((await read(buyer, id)).waitsFor).toHaveLength(2);
  await remove(approver);
  expect((await read(buyer, id)).waitsFor).toHaveLength(1);
  expect(await step(approver, id, "approve")).toMatchObject({ status: 404 });
  await sql`update users set blocked = true where id = ${owner.userId}`.execute(t.db);
  expect((await read(buyer, id)).waitsFor).toEqual([]);
});

test("Nobody can decide while the company is blocked, or is shown that they may", async () => {
  const id = await requested();
  const admin = await t.aUser("Admin");
  const company = `/management/companies/${owner.companyId}`;
  const mayDecide = async () => [
    (await read(approver, id)).mayDecide,
    (await t.call(approver, "GET", "/me/approvals")).body.content[0].mayDecide,
  ];
  expect(await mayDecide()).toEqual([true, true]);
  await t.call(admin, "POST", `${company}/block`, { reason: "Invoices are overdue" });
  expect(await step(approver, id, "approve")).toMatchObject({ status: 403 });
  expect(await mayDecide()).toEqual([false, false]);
});

test("Removing the requester during an approval or a new request: only one of them succeeds", async () => {
  for (const race of ["approve", "request", "withdraw"]) {
    const member = await t.aUser("User", { companyId: owner.companyId, companyRole: "BUYER" });
    buyer = member;
    const id = race === "request" ? undefined : await requested(2);
    const [removed, other] = await Promise.all([
      remove(member),
      id === undefined
        ? requested(2).catch(() => undefined)
        : step(race === "approve" ? approver : member, id, race),
    ]);
    expect(removed.status).toBe(204);
    const { rows } = await sql<{ status: string; mine: boolean }>`
      select a.status, o.company_id is not distinct from a.company_id as mine
      from approvals a left join orders o on o.id = a.order_id where a.user_id = ${member.userId}`.execute(
      t.db,
    );
    for (const { status, mine } of rows) {
      expect(["APPROVED", "WITHDRAWN"], `${race} ${JSON.stringify(other)}`).toContain(status);
      expect(mine || status === "WITHDRAWN").toBe(true);
    }
  }
});

test("A request of reports alone is mailed and goes back to the cart without tonnes", async () => {
  await putRules(t, owner, [{ kind: "AMOUNT", over: 1 }]);
  const reportId = await aReport(t.db, projectId, 118_000);
  const set = await t.call(buyer, "POST", "/me/cart/reports", { reportId });
  const body = { ...invoiceDetails, version: set.body.version };
  const { id } = (await t.call(buyer, "POST", "/me/cart/checkout", body)).body.approval;
  const { text_body: asked } = await t.mailTo(await usernameOf(approver));
  expect(asked).toContain("Per Son wants to order reports for €1,180.00 net, €1,404.20 with VAT.");
  expect(asked).toContain("The requested items are held until ");
  await step(approver, id, "refuse", { reason: "Next quarter" });
  const { text_body: refused } = await t.mailTo(await usernameOf(buyer));
  expect(refused).toContain("refused your request for reports for €1,180.00 net");
  expect(asked + refused).not.toMatch(/credits|0 t\b/);
  expect((await backToCart(id)).body).toEqual({ credits: 0, missing: [] });
});

test("A rule for credits without a label applies to a project without one, and to none that has one", async () => {
  await putRules(t, owner, [{ kind: "WITHOUT_LABEL" }]);
  expect(await requested()).toBeGreaterThan(0);
  ({ vintageId } = await aProject(t.db, { labels: ["CCP"] }));
  const set = await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 1 });
  const body = { ...invoiceDetails, version: set.body.version };
  expect((await t.call(buyer, "POST", "/me/cart/checkout", body)).body).toMatchObject({
    status: "AWAITING_APPROVAL",
  });
});

test("A request with an item that is no longer offered cannot be approved", async () => {
  const other = await aProject(t.db);
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId: other.vintageId, credits: 1 });
  const id = await requested();
  await sql`update vintages set status = 'WITHDRAWN' where id = ${other.vintageId}`.execute(t.db);
  expect((await step(approver, id, "approve")).body.code).toBe("NOT_PURCHASABLE");
  expect((await read(buyer, id)).status).toBe("PENDING");
});

test("An owner who makes a request is neither mailed about it nor waited for", async () => {
  buyer = owner;
  const id = await requested();
  expect((await read(owner, id)).waitsFor).toHaveLength(1);
  const own = await usernameOf(owner);
  const mails = await t.db.selectFrom("mails").select("id").where("recipient", "=", own).execute();
  expect(mails).toEqual([]);
});

test("The order has the VAT of its request, and the terms accepted with it", async () => {
  const { fileId } = await t.db
    .insertInto("files")
    .values({ storage_key: "terms", name: "Terms.pdf", media_type: "", bytes: 1, sha256: "" })
    .returning("id as fileId")
    .executeTakeFirstOrThrow();
  const set = await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 5 });
  const { invoiceAddress } = invoiceDetails;
  const body = {
    ...invoiceDetails,
    invoiceAddress: { ...invoiceAddress, countryCode: "AT" },
    vatNumber: "ATU12345675",
    version: set.body.version,
  };
  const { id } = (await t.call(buyer, "POST", "/me/cart/checkout", body)).body.approval;
  await sql`update approvals set own_terms_file_id = ${fileId} where id = ${id}`.execute(t.db);
  const { body: order } = await step(approver, id, "approve");
  const placed = await t.db
    .selectFrom("orders")
    .select(["vat_percent", "vat_category", "sales_terms_file_id"])
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  expect(placed).toEqual({ vat_percent: 0, vat_category: "AE", sales_terms_file_id: fileId });
});

test("A budget counts what is pending for its cost centre and not credited, in the seller's year", async () => {
  const year = Number(dayIn(defaultTimeZone, new Date()).slice(0, 4));
  const budgets = [
    { costCentre: "A", year: year + 1, amount: 900 },
    { costCentre: "A", year, amount: 900 },
    { costCentre: "B", year, amount: 900 },
  ];
  await putBudgets(t, owner, budgets);
  const used = async () =>
    (await t.call(buyer, "GET", "/me/company/budgets")).body
      .filter((each: { year: number }) => each.year === year)
      .map((each: Record<string, unknown>) => [each.costCentre, each.requested, each.paid]);
  const checkedOut = async (credits: number, costCentre: string) => {
    const set = await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits });
    const body = { ...invoiceDetails, version: set.body.version, costCentre };
    return (await t.call(buyer, "POST", "/me/cart/checkout", body)).body;
  };
  const gone = (await checkedOut(4, "A")).approval.id;
  await checkedOut(3, "B");
  expect(await used()).toEqual([
    ["A", 40, 0],
    ["B", 30, 0],
  ]);
  // Requested before the turn of the year, it will be an order of this year.
  await sql`update approvals set created_at = created_at - interval '1 year' where id = ${gone}`.execute(
    t.db,
  );
  expect((await read(approver, gone)).budget).toMatchObject({
    costCentre: "A",
    year,
    requested: 40,
  });
  await step(buyer, gone, "withdraw");

  const order = await checkedOut(1, "A");
  const admin = await t.aUser("Admin");
  const at = `/management/orders/${order.id}`;
  await t.call(admin, "POST", `${at}/approve`, {});
  await t.call(admin, "POST", `${at}/pay`, { paidAt: new Date().toISOString() });
  // Half an hour after the new year began for the seller, but still the old year in UTC.
  await sql`update orders set created_at = ${`${year - 1}-12-31T23:30:00Z`} where id = ${order.id}`.execute(
    t.db,
  );
  await sql`update order_items set credited_cents = 400 where order_id = ${order.id}`.execute(t.db);
  expect(await used()).toEqual([
    ["A", 0, 6],
    ["B", 30, 0],
  ]);
});

test("Of two colleagues who order at once against a budget, the later one needs approval", async () => {
  const year = Number(dayIn(defaultTimeZone, new Date()).slice(0, 4));
  await putBudgets(t, owner, [{ costCentre: "A", year, amount: 100 }]);
  await putRules(t, owner, [{ kind: "OVER_BUDGET" }]);
  const people = [owner, buyer, approver];
  const carts = await Promise.all(
    people.map((each) => t.call(each, "POST", "/me/cart/vintages", { vintageId, credits: 7 })),
  );
  const orders = await Promise.all(
    people.map((each, at) => {
      const { version } = carts[at]!.body;
      const body = { ...invoiceDetails, version, costCentre: "A" };
      return t.call(each, "POST", "/me/cart/checkout", body);
    }),
  );
  expect(orders.map(({ status }) => status).toSorted()).toEqual([200, 202, 202]);
});
