import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  invoiceDetails,
  testApp,
  type TestApp,
  type TestCaller,
  type TestUser,
} from "../../../test/app.ts";
import { putRules } from "../../../test/builders/company.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { today } from "../../core/days.sql.ts";
import { inTransaction } from "../../core/db.ts";
import { createExportGate } from "../../core/http/exports.ts";
import { differences } from "../ledger/ledger.sql.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
  const admin = await t.aUser("Admin");
  const { body } = await t.call(admin, "GET", "/management/settings");
  const ceilings = { ...body.ceilings, heldTonnes: 10, holdsPerDay: 6, ordersPerHour: 2 };
  expect((await t.call(admin, "PATCH", "/management/settings", { ceilings })).status).toBe(200);
});
afterAll(async () => {
  expect(await differences(t.db)).toEqual([]);
  await t.close();
});

const hold = (buyer: TestCaller, vintageId: number, credits: number) =>
  t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits });

test("a buyer can hold as many tonnes as the settings allow, over all vintages", async () => {
  const buyer = await t.aUser();
  const [first, second] = [await aProject(t.db), await aProject(t.db)];
  for (const credits of [5, 9])
    expect((await hold(buyer, first.vintageId, credits)).status).toBe(200);
  expect((await hold(buyer, second.vintageId, 2)).body).toMatchObject({
    code: "RATE_LIMITED",
    detail: "You can hold 10 t at once. Order what is in your cart, or hold less.",
  });
  expect((await hold(buyer, second.vintageId, 1)).status).toBe(200);
  expect((await hold(buyer, first.vintageId, 10)).status).toBe(429);
  expect((await hold(buyer, first.vintageId, 8)).status).toBe(200);
  expect((await hold(await t.aUser(), first.vintageId, 10)).status).toBe(200);
});

test("a buyer can start or renew as many holds a day as the settings allow, also concurrently", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const responses = await Promise.all(Array.from({ length: 9 }, () => hold(buyer, vintageId, 3)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(6);
  const refused = await hold(buyer, vintageId, 3);
  expect([refused.status, refused.body.detail]).toEqual([
    429,
    "You have held or renewed credits 6 times today. Order what is in your cart, or try again tomorrow.",
  ]);
  // Until the next day begins.
  const { headers } = await t.app.inject({
    method: "POST",
    url: "/api/v1/me/cart/vintages",
    headers: { authorization: `Bearer ${buyer.authToken}` },
    payload: { vintageId, credits: 3 },
  });
  const secondsLeft = 86_400 - ((Date.now() / 1000) % 86_400);
  expect(Math.abs(Number(headers["retry-after"]) - secondsLeft)).toBeLessThan(60);
  expect((await hold(buyer, vintageId, 2)).status).toBe(200);
  expect((await hold(buyer, vintageId, 0)).status).toBe(200);
  await sql`update carts set holds_on = holds_on - 1 where user_id = ${buyer.userId}`.execute(t.db);
  expect((await hold(buyer, vintageId, 1)).status).toBe(200);
  // The second hold of a new day is not counted as the eighth.
  expect((await hold(buyer, vintageId, 2)).status).toBe(200);
});

test("ten concurrent holds never exceed what a buyer may hold", async () => {
  const buyer = await t.aUser();
  const projects = [];
  for (let n = 0; n < 10; n++) projects.push(await aProject(t.db));
  const responses = await Promise.all(projects.map(({ vintageId }) => hold(buyer, vintageId, 3)));
  const statuses = responses.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([200, 200, 200, 429, 429, 429, 429, 429, 429, 429]);
});

test("a buyer can place as many orders an hour as the settings allow, also concurrently", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const first = await anOrder(t, buyer, vintageId, 1);
  await anOrder(t, buyer, vintageId, 1);
  const { body: cart } = await hold(buyer, vintageId, 1);
  const checkout = () =>
    t.app.inject({
      method: "POST",
      url: "/api/v1/me/cart/checkout",
      headers: { authorization: `Bearer ${buyer.authToken}` },
      payload: { ...invoiceDetails, version: cart.version },
    });
  const refused = await checkout();
  expect(refused.statusCode).toBe(429);
  expect(refused.json().detail).toBe(
    "A buyer can place at most 2 orders an hour. Please try again later.",
  );
  const wait = Number(refused.headers["retry-after"]);
  expect(wait).toBeGreaterThan(3000);
  expect(wait).toBeLessThanOrEqual(3600);
  expect((await t.call(buyer, "GET", "/me/cart")).body.version).toBe(cart.version);
  // A colleague's orders are not among them.
  const { companyId } = buyer;
  await anOrder(t, await t.aUser("User", { companyId, companyRole: "BUYER" }), vintageId, 1);

  await t.db
    .updateTable("orders")
    .set({ created_at: new Date(Date.now() - 3_601_000) })
    .where("id", "=", first.id)
    .execute();
  const responses = await Promise.all([checkout(), checkout()]);
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect((await t.call(buyer, "GET", "/me/orders?by=me")).body.totalElements).toBe(3);
});

test("orders of quotes and of approved requests count towards a buyer's orders an hour", async () => {
  const [admin, owner] = [await t.aUser("Admin"), await t.aUser()];
  const { companyId } = owner;
  const buyer = await t.aUser("User", { companyId, companyRole: "BUYER" });
  const { vintageId } = await aProject(t.db);
  for (let n = 0; n < 2; n++) await anOrder(t, buyer, vintageId, 1);
  const until = await today(t.db);
  const offer = { userId: buyer.userId, until, items: [{ vintageId, credits: 1 }] };
  const { body: quote } = await t.call(admin, "POST", "/management/quotes", offer);
  const order = () => t.call(buyer, "POST", `/me/quotes/${quote.id}/order`, invoiceDetails);
  expect(await order()).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
  await sql`update orders set created_at = now() - interval '61 minutes'
    where user_id = ${buyer.userId}`.execute(t.db);
  expect((await order()).status).toBe(200);

  await anOrder(t, buyer, vintageId, 1);
  await putRules(t, owner, [{ kind: "AMOUNT", over: 0 }]);
  const { version } = (await hold(buyer, vintageId, 1)).body;
  const { body } = await t.call(buyer, "POST", "/me/cart/checkout", { ...invoiceDetails, version });
  const approved = await t.call(owner, "POST", `/me/approvals/${body.approval.id}/approve`);
  expect(approved).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
});

describe("a sum that no payment could settle", () => {
  const detail = "An order can be at most €100,000,000,000. Choose fewer tonnes.";
  const dear = { credits: 2_000_000_000, priceCents: 100_000_000 };
  let vintageId: number;
  let admin: TestUser;
  beforeAll(async () => {
    admin = await t.aUser("Admin");
    ({ vintageId } = await aProject(t.db, { vintages: [dear] }));
    const { body } = await t.call(admin, "GET", "/management/settings");
    const ceilings = { ...body.ceilings, heldTonnes: 10_000_000 };
    await t.call(admin, "PATCH", "/management/settings", { ceilings });
  });

  test("is shown if a new price causes it in a filled cart, but cannot be ordered", async () => {
    const { body: settings } = await t.call(admin, "GET", "/management/settings");
    const save = (heldTonnes: number, version: number) => {
      const ceilings = { ...settings.ceilings, heldTonnes, version };
      return t.call(admin, "PATCH", "/management/settings", { ceilings });
    };
    expect((await save(40_000_001, settings.ceilings.version)).status).toBe(400);
    const most = await save(40_000_000, settings.ceilings.version);
    const cheap = await aProject(t.db, { vintages: [{ credits: 2_000_000_000, priceCents: 1 }] });
    const buyer = await t.aUser();
    expect((await hold(buyer, cheap.vintageId, 40_000_000)).status).toBe(200);
    await t.db
      .updateTable("vintages")
      .set({ price_cents: dear.priceCents })
      .where("id", "=", cheap.vintageId)
      .execute();
    const { body: cart } = await t.call(buyer, "GET", "/me/cart");
    expect(cart.totalPriceGross).toBe(47.6e12);
    const order = { ...invoiceDetails, version: cart.version };
    const refused = await t.call(buyer, "POST", "/me/cart/checkout", order);
    expect([refused.status, refused.body.detail]).toEqual([400, detail]);
    // Fewer are always allowed, even if they are still too many.
    expect((await hold(buyer, cheap.vintageId, 39_000_000)).status).toBe(200);
    await save(10_000_000, most.body.ceilings.version);
  });

  test("cannot be put into a cart, unlike fewer tonnes", async () => {
    const buyer = await t.aUser();
    const refused = await hold(buyer, vintageId, 100_001);
    expect([refused.status, refused.body.detail]).toEqual([400, detail]);
    expect((await t.call(buyer, "GET", "/me/cart")).body.items).toEqual([]);
    expect((await hold(buyer, vintageId, 100_000)).body.totalPriceNet).toBe(1e11);
  });

  test("can neither be quoted nor ordered, including VAT", async () => {
    const buyer = await t.aUser();
    const { body: cart } = await hold(buyer, vintageId, 100_000);
    const order = { ...invoiceDetails, version: cart.version };
    const responses = [
      await t.call(buyer, "POST", "/me/cart/checkout", order),
      await t.call(buyer, "POST", "/me/quotes", { countryCode: "DE" }),
    ];
    expect(responses.map(({ body }) => body.detail)).toEqual([detail, detail]);
    expect((await t.call(buyer, "GET", "/me/orders")).body.totalElements).toBe(0);
    const free = { ...invoiceDetails.invoiceAddress, countryCode: "CH" };
    const abroad = { ...order, invoiceAddress: free };
    expect((await t.call(buyer, "POST", "/me/cart/checkout", abroad)).status).toBe(200);
  });

  test("cannot be offered to a buyer", async () => {
    const { userId } = await t.aUser();
    const items = [{ vintageId, credits: 1_900_000_000 }];
    const until = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const refused = await t.call(admin, "POST", "/management/quotes", { userId, until, items });
    expect([refused.status, refused.body.detail]).toEqual([400, detail]);
  });
});

test("concurrent exports are limited per account and per server", async () => {
  const enter = createExportGate(() => Promise.resolve({ exportsPerUser: 2, exportsPerServer: 3 }));
  const outcome = (work: Promise<() => void>) =>
    work.then(
      () => "in",
      ({ code }) => code as string,
    );
  const first = await enter(1);
  const both = await Promise.all([outcome(enter(1)), outcome(enter(1))]);
  expect(both.toSorted()).toEqual(["RATE_LIMITED", "in"]);
  const other = await enter(2);
  await expect(enter(3)).rejects.toMatchObject({
    code: "RATE_LIMITED",
    facts: { retryAfterSeconds: 10 },
  });
  other();
  expect(await outcome(enter(3))).toBe("in");
  await expect(enter(1)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  first();
  expect(await outcome(enter(1))).toBe("in");
});

test("an export starts after those requested at the same time are counted", async () => {
  const enter = createExportGate(() => Promise.resolve({ exportsPerUser: 1, exportsPerServer: 9 }));
  // Each finishes as soon as it has started.
  const asked = Array.from({ length: 3 }, async (_, ticks) => {
    for (let n = 0; n < 10 * ticks; n++) await Promise.resolve();
    const end = await enter(1);
    end();
  });
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
});

test("a finished export makes room for the next", async () => {
  const buyer = await t.aUser();
  const headers = { authorization: `Bearer ${buyer.authToken}`, accept: "text/csv" };
  for (let n = 0; n < 20; n++) {
    expect((await t.app.inject({ url: "/api/v1/me/orders", headers })).statusCode).toBe(200);
  }
});

test("a file generated on request counts as an export until it is sent or refused", async () => {
  const { authToken } = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const headers = { authorization: `Bearer ${authToken}` };
  const statusOf = async (url: string) =>
    (await t.app.inject({ url: `/api/v1${url}`, headers })).statusCode;
  const other = await aProject(t.db);
  const paper = `/vintages/comparison.pdf?ids=${vintageId},${other.vintageId}`;
  const outcomes: number[] = [];
  const ask = async () => outcomes.push(await statusOf(paper));
  let asked: Promise<unknown> | undefined;
  await inTransaction(t.db, async (tx) => {
    // Those admitted read this table, and so cannot finish before the others have asked.
    await sql`lock table report_projects`.execute(tx);
    asked = Promise.all(Array.from({ length: 8 }, ask));
    await expect.poll(() => outcomes).toEqual([429, 429, 429, 429, 429]);
  });
  await asked;
  expect(outcomes.slice(5)).toEqual([200, 200, 200]);
  for (let n = 0; n < 5; n++) {
    expect(await statusOf("/me/documents/statement?from=2026-01-01&to=2026-01-31&format=csv")).toBe(
      200,
    );
    expect(await statusOf("/me/portfolio/xlsx")).toBe(404);
    expect(await statusOf(paper)).toBe(200);
  }
});
