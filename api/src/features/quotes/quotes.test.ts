import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { putRules } from "../../../test/builders/company.ts";
import { aProject } from "../../../test/builders/project.ts";
import { pageTexts } from "../../../test/pdf.ts";
import { today } from "../../core/days.sql.ts";
import { changeVintage } from "../catalogue/catalogue.service.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

async function aQuote(credits = 5) {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, { name: "Delta Blue Carbon" });
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits });
  const { status, body } = await t.call(buyer, "POST", "/me/quotes");
  expect(status).toBe(201);
  return { buyer, vintageId, quote: body };
}
const order = (buyer: TestUser, id: number, body?: object) =>
  t.call(buyer, "POST", `/me/quotes/${id}/order`, body);

test("A quote has the prices of the cart, until the hold of its credits expires", async () => {
  const { buyer, quote } = await aQuote();
  const cart = await t.call(buyer, "GET", "/me/cart");
  expect(quote).toMatchObject({
    status: "OPEN",
    totalPriceNet: 50,
    totalPriceGross: 59.5,
    validUntil: cart.body.items[0].reservedTo,
  });
  expect(quote.number).toMatch(/^Q-\d{4}-\d{6}$/);
  const list = await t.call(buyer, "GET", "/me/quotes?q=delta");
  expect(list.body.content).toEqual([quote]);
});

test.each([
  ["2026-12-31T22:59:59Z", 2026],
  ["2026-12-31T23:00:00Z", 2027],
])(
  "The number of a quote of %s, by which it can be found, has the year in Berlin: %i",
  async (at, year) => {
    const { buyer, quote } = await aQuote();
    await sql`update quotes set created_at = ${at} where id = ${quote.id}`.execute(t.db);
    const number = `Q-${year}-${String(quote.id).padStart(6, "0")}`;
    const { body } = await t.call(buyer, "GET", `/me/quotes?q=${number}`);
    expect(body.content).toMatchObject([{ id: quote.id, number }]);
  },
);

test("Quotes are sorted by their totals as numbers, and by when they expire", async () => {
  const { buyer, vintageId, quote: small } = await aQuote(9);
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 10 });
  const { body: large } = await t.call(buyer, "POST", "/me/quotes");
  await sql`update quotes set valid_until = now() where id = ${large.id}`.execute(t.db);
  const sorted = async (sort: string) => {
    const { body } = await t.call(buyer, "GET", `/me/quotes?sort=${sort}`);
    return body.content.map(({ id }: { id: number }) => id);
  };
  expect(await sorted("totalPriceNet,asc")).toEqual([small.id, large.id]);
  expect(await sorted("validUntil,asc")).toEqual([large.id, small.id]);
});

test("The PDF of a quote is available to the whole company, and to nobody else", async () => {
  const { buyer, quote } = await aQuote();
  const { companyId } = buyer;
  const accountant = await t.aUser("User", { companyId, companyRole: "ACCOUNTANT" });
  const read = (user: TestUser) =>
    t.app.inject({
      url: `/api/v1/me/quotes/${quote.id}/pdf`,
      headers: { authorization: `Bearer ${user.authToken}` },
    });
  const response = await read(accountant);
  const text = (await pageTexts(response.rawPayload)).join(" ");
  const { name } = (await t.call(buyer, "GET", "/me/company")).body;
  const parts = [`For ${name}`, "Delta Blue Carbon, 2022", "5 t", "€50.00", "€59.50"];
  for (const part of [quote.number, ...parts]) expect(text).toContain(part);
  expect(text).toMatch(new RegExp(`Order at https?://[^ ]+/user/settings/quotes/${quote.id}\\.`));
  expect((await read(await t.aUser())).statusCode).toBe(404);
});

test("It can be ordered with the saved details in one click, once, even if clicked twice", async () => {
  const { buyer, quote } = await aQuote();
  expect((await order(buyer, quote.id)).status).toBe(400);
  await t.call(buyer, "POST", "/me/company/details", invoiceDetails);
  const responses = await Promise.all([order(buyer, quote.id), order(buyer, quote.id)]);
  const placed = responses.filter(({ status }) => status === 200).map(({ body }) => body.id);
  expect(new Set(placed).size).toBe(1);
  const { body } = await t.call(buyer, "GET", `/me/quotes/${quote.id}`);
  expect(body).toMatchObject({ status: "ORDERED", orderId: placed[0] });
  const orders = await t.call(buyer, "GET", "/me/orders");
  expect(orders.body.totalElements).toBe(1);
  expect((await order(buyer, quote.id)).body.code).toBe("INVALID_TRANSITION");
});

test("A quote withdrawn while its order waits for the cart is not ordered", async () => {
  const { buyer, quote } = await aQuote();
  await t.call(buyer, "POST", "/me/company/details", invoiceDetails);
  let response!: ReturnType<typeof order>;
  await t.db.transaction().execute(async (tx) => {
    await sql`select from carts where user_id = ${buyer.userId} for update`.execute(tx);
    response = order(buyer, quote.id);
    const waiting = sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(t.db)).rows.length).toBe(1);
    const withdrawn = await t.call(buyer, "POST", `/me/quotes/${quote.id}/withdraw`);
    expect(withdrawn.status).toBe(200);
  });
  expect((await response).body.code).toBe("INVALID_TRANSITION");
  expect((await t.call(buyer, "GET", "/me/orders")).body.totalElements).toBe(0);
});

test("A quote cannot be ordered after its cart or price has changed, or after it has expired", async () => {
  const other = await aQuote();
  await t.call(other.buyer, "POST", "/me/cart/vintages", {
    vintageId: other.vintageId,
    credits: 6,
  });
  expect((await order(other.buyer, other.quote.id, invoiceDetails)).body.code).toBe("CART_CHANGED");
  const list = (await t.call(other.buyer, "GET", "/me/quotes")).body;
  expect([list.content[0], list.counts.OPEN]).toMatchObject([{ cartChanged: true }, 1]);
  const foreseen = await t.call(other.buyer, "GET", `/me/quotes/${other.quote.id}/approval`);
  expect([foreseen.status, foreseen.body.code]).toEqual([409, "CART_CHANGED"]);

  const dearer = await aQuote();
  await t.db
    .transaction()
    .execute((tx) => changeVintage(tx, dearer.vintageId, { priceCents: 1100 }));
  expect((await order(dearer.buyer, dearer.quote.id, invoiceDetails)).body.code).toBe(
    "CART_CHANGED",
  );

  const late = await aQuote();
  await sql`update quotes set valid_until = now() where id = ${late.quote.id}`.execute(t.db);
  expect((await order(late.buyer, late.quote.id, invoiceDetails)).body.code).toBe(
    "INVALID_TRANSITION",
  );
});

test("A colleague can neither order nor withdraw it, and its items stay in the cart after a withdrawal", async () => {
  const { buyer, vintageId, quote } = await aQuote();
  const { companyId } = buyer;
  const colleague = await t.aUser("User", { companyId, companyRole: "OWNER" });
  const withdraw = (user: TestUser) => t.call(user, "POST", `/me/quotes/${quote.id}/withdraw`);
  expect((await order(colleague, quote.id, invoiceDetails)).status).toBe(404);
  expect((await withdraw(colleague)).status).toBe(404);
  expect((await withdraw(buyer)).body.status).toBe("WITHDRAWN");
  const { body: cart } = await t.call(buyer, "GET", "/me/cart");
  expect(cart.items).toMatchObject([
    { product: { id: vintageId }, quantity: 5, reservedTo: quote.validUntil },
  ]);
  const { rows } = await sql`select reserved from vintage_stock
    where vintage_id = ${vintageId}`.execute(t.db);
  expect(rows).toEqual([{ reserved: 5 }]);
});

test("An empty cart cannot be quoted", async () => {
  const { status, body } = await t.call(await t.aUser(), "POST", "/me/quotes");
  expect([status, body.code]).toEqual([409, "CART_CHANGED"]);
});

test("A key creates one quote, even if repeated after the cart was ordered", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 1 });
  const headers = { "idempotency-key": "once" };
  const make = (body?: object) => t.call(buyer, "POST", "/me/quotes", body, headers);
  const [first, second] = await Promise.all([make(), make()]);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  expect((await order(buyer, first.body.id, invoiceDetails)).status).toBe(200);
  const third = await make();
  expect([third.status, third.body.id, third.body.status]).toEqual([201, first.body.id, "ORDERED"]);
  expect((await make({ countryCode: "FR" })).body.code).toBe("IDEMPOTENCY_KEY_REUSED");
  expect((await t.call(buyer, "GET", "/me/quotes")).body.totalElements).toBe(1);
});

test("A user can make 500 quotes a day", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 1 });
  await sql`insert into quotes (company_id, user_id, cart_version, content, valid_until)
    select ${buyer.companyId}, ${buyer.userId}, 1, '{}', now() from generate_series(1, 499)`.execute(
    t.db,
  );
  // Neither a quote made by an operator counts, nor one made more than a day ago.
  await sql`insert into quotes (company_id, user_id, content, valid_until, kept_by, created_at)
    select ${buyer.companyId}, ${buyer.userId}, '{}', now(), kept_by, created_at
    from (values (${buyer.userId}::integer, now()), (null, now() - interval '25 hours'))
      as q (kept_by, created_at)`.execute(t.db);
  const make = () => t.call(buyer, "POST", "/me/quotes");
  const responses = await Promise.all([make(), make(), make()]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 429, 429]);
});

test("The preview of a quote's order has the total for the current invoice address", async () => {
  const { buyer, quote } = await aQuote(5);
  const total = async () => {
    const { body } = await t.call(buyer, "GET", `/me/quotes/${quote.id}/approval`);
    return [body.vatPercentage, body.totalPriceGross];
  };
  expect(quote.vatPercentage).toBeGreaterThan(0);
  expect(await total()).toEqual([quote.vatPercentage, quote.totalPriceGross]);
  const invoiceAddress = { ...invoiceDetails.invoiceAddress, countryCode: "AT" };
  const details = { ...invoiceDetails, invoiceAddress, version: 0 };
  expect((await t.call(buyer, "POST", "/me/company/details", details)).status).toBe(200);
  expect(await total()).toEqual([0, quote.totalPriceNet]);
  const ordered = await order(buyer, quote.id);
  expect(ordered.body.totalPriceGross).toBe(quote.totalPriceNet);
});

test("The preview of a quote's order says whether it needs approval", async () => {
  const { buyer, quote } = await aQuote(5);
  const foreseen = (user = buyer) => t.call(user, "GET", `/me/quotes/${quote.id}/approval`);
  expect((await foreseen()).body).toMatchObject({ rules: [], waitsFor: [] });
  const { companyId } = buyer;
  const approver = await t.aUser("User", { companyId, companyRole: "APPROVER" });
  expect((await foreseen(approver)).status).toBe(404);

  const rule = { kind: "TONNES", over: 4 };
  await t.call(buyer, "PUT", "/me/company/approval-rules", [rule, { kind: "TONNES", over: 5 }]);
  const asks = await foreseen();
  expect(asks.body).toMatchObject({ rules: [rule], waitsFor: [expect.any(String)] });

  // Once kept, it no longer depends on the cart.
  const operator = await t.aUser("Admin");
  const until = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await t.call(operator, "POST", `/management/quotes/${quote.id}/keep`, { until });
  expect((await foreseen()).body).toEqual(asks.body);
  expect((await order(buyer, quote.id, invoiceDetails)).status).toBe(202);
});

test("A quote leads to the order that a colleague approved", async () => {
  const { buyer } = await aQuote(5);
  const { companyId } = buyer;
  const approver = await t.aUser("User", { companyId, companyRole: "APPROVER" });
  await putRules(t, buyer, [{ kind: "TONNES", over: 4 }]);
  const { body: quote } = await t.call(buyer, "POST", "/me/quotes");
  const asked = await order(buyer, quote.id, invoiceDetails);
  const request = `/me/approvals/${asked.body.approval.id}`;
  const read = async () => (await t.call(buyer, "GET", `/me/quotes/${quote.id}`)).body;
  expect(await read()).toMatchObject({ status: "REQUESTED", orderId: null });

  const { body: approved } = await t.call(approver, "POST", `${request}/approve`, {});
  expect(await read()).toMatchObject({ status: "ORDERED", orderId: approved.id });
  const operator = await t.aUser("Admin");
  const ordered = `/management/quotes?status=ORDERED&companyId=${companyId}`;
  expect((await t.call(operator, "GET", ordered)).body).toMatchObject({
    content: [{ id: quote.id, orderId: approved.id }],
    counts: { ORDERED: 1, REQUESTED: 0 },
  });
});

test("An offer sent again after a lost response keeps its credits once", async () => {
  const [operator, buyer] = [await t.aUser("Admin"), await t.aUser()];
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100, priceCents: 900 }] });
  const until = await today(t.db);
  const offer = (credits: number) => {
    const body = { userId: buyer.userId, until, items: [{ vintageId, credits }] };
    const key = { "idempotency-key": "offered-once" };
    return t.call(operator, "POST", "/management/quotes", body, key);
  };
  const [first, again] = await Promise.all([offer(10), offer(10)]);
  expect(first).toMatchObject({ status: 201, body: { status: "KEPT" } });
  expect(again).toEqual(first);
  const { rows } = await sql<{ available: number }>`
    select available from vintage_stock where vintage_id = ${vintageId}`.execute(t.db);
  expect(rows).toEqual([{ available: 90 }]);
  expect((await offer(11)).body.code).toBe("IDEMPOTENCY_KEY_REUSED");
});

test("An operator who also buys cannot keep their own quote", async () => {
  const operator = await t.aUser("Admin");
  const { vintageId } = await aProject(t.db);
  await t.call(operator, "POST", "/me/cart/vintages", { vintageId, credits: 5 });
  const { body: quote } = await t.call(operator, "POST", "/me/quotes");
  const until = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const keep = (who: TestUser) =>
    t.call(who, "POST", `/management/quotes/${quote.id}/keep`, { until });
  expect(await keep(operator)).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
  expect((await keep(await t.aUser("Admin"))).status).toBe(200);
});

test("An offer says which of its vintages is not offered, or lacks a price", async () => {
  const [operator, buyer] = [await t.aUser("Admin"), await t.aUser()];
  const project = await aProject(t.db, { vintages: [{ credits: 9 }, { credits: 9 }] });
  const [good, withdrawn] = project.vintageIds as [number, number];
  const hidden = await aProject(t.db, { hidden: true });
  const onRequest = await aProject(t.db, { vintages: [{ credits: 9, priceCents: null }] });
  await t.db.transaction().execute((tx) => changeVintage(tx, withdrawn, { status: "WITHDRAWN" }));
  const refusedAt = async (...vintageIds: number[]) => {
    const items = vintageIds.map((vintageId) => ({ vintageId, credits: 1 }));
    const body = { userId: buyer.userId, until: await today(t.db), items };
    const refused = await t.call(operator, "POST", "/management/quotes", body);
    expect(refused).toMatchObject({ status: 409, body: { code: "NOT_PURCHASABLE" } });
    return refused.body.fieldErrors;
  };
  const gone = { path: "items.1.vintageId", message: "This vintage is no longer offered." };
  for (const id of [withdrawn, hidden.vintageId, 2_000_000_000]) {
    expect(await refusedAt(good, id, onRequest.vintageId)).toEqual([gone]);
  }
  const message = "This vintage has no list price: enter one.";
  expect(await refusedAt(good, onRequest.vintageId, withdrawn)).toEqual([
    { path: "items.1.price", message },
  ]);
});
