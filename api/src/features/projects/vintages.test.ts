import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { aPaidOrder } from "../../../test/builders/order.ts";
import { aProject, aReport } from "../../../test/builders/project.ts";
import { differences } from "../ledger/ledger.sql.ts";
import { audited, noticesOf, runNews } from "../../../test/operators.ts";

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
});
afterAll(async () => {
  expect(await differences(t.db)).toEqual([]);
  await t.close();
});

const at = (projectId: number, vintageId?: number) =>
  `/management/projects/${projectId}/vintages${vintageId === undefined ? "" : `/${vintageId}`}`;
const types = { impactType: "REMOVAL_SHORT", claimType: "CONTRIBUTION", creditType: "EX_POST" };
const history = async (projectId: number): Promise<string[]> =>
  (await t.call(admin, "GET", `/management/projects/${projectId}`)).body.changes.map(
    (each: { change: string }) => each.change,
  );
const movements = (vintageId: number) =>
  t.db
    .selectFrom("credit_movements")
    .select(["kind", "quantity", "reason", "actor_id"])
    .where("vintage_id", "=", vintageId)
    .where("kind", "in", ["ISSUE", "ADJUST"])
    .orderBy("id")
    .execute();

test("The vintages of a project are read as a list and one by one, withdrawn ones too", async () => {
  const { id } = await aProject(t.db, { vintages: [] });
  const { id: other } = await aProject(t.db, { vintages: [{}] });
  const made: number[] = [];
  for (const more of [
    { year: 2020, price: 9, methodology: "VM0042" },
    { year: 2022, credits: 5 },
    { year: 2021, price: 3, status: "WITHDRAWN" },
  ]) {
    made.push((await t.call(admin, "POST", at(id), { ...types, ...more })).body.id);
  }
  const years = async (query: string) =>
    (await t.call(admin, "GET", `${at(id)}?${query}`)).body.content.map(
      ({ year }: { year: number }) => year,
    );
  expect(await years("")).toEqual([2022, 2021, 2020]);
  expect(await years("sort=price,asc")).toEqual([2021, 2020, 2022]);
  expect(await years("sort=availableCredits,desc&size=1")).toEqual([2022]);
  expect(await years("q=vm0042")).toEqual([2020]);
  const one = await t.call(admin, "GET", at(id, made[1]!));
  expect(one.body).toMatchObject({ id: made[1], year: 2022, stock: { issued: 5 } });
  const { body } = await t.call(admin, "GET", `${at(id)}?page=0&size=1`);
  expect(body).toMatchObject({ totalElements: 3, last: false, content: [one.body] });
  for (const nowhere of [at(other, made[1]!), at(1_000_000), at(1_000_000, made[1]!)]) {
    expect((await t.call(admin, "GET", nowhere)).status).toBe(404);
  }
});

test("The vintages of a project are exported with their stock, as the list is sorted", async () => {
  const { id } = await aProject(t.db, { vintages: [] });
  const first = { year: 2020, price: 9.5, periodStart: "2020-03-01", periodEnd: "2020-12-31" };
  for (const more of [
    { ...first, methodology: "VM0042", credits: 7 },
    { year: 2021, status: "WITHDRAWN" },
  ]) {
    await t.call(admin, "POST", at(id), { ...types, ...more });
  }
  await aProject(t.db, { vintages: [{}] });
  const exported = (projectId: number) =>
    t.app.inject({
      url: `/api/v1${at(projectId)}?sort=year,asc`,
      headers: { authorization: `Bearer ${admin.authToken}`, accept: "text/csv" },
    });
  const { rawPayload, headers } = await exported(id);
  expect(headers["content-disposition"]).toContain("vintages-");
  const rows = parse<Record<string, string>>(rawPayload, { bom: true, columns: true });
  expect(rows).toMatchObject([
    {
      Year: "2020",
      "Period start": "2020-03-01",
      "Period end": "2020-12-31",
      Impact: "REMOVAL_SHORT",
      Claim: "CONTRIBUTION",
      "Credit type": "EX_POST",
      Status: "ACTIVE",
      Methodology: "VM0042",
      "Price (EUR)": "9.5",
      "Issued (t)": "7",
      "Available (t)": "7",
      "In carts (t)": "0",
    },
    { Year: "2021", Status: "WITHDRAWN", "Price (EUR)": "", "Issued (t)": "0" },
  ]);
  expect((await exported(1_000_000)).statusCode).toBe(404);
});

describe("a new vintage", () => {
  test("is for 2023 in EUR, and withdrawn ones are shown to operators only", async () => {
    const { id } = await aProject(t.db, { vintages: [] });
    const made = await t.call(admin, "POST", at(id), { ...types, status: "WITHDRAWN" });
    expect(made).toMatchObject({
      status: 201,
      body: { year: 2023, currency: "EUR", price: null, availableCredits: 0, version: 1 },
    });
    const managed = await t.call(admin, "GET", `/management/projects/${id}`);
    expect(managed.body.vintages).toMatchObject([{ status: { id: "WITHDRAWN" } }]);
    const shown = await t.call(await t.aUser(), "GET", `/projects/${id}`);
    expect(shown.body.vintages).toEqual([]);
  });

  test("posts its credits to the ledger, with actor and reason", async () => {
    const { id } = await aProject(t.db, { vintages: [] });
    const reason = "Bought from the developer";
    const body = { ...types, year: 2021, price: 8.1, credits: 1200, reason };
    const made = await t.call(admin, "POST", at(id), body);
    expect(made.body.stock).toMatchObject({ issued: 1200, available: 1200 });
    expect(await movements(made.body.id)).toEqual([
      { kind: "ISSUE", quantity: 1200, reason, actor_id: admin.userId },
    ]);
    expect((await history(id))[0]).toBe("Vintage 2021 added with 1,200 t");
    expect(await audited(t, admin, "vintage.create")).toMatchObject({
      after: { year: 2021, priceCents: 810, issued: 1200, reason },
    });
    const { body: shown } = await t.call(await t.aUser(), "GET", `/projects/${id}/evidence`);
    expect(shown.priceHistory).toMatchObject([{ points: [{ price: 8.1 }] }]);
  });
});

describe("a change of a vintage", () => {
  test("reaches the cart with its code, the history and the audit log", async () => {
    const owner = await t.aUser();
    const { id, vintageId } = await aProject(t.db, { vintages: [{ year: 2022 }] });
    await t.call(owner, "POST", "/me/cart/vintages", { vintageId, credits: 2 });
    const body = {
      version: 1,
      price: 11.25,
      year: 2021,
      claimType: "COMPENSATION",
      impactType: "MIXED",
      creditType: "EX_ANTE",
    };
    const changed = await t.call(admin, "PATCH", at(id, vintageId), body);
    expect(changed).toMatchObject({ status: 200, body: { price: 11.25, year: 2021, version: 2 } });
    await runNews(t);
    expect((await noticesOf(t, owner)).sort()).toEqual([
      "cart.claim.type.changed",
      "cart.impact.type.changed",
      "cart.vintage.credit.ex-ante",
      "cart.vintage.price.changed",
      "cart.vintage.year.changed",
    ]);
    expect(await history(id)).toContain("Vintage 2021: price changed from €10.00 to €11.25");
    expect(await audited(t, admin, "vintage.change")).toMatchObject({
      before: { priceCents: 1000, year: 2022 },
      after: { priceCents: 1125, year: 2021 },
    });
    const stale = await t.call(admin, "PATCH", at(id, vintageId), { version: 1, price: 1 });
    expect(stale).toMatchObject({ status: 409, body: { code: "VERSION_CONFLICT" } });
  });

  test("to ex-post is notified to the holders of its credits", async () => {
    const owner = await t.aUser();
    const { id, vintageId } = await aProject(t.db, { vintages: [{ creditType: "EX_ANTE" }] });
    await aPaidOrder(t, admin, owner, vintageId, 4);
    await t.call(admin, "PATCH", at(id, vintageId), { version: 1, creditType: "EX_POST" });
    await runNews(t);
    expect(await noticesOf(t, owner)).toContain("portfolio.vintage.credit.ex-post");
    const { body } = await t.call(admin, "GET", `/management/projects/${id}`);
    expect(body.inUse).toMatchObject({ holders: 1, creditsHeld: 4, openOrders: 0 });
  });

  test("of its delivery is notified to the holders of its credits, and is in the history of the project", async () => {
    const owner = await t.aUser();
    const delivery = { creditType: "EX_ANTE", expectedDelivery: "2027-Q4" };
    const { id } = await aProject(t.db, { vintages: [] });
    const made = await t.call(admin, "POST", at(id), {
      ...types,
      ...delivery,
      year: 2026,
      price: 10,
      credits: 50,
    });
    expect(made.body).toMatchObject({
      expectedDelivery: "2027-Q4",
      deliveryState: { id: "ON_SCHEDULE" },
    });
    await aPaidOrder(t, admin, owner, made.body.id, 4);
    const [order] = (await t.call(owner, "GET", "/me/orders")).body.content;
    const { items } = (await t.call(owner, "GET", `/me/orders/${order.id}`)).body;
    expect(items[0].product.vintage).toMatchObject({
      creditType: { name: "Expected" },
      expectedDelivery: "2027-Q4",
    });

    const { companyId } = owner;
    const blocked = await t.aUser("User", { companyId, companyRole: "BUYER" });
    await sql`update users set blocked = true where id = ${blocked.userId}`.execute(t.db);
    const former = await t.aUser();
    await sql`insert into holdings (company_id, vintage_id, purchased, retired, credit_type)
      values (${former.companyId}, ${made.body.id}, 1, 1, 'EX_ANTE')`.execute(t.db);
    const { body: managed } = await t.call(admin, "GET", `/management/projects/${id}`);
    expect(managed.inUse).toMatchObject({ holders: 1, creditsHeld: 4 });
    const late = { expectedDelivery: "2028-Q1", deliveryState: "LATE", deliveryNote: "Audit" };
    await t.call(admin, "PATCH", at(id, made.body.id), { version: 1, ...late });
    await runNews(t);
    // Neither users who cannot log in nor those who have retired everything are notified.
    const { rows: told } = await sql`select user_id as "userId" from notifications
      where code = 'portfolio.vintage.delivery.changed'`.execute(t.db);
    expect(told).toEqual([{ userId: owner.userId }]);
    await sql`delete from holdings where company_id = ${former.companyId}`.execute(t.db);
    const news = (await t.call(owner, "GET", "/me/notifications")).body.content[0];
    expect(news).toMatchObject({
      code: "portfolio.vintage.delivery.changed",
      facts: { year: 2026, before: "Q4 2027", after: "Q1 2028, late: Audit" },
    });
    expect((await history(id))[0]).toContain("from Q4 2027 to Q1 2028, late: Audit");
    const [holding] = (await t.call(owner, "GET", "/me/portfolio")).body.holdings;
    expect(holding).toMatchObject({ expectedDelivery: "2028-Q1", deliveryState: "LATE" });
    const shown = await t.call(owner, "GET", `/projects/${id}`);
    expect(shown.body).toMatchObject({
      expectedCredits: 46,
      expectedDelivery: { from: "2028-Q1", to: "2028-Q1" },
      vintages: [{ deliveryState: { name: "Late" }, deliveryNote: "Audit" }],
    });

    await t.call(admin, "PATCH", at(id, made.body.id), { version: 2, creditType: "EX_POST" });
    const [delivered] = (await t.call(owner, "GET", "/me/portfolio")).body.holdings;
    expect(delivered).toMatchObject({ creditType: "EX_POST", deliveryState: "DELIVERED" });
  });

  test("that withdraws it removes it from carts", async () => {
    const owner = await t.aUser();
    const { id, vintageId } = await aProject(t.db);
    await t.call(owner, "POST", "/me/cart/vintages", { vintageId, credits: 2 });
    await t.call(admin, "PATCH", at(id, vintageId), { version: 1, status: "WITHDRAWN" });
    await runNews(t);
    expect(await noticesOf(t, owner)).toEqual(["cart.vintage.removed"]);
  });

  test("of its period and methodology is in the history, and invalid periods are refused", async () => {
    const { id, vintageId } = await aProject(t.db, { vintages: [{ year: 2020 }] });
    const period = { periodStart: "2020-03-01", periodEnd: "2020-12-31" };
    const body = { version: 1, ...period, methodology: "VM0048" };
    expect((await t.call(admin, "PATCH", at(id, vintageId), body)).body).toMatchObject(period);
    expect((await history(id)).slice(0, 2).sort()).toEqual([
      "Vintage 2020: methodology changed from VM0033 to VM0048",
      "Vintage 2020: period changed from 2020 to 2020-03-01 – 2020-12-31",
    ]);
    for (const [wrong, fieldError] of [
      [{ periodEnd: "2020-01-01" }, { path: "periodEnd", message: "Ends before it begins" }],
      [{ periodEnd: null }, { path: "periodEnd", message: "Give both days, or neither" }],
      [{ year: 2019 }, { path: "periodStart", message: "Begins after 2019" }],
      [{ year: 2021 }, { path: "periodEnd", message: "Ends before 2021" }],
    ] as const)
      expect(
        await t.call(admin, "PATCH", at(id, vintageId), { version: 2, ...wrong }),
      ).toMatchObject({
        status: 400,
        body: { fieldErrors: [fieldError] },
      });
    const monitored = { version: 2, periodStart: "2017-07-01", periodEnd: "2020-06-30" };
    expect((await t.call(admin, "PATCH", at(id, vintageId), monitored)).status).toBe(200);
    const alone = { ...types, year: 2021, periodStart: "2021-01-01" };
    expect(await t.call(admin, "POST", at(id), alone)).toMatchObject({
      body: { fieldErrors: [{ path: "periodEnd", message: "Give both days, or neither" }] },
    });
  });

  test("in other fields is accepted despite dates that the rule no longer allows", async () => {
    const { id, vintageId } = await aProject(t.db, { vintages: [{ year: 2020 }] });
    await sql`update vintages set period_start = '2018-01-01' where id = ${vintageId}`.execute(
      t.db,
    );
    const saved = await t.call(admin, "PATCH", at(id, vintageId), { version: 1, price: 12 });
    expect(saved).toMatchObject({ status: 200, body: { price: 12, periodStart: "2018-01-01" } });
  });
});

describe("credits", () => {
  test("are added and withdrawn with a reason, which the ledger records", async () => {
    const { id, vintageId } = await aProject(t.db, { vintages: [{ credits: 100, year: 2020 }] });
    const move = (version: number, addCredits: number, reason?: string) =>
      t.call(admin, "PATCH", at(id, vintageId), { version, addCredits, reason });
    expect((await move(1, 50, "Second tranche")).body).toMatchObject({
      stock: { issued: 150, available: 150 },
      version: 2,
    });
    expect((await move(2, -30, "Sold elsewhere")).body.stock).toMatchObject({ issued: 120 });
    expect(await move(3, 10)).toMatchObject({
      status: 400,
      body: { fieldErrors: [{ path: "reason" }] },
    });
    expect((await movements(vintageId)).slice(1)).toEqual([
      { kind: "ADJUST", quantity: 50, reason: "Second tranche", actor_id: admin.userId },
      { kind: "ADJUST", quantity: 30, reason: "Sold elsewhere", actor_id: admin.userId },
    ]);
    expect((await history(id)).slice(0, 2)).toEqual([
      "Vintage 2020: 30 t withdrawn",
      "Vintage 2020: 50 t added",
    ]);
    expect(await audited(t, admin, "vintage.change")).toMatchObject({
      before: { available: 150 },
      after: { available: 120, reason: "Sold elsewhere" },
    });
  });

  test("that are in carts, orders and portfolios cannot be withdrawn", async () => {
    const [owner, shopper] = [await t.aUser(), await t.aUser()];
    const { id, vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
    await aPaidOrder(t, admin, owner, vintageId, 30);
    await t.call(shopper, "POST", "/me/cart/vintages", { vintageId, credits: 20 });
    const body = { version: 1, addCredits: -51, reason: "Too much", price: 99 };
    expect(await t.call(admin, "PATCH", at(id, vintageId), body)).toMatchObject({
      status: 409,
      body: { code: "INSUFFICIENT_CREDITS", available: 50 },
    });
    const { body: after } = await t.call(admin, "GET", `/management/projects/${id}`);
    expect(after.vintages[0]).toMatchObject({ price: 10, version: 1, stock: { available: 50 } });
    const all = { version: 1, addCredits: -50, reason: "All that is left" };
    expect((await t.call(admin, "PATCH", at(id, vintageId), all)).body.stock).toMatchObject({
      available: 0,
      reserved: 20,
      held: 30,
    });
  });

  test("beyond the integer range are refused", async () => {
    const { id, vintageId } = await aProject(t.db, { vintages: [{ credits: 5 }] });
    const body = { version: 1, addCredits: 2147483647, reason: "A mistake" };
    expect(await t.call(admin, "PATCH", at(id, vintageId), body)).toMatchObject({
      status: 400,
      body: { fieldErrors: [{ path: "addCredits" }] },
    });
    const most = { ...body, addCredits: 2147483647 - 5 };
    expect((await t.call(admin, "PATCH", at(id, vintageId), most)).status).toBe(200);
  });
});

describe("deleting a vintage", () => {
  test("works if it never had credits", async () => {
    const { id, vintageId } = await aProject(t.db, { vintages: [{ credits: 0, year: 2018 }] });
    // Neither refers to the vintage.
    await aReport(t.db, id);
    const rules = [{ percent: 5, project: [id] }];
    const list = { name: "Whole project", validFrom: "2026-01-01", validUntil: null };
    const rest = { companies: [], prices: [], rules };
    await t.call(admin, "POST", "/management/price-lists", { ...list, ...rest });
    expect((await t.call(admin, "DELETE", at(id, vintageId))).status).toBe(204);
    const { body } = await t.call(admin, "GET", `/management/projects/${id}`);
    expect(body).toMatchObject({ vintages: [], categories: [] });
    expect(body.changes[0].change).toBe("Vintage 2018 removed");
  });

  test("is refused once it has ledger entries", async () => {
    const { id, vintageId } = await aProject(t.db, { vintages: [{ credits: 1, year: 2018 }] });
    expect(await t.call(admin, "DELETE", at(id, vintageId))).toMatchObject({
      status: 409,
      body: { code: "IN_USE", usedBy: [{ type: "vintage", id: vintageId, name: "Vintage 2018" }] },
    });
    const uses = await t.call(admin, "GET", `${at(id, vintageId)}/uses`);
    expect(uses.body).toMatchObject({ usedBy: [{ type: "vintage" }], usedByCount: 1 });
  });

  test("is refused, with its project, while a price list has its price", async () => {
    const { id, vintageId } = await aProject(t.db, { vintages: [{ credits: 0 }] });
    const list = {
      name: "Two euros off",
      validFrom: "2026-01-01",
      validUntil: null,
      companies: [],
      rules: [],
      prices: [{ vintageId, price: 4 }],
    };
    const { body: made } = await t.call(admin, "POST", "/management/price-lists", list);
    const refused = {
      status: 409,
      body: { code: "IN_USE", usedBy: [{ type: "price-list", id: made.id, name: list.name }] },
    };
    expect(await t.call(admin, "DELETE", at(id, vintageId))).toMatchObject(refused);
    expect(await t.call(admin, "DELETE", `/management/projects/${id}`)).toMatchObject(refused);
    await t.call(admin, "DELETE", `/management/price-lists/${made.id}`);
    expect((await t.call(admin, "DELETE", at(id, vintageId))).status).toBe(204);
  });

  test("of another project is not found", async () => {
    const one = await aProject(t.db, { vintages: [{ credits: 0 }] });
    const other = await aProject(t.db);
    expect((await t.call(admin, "DELETE", at(other.id, one.vintageId))).status).toBe(404);
  });
});
