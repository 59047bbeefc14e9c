import { dayIn, defaultTimeZone } from "@tonneline/contract/days";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { putRules } from "../../../test/builders/company.ts";
import { aProject, aReport } from "../../../test/builders/project.ts";
import { runBlocked } from "../../../test/runBlocked.ts";
import { audited } from "../../../test/operators.ts";
import { daysAfter } from "../../core/days.ts";
import { changeVintage } from "../catalogue/catalogue.service.ts";
import { differences } from "../ledger/ledger.sql.ts";
import { quoteJobs } from "./quotes.jobs.ts";

let t: TestApp;
let operator: TestUser;
beforeAll(async () => {
  t = await testApp({ poolSize: 20 });
  operator = await t.aUser("Admin");
});
afterAll(async () => {
  expect(await differences(t.db)).toEqual([]);
  await t.close();
});

/** The seller's day. */
const inDays = (days: number) => daysAfter(dayIn(defaultTimeZone, new Date()), days);
const keep = (id: number, until = inDays(5)) =>
  t.call(operator, "POST", `/management/quotes/${id}/keep`, { until });
const order = (buyer: TestUser, id: number) =>
  t.call(buyer, "POST", `/me/quotes/${id}/order`, invoiceDetails);
const ends = (quoteId: number) => quoteJobs(t.db)["quote.ends"]!({ quoteId }, { id: "1" } as never);
const stock = (vintageId: number) =>
  t.db
    .selectFrom("vintage_stock")
    .select(["available", "reserved", "committed"])
    .where("vintage_id", "=", vintageId)
    .executeTakeFirstOrThrow();

async function aQuote(credits = 40) {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits });
  const { body } = await t.call(buyer, "POST", "/me/quotes");
  return { buyer, vintageId, id: body.id as number };
}

test("A kept quote takes its credits out of the cart, and is unaffected by higher prices", async () => {
  const { buyer, vintageId, id } = await aQuote();
  const { status, body } = await keep(id);
  expect([status, body.status]).toEqual([200, "KEPT"]);
  expect((await t.call(buyer, "GET", "/me/cart")).body.items).toEqual([]);
  expect(await stock(vintageId)).toMatchObject({ available: 60, reserved: 40 });

  await t.db.transaction().execute((tx) => changeVintage(tx, vintageId, { priceCents: 9900 }));
  const placed = await order(buyer, id);
  expect(placed.body).toMatchObject({ status: "AWAITING_APPROVAL", totalPriceNet: 400 });
  expect(await stock(vintageId)).toMatchObject({ available: 60, reserved: 0, committed: 40 });
  expect((await order(buyer, id)).body.code).toBe("INVALID_TRANSITION");
  const withdraw = () => t.call(operator, "POST", `/management/quotes/${id}/withdraw`);
  for (const response of [await keep(id), await withdraw()])
    expect(response.body.code).toBe("INVALID_TRANSITION");
  expect(await stock(vintageId)).toMatchObject({ available: 60, reserved: 0, committed: 40 });
});

test("A cart that has changed since keeps its holds in addition to the quote's", async () => {
  const { buyer, vintageId, id } = await aQuote();
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 50 });
  expect((await keep(id)).body.status).toBe("KEPT");
  expect((await t.call(buyer, "GET", "/me/cart")).body.items).toMatchObject([{ quantity: 50 }]);
  expect(await stock(vintageId)).toMatchObject({ available: 10, reserved: 90 });
});

test("A kept quote cannot be ordered once its report is off sale", async () => {
  const buyer = await t.aUser();
  const { id: projectId } = await aProject(t.db);
  const reportId = await aReport(t.db, projectId);
  await t.call(buyer, "POST", "/me/cart/reports", { reportId });
  const { body } = await t.call(buyer, "POST", "/me/quotes");
  await keep(body.id);
  const hide = (hidden: boolean) =>
    t.db.updateTable("reports").set({ hidden }).where("id", "=", reportId).execute();
  await hide(true);
  const refused = await order(buyer, body.id);
  expect([refused.status, refused.body.code]).toEqual([409, "NOT_PURCHASABLE"]);
  expect(refused.body.detail).toBe("Carbon, tenure and permanence is no longer offered.");
  await hide(false);
  expect((await order(buyer, body.id)).status).toBe(200);
});

test("Mails about a kept quote state the last day, and for reports alone no tonnes", async () => {
  const buyer = await t.aUser();
  const { id: projectId } = await aProject(t.db);
  const reportId = await aReport(t.db, projectId);
  await t.call(buyer, "POST", "/me/cart/reports", { reportId });
  const { body } = await t.call(buyer, "POST", "/me/quotes");
  await keep(body.id);
  await t.call(operator, "POST", `/management/quotes/${body.id}/withdraw`);
  const mails = await t.db
    .selectFrom("mails")
    .select(["subject", "text_body"])
    .where("subject", "like", `%${body.number}%`)
    .orderBy("id")
    .execute();
  expect(mails[0]!.subject).toMatch(/ until \d+ \w+ \d{4} at 24:00 \(Europe\/Berlin\)$/);
  expect(mails.map(({ text_body: text }) => text)).toEqual([
    expect.stringMatching(/quote Q-[\d-]+ for you: reports for €[\d.,]+ net\./),
    expect.stringMatching(/its offer \(reports for €[\d.,]+ net\) is on sale again\./),
  ]);
});

test("An expired quote can be kept again while there are credits, else it is refused with what is left", async () => {
  const { buyer, vintageId, id } = await aQuote(80);
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 0 });
  await sql`update quotes set valid_until = now() where id = ${id}`.execute(t.db);
  const rival = await t.aUser();
  await t.call(rival, "POST", "/me/cart/vintages", { vintageId, credits: 30 });
  const refused = await keep(id);
  expect([refused.status, refused.body.code, refused.body.available]).toEqual([
    409,
    "INSUFFICIENT_CREDITS",
    70,
  ]);
  await t.call(rival, "POST", "/me/cart/vintages", { vintageId, credits: 20 });
  expect((await keep(id)).body.status).toBe("KEPT");
});

test("The last credits go to one of two quotes kept concurrently", async () => {
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
  const first = { vintageId: (await aProject(t.db)).vintageId, credits: 1 };
  const offer = { until: inDays(3), items: [first, { vintageId, credits: 70 }] };
  const make = async () =>
    t.call(operator, "POST", "/management/quotes", { ...offer, userId: (await t.aUser()).userId });
  const responses = await Promise.all([make(), make(), make()]);
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  const [error] = responses.flatMap(({ body }) => body.fieldErrors ?? []);
  expect(error).toEqual({ path: "items.1.credits", message: "Only 30 t left." });
  expect(await stock(vintageId)).toMatchObject({ available: 30, reserved: 70 });
});

test("Concurrent orders, withdrawals and extensions of a quote take effect once", async () => {
  const { buyer, vintageId, id } = await aQuote();
  await keep(id);
  const responses = await Promise.all([
    order(buyer, id),
    order(buyer, id),
    t.call(buyer, "POST", `/me/quotes/${id}/withdraw`),
    t.call(operator, "POST", `/management/quotes/${id}/withdraw`),
    t.call(operator, "POST", `/management/quotes/${id}/order`, invoiceDetails),
    keep(id, inDays(9)),
  ]);
  const { available, reserved, committed } = await stock(vintageId);
  expect(available + reserved + committed).toBe(100);
  expect([0, 40]).toContain(committed);
  expect(reserved).toBe(0);
  const placed = responses.filter(({ body }) => body.status === "AWAITING_APPROVAL");
  expect(placed.length).toBe(committed / 40);
});

test("Two concurrent withdrawals release the credits once", async () => {
  const { vintageId, id } = await aQuote();
  await keep(id);
  // Reserved in a cart, which a double release would be taken from.
  await t.call(await t.aUser(), "POST", "/me/cart/vintages", { vintageId, credits: 60 });
  const withdraw = () => t.call(operator, "POST", `/management/quotes/${id}/withdraw`);
  const row = sql`select from quotes where id = ${id} for update`;
  const responses = await runBlocked(t.db, row, [withdraw, withdraw]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await stock(vintageId)).toMatchObject({ available: 40, reserved: 60 });
});

test("When a quote expires, its credits go back on sale, and its buyer is notified", async () => {
  const { buyer, vintageId, id } = await aQuote();
  await keep(id);
  await ends(id);
  expect(await stock(vintageId)).toMatchObject({ reserved: 40 });
  await sql`update quotes set valid_until = now() where id = ${id}`.execute(t.db);
  expect((await order(buyer, id)).body.code).toBe("INVALID_TRANSITION");
  await ends(id);
  await ends(id);
  expect(await stock(vintageId)).toMatchObject({ available: 100, reserved: 0 });
  const { body: listed } = await t.call(buyer, "GET", "/me/quotes?status=EXPIRED");
  expect([listed.totalElements, listed.counts.KEPT]).toEqual([1, 0]);
  const { body } = await t.call(buyer, "GET", "/me/notifications");
  expect(body.content.map(({ code }: { code: string }) => code)).toEqual([
    "quote.ended",
    "quote.kept",
  ]);
});

test("A server whose clock is hours off neither keeps an expired quote nor ends it early", async () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
  const { buyer, vintageId, id } = await aQuote();
  try {
    vi.useFakeTimers({ toFake: ["Date"], now: hours(300) });
    const kept = await keep(id, new Date(Date.now() - 200 * 3_600_000).toISOString().slice(0, 10));
    expect(kept.body.status).toBe("KEPT");
    await ends(id);
    expect(await stock(vintageId)).toMatchObject({ reserved: 40 });
    vi.setSystemTime(hours(-600));
    await sql`update quotes set valid_until = now() where id = ${id}`.execute(t.db);
    expect((await order(buyer, id)).body.code).toBe("INVALID_TRANSITION");
    await ends(id);
    expect(await stock(vintageId)).toMatchObject({ available: 100, reserved: 0 });
  } finally {
    vi.useRealTimers();
  }
});

test("An operator can offer a special price, and order for the buyer under the company's rules", async () => {
  const buyer = await t.aUser();
  const { id, vintageId } = await aProject(t.db, {
    vintages: [{ credits: 100, priceCents: null }],
  });
  const offer = (price?: number) =>
    t.call(operator, "POST", "/management/quotes", {
      userId: buyer.userId,
      until: inDays(3),
      items: [{ vintageId, credits: 10, price }],
    });
  expect((await offer()).body.code).toBe("NOT_PURCHASABLE");
  // Nor is the list price of a project on request revealed.
  await sql`update vintages set price_cents = 9900 where id = ${vintageId}`.execute(t.db);
  await sql`update projects set status = 'CONTACT_REQUIRED' where id = ${id}`.execute(t.db);
  const { body: quote } = await offer(8.5);
  expect(quote.items[0].product.listPrice).toBeNull();
  expect(quote).toMatchObject({ status: "KEPT", totalPriceNet: 85, userId: buyer.userId });
  expect((await t.call(buyer, "GET", `/me/quotes/${quote.id}`)).body.isOwn).toBe(true);

  await putRules(t, buyer, [{ kind: "TONNES", over: 1 }]);
  const path = `/management/quotes/${quote.id}/order`;
  const asked = await t.call(operator, "POST", path, invoiceDetails);
  expect(asked.status).toBe(202);
  expect(await audited(t, operator, "quote.order")).toMatchObject({
    actorId: operator.userId,
    thingId: String(quote.id),
    after: { approvalId: asked.body.approval.id },
  });
  expect((await t.call(buyer, "GET", `/me/quotes/${quote.id}`)).body).toMatchObject({
    status: "REQUESTED",
    approvalId: asked.body.approval.id,
  });
  expect(await stock(vintageId)).toMatchObject({ available: 90, reserved: 10 });

  // The price is the offer's, whatever the current one.
  const approver = await t.aUser("User", { companyId: buyer.companyId, companyRole: "APPROVER" });
  const request = `/me/approvals/${asked.body.approval.id}`;
  expect((await t.call(approver, "GET", request)).body.changes).toEqual([]);
  const approved = await t.call(approver, "POST", `${request}/approve`, {});
  expect(approved.body).toMatchObject({ totalPriceNet: 85, status: "AWAITING_APPROVAL" });
});

// The seller's day may be one later than here.
test.each([-1, 92])("It cannot be kept until a day %s days from now", async (days) => {
  const { id } = await aQuote(1);
  const { status, body } = await keep(id, inDays(days));
  expect([status, body.fieldErrors[0].path]).toEqual([400, "until"]);
});

test("Operators cannot make offers to themselves, nor order for a buyer who may no longer buy for the company", async () => {
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
  const items = [{ vintageId, credits: 5, price: 0.01 }];
  const make = (userId: number) =>
    t.call(operator, "POST", "/management/quotes", { userId, until: inDays(3), items });
  const own = await make(operator.userId);
  expect([own.status, own.body.code]).toEqual([403, "FORBIDDEN"]);

  const owner = await t.aUser();
  const member = await t.aUser("User", { companyId: owner.companyId, companyRole: "BUYER" });
  const { body: quote } = await make(member.userId);
  const orderFor = () =>
    t.call(operator, "POST", `/management/quotes/${quote.id}/order`, invoiceDetails);
  await sql`update companies set blocked = true, blocked_reason = 'Sanctioned'
    where id = ${owner.companyId}`.execute(t.db);
  expect((await orderFor()).body.code).toBe("INVALID_TRANSITION");
  expect((await make(member.userId)).status).toBe(404);
  await sql`update companies set blocked = false, blocked_reason = null
    where id = ${owner.companyId}`.execute(t.db);
  await sql`update users set blocked = true, blocked_reason = 'Left'
    where id = ${member.userId}`.execute(t.db);
  expect((await orderFor()).body.code).toBe("INVALID_TRANSITION");
  await sql`update users set blocked = false, blocked_reason = null
    where id = ${member.userId}`.execute(t.db);
  expect((await make((await t.aUser("Anonymous")).userId)).status).toBe(404);
  await t.call(owner, "PATCH", `/me/company/members/${member.userId}`, { role: "VIEWER" });
  expect((await orderFor()).body.code).toBe("INVALID_TRANSITION");
  expect((await keep(quote.id, inDays(9))).body.code).toBe("INVALID_TRANSITION");
  expect((await make(member.userId)).status).toBe(404);
});

test("An item that differs from the quote cannot be ordered at the quoted price", async () => {
  const { buyer, vintageId, id } = await aQuote();
  await keep(id);
  await t.db.transaction().execute((tx) => changeVintage(tx, vintageId, { year: 2021 }));
  expect((await order(buyer, id)).body.code).toBe("CART_CHANGED");
});

test("A quote cannot be kept or extended with a report that is off sale, or a vintage that has changed", async () => {
  const { buyer, vintageId } = await aQuote();
  const { id: projectId } = await aProject(t.db);
  const reportId = await aReport(t.db, projectId);
  await t.call(buyer, "POST", "/me/cart/reports", { reportId });
  const { body: quote } = await t.call(buyer, "POST", "/me/quotes");
  const hide = (hidden: boolean) =>
    t.db.updateTable("reports").set({ hidden }).where("id", "=", reportId).execute();
  await hide(true);
  const refused = await keep(quote.id);
  expect([refused.status, refused.body.code]).toEqual([409, "NOT_PURCHASABLE"]);
  await hide(false);
  expect((await keep(quote.id)).body.status).toBe("KEPT");
  await hide(true);
  expect((await keep(quote.id, inDays(9))).body.code).toBe("NOT_PURCHASABLE");
  await hide(false);
  await t.db.transaction().execute((tx) => changeVintage(tx, vintageId, { year: 2021 }));
  expect((await keep(quote.id, inDays(9))).body.code).toBe("CART_CHANGED");
});

test("An item that is no longer offered cannot be kept", async () => {
  const { vintageId, id } = await aQuote();
  await t.db.transaction().execute((tx) => changeVintage(tx, vintageId, { status: "WITHDRAWN" }));
  expect((await keep(id)).body.code).toBe("NOT_PURCHASABLE");
});

test("An offer has the VAT of the country in its buyer's saved company details", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
  const invoiceAddress = { ...invoiceDetails.invoiceAddress, countryCode: "AT" };
  const details = { ...invoiceDetails, invoiceAddress };
  expect((await t.call(buyer, "POST", "/me/company/details", details)).status).toBeLessThan(300);
  const items = [{ vintageId, credits: 10 }];
  const offer = { userId: buyer.userId, until: inDays(3), items };
  const { body } = await t.call(operator, "POST", "/management/quotes", offer);
  expect(body.totalPriceGross).toBe(body.totalPriceNet);
});

test("A kept quote requires the purchase order number that the company requires", async () => {
  const { buyer, id } = await aQuote();
  await keep(id);
  const { version } = (await t.call(buyer, "GET", "/me/company")).body;
  const asks = { requirePurchaseOrderNumber: true, version };
  expect((await t.call(buyer, "PATCH", "/me/company", asks)).status).toBe(200);
  expect((await order(buyer, id)).body.fieldErrors).toMatchObject([
    { path: "purchaseOrderNumber", message: expect.stringMatching(/^Your company requires/) },
  ]);
  const ordered = (body?: object) =>
    t.call(operator, "POST", `/management/quotes/${id}/order`, body);
  expect((await ordered(invoiceDetails)).body.fieldErrors).toMatchObject([
    { path: "purchaseOrderNumber", message: expect.stringMatching(/buyer's company requires/) },
  ]);
  const number = { purchaseOrderNumber: "PO 4711" };
  for (const body of [undefined, number])
    expect((await ordered(body)).body.detail).toMatch(
      /^The buyer's company has no invoice details/,
    );

  // Omitted details default to the saved ones.
  const saved = { ...invoiceDetails, version: 0 };
  expect((await t.call(buyer, "POST", "/me/company/details", saved)).status).toBe(200);
  expect((await ordered(number)).body).toMatchObject({
    purchaseOrderNumber: "PO 4711",
    companyName: invoiceDetails.companyName,
  });
});

test("Erasing an account leaves no credits reserved", async () => {
  const { buyer, vintageId, id } = await aQuote();
  await keep(id);
  const { body: quote } = await t.call(operator, "GET", `/management/quotes/${id}`);
  const erased = await t.call(operator, "POST", `/management/users/${buyer.userId}/erasure`, {
    username: quote.username,
  });
  expect(erased.status).toBe(204);
  expect(await stock(vintageId)).toMatchObject({ available: 100, reserved: 0 });
  const offer = { userId: buyer.userId, until: inDays(3), items: [{ vintageId, credits: 1 }] };
  expect((await t.call(operator, "POST", "/management/quotes", offer)).status).toBe(404);
});

test("A quoted price is limited like the catalogue's, and each vintage may be quoted once", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
  const offer = (...prices: number[]) =>
    t.call(operator, "POST", "/management/quotes", {
      userId: buyer.userId,
      until: inDays(3),
      items: prices.map((price) => ({ vintageId, credits: 1, price })),
    });
  const dear = await offer(99_999_999_999.99);
  expect([dear.status, dear.body.fieldErrors?.[0]?.path]).toEqual([400, "items.0.price"]);
  const twice = await offer(8, 9);
  expect([twice.status, twice.body.fieldErrors?.[0]?.path]).toEqual([400, "items.1.vintageId"]);
  expect((await t.call(buyer, "GET", "/me/quotes")).body.totalElements).toBe(0);
  expect((await offer(1_000_000)).body.totalPriceNet).toBe(1_000_000);

  const { vintageId: large } = await aProject(t.db, { vintages: [{ credits: 100_000 }] });
  const most = await t.call(operator, "POST", "/management/quotes", {
    userId: buyer.userId,
    until: inDays(3),
    items: [{ vintageId: large, credits: 100_000, price: 1_000_000 }],
  });
  expect([most.status, most.body.detail]).toEqual([400, expect.stringMatching(/at most/)]);
});
