import type { Facets, Project, ProjectSummary } from "@tonneline/contract/catalogue";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { aProject } from "../../../test/builders/project.ts";
import { sheetXlsx } from "../../core/http/xlsx.ts";
import { cartJobs } from "../cart/cart.jobs.ts";
import { createCartService } from "../cart/cart.service.ts";
import { createSettings } from "../settings/settings.service.ts";
import { priceListJobs } from "./priceLists.jobs.ts";
import { publishValidityChanges } from "./priceLists.service.ts";

let t: TestApp;
let other: TestApp;
let operator: TestUser;
let buyer: TestUser;
let stranger: TestUser;
/** 10, 20 and 30 euros per tonne; the last one's project has its prices on request. */
let cheap: { id: number; vintageId: number };
let dear: { id: number; vintageId: number };
let asked: { id: number; vintageId: number };

beforeAll(async () => {
  t = await testApp({ poolSize: 20 });
  other = await testApp({ databaseUrl: t.databaseUrl });
  operator = await t.aUser("Admin");
  stranger = await t.aUser();
  const at = (name: string, priceCents: number | null, more: object = {}) =>
    aProject(t.db, { name, vintages: [{ credits: 1000, priceCents, year: 2021 }], ...more });
  cheap = await at("Cheap", 1000, { projectType: "Biochar" });
  dear = await at("Dear", 2000);
  asked = await at("Asked", null);
});
afterAll(async () => {
  await other.close();
  await t.close();
});

const usual = { validFrom: "2020-01-01", validUntil: null, rules: [], prices: [] };
let lists = 0;
async function aList(companyId: number, facts: object) {
  const name = `List ${++lists}`;
  const made = await t.call(operator, "POST", "/management/price-lists", {
    ...usual,
    name,
    companies: [companyId],
    ...facts,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body;
}
/** Saves a whole list with some fields changed. */
const change = ({ prices, companies, ...list }: Awaited<ReturnType<typeof aList>>, to: object) =>
  t.call(operator, "PATCH", `/management/price-lists/${list.id}`, {
    name: list.name,
    validFrom: list.validFrom,
    validUntil: list.validUntil,
    rules: list.rules,
    version: list.version,
    companies: companies.map(({ id }: { id: number }) => id),
    prices: prices.map(({ id, own }: { id: number; own: number }) => ({
      vintageId: id,
      price: own,
    })),
    ...to,
  });
const cardsOf = async (who: TestUser, query = "", app = t) =>
  (await app.call(who, "GET", `/projects?sort=price${query}`)).body.content as ProjectSummary[];
const pricesOf = async (who: TestUser, query = "", app = t) =>
  (await cardsOf(who, query, app)).map(({ name, priceFrom }) => [name, priceFrom]);
const set = (who: TestUser, vintageId: number, credits = 5) =>
  t.call(who, "POST", "/me/cart/vintages", { vintageId, credits });
const checkout = (who: TestUser, version: number) =>
  t.call(who, "POST", "/me/cart/checkout", { ...invoiceDetails, version });
const lowered = [
  ["Dear", 5],
  ["Asked", 7.5],
  ["Cheap", 9],
];
const listed = [
  ["Cheap", 10],
  ["Dear", 20],
  ["Asked", null],
];

/** Creates a company with ten percent off biochar and two explicit prices. */
async function aCompanyWithPrices() {
  const who = await t.aUser();
  const types = await t.db
    .selectFrom("project_types")
    .select("id")
    .where("name", "=", "Biochar")
    .executeTakeFirstOrThrow();
  const list = await aList(who.companyId, {
    rules: [{ percent: 10, projectType: [types.id] }],
    prices: [
      { vintageId: dear.vintageId, price: 5 },
      { vintageId: asked.vintageId, price: 7.5 },
    ],
  });
  return { who, list };
}

describe("The members of a company see its prices", () => {
  beforeAll(async () => {
    ({ who: buyer } = await aCompanyWithPrices());
  });

  test("in lists, sorted and filtered by them, on the map, and in facets", async () => {
    expect(await pricesOf(buyer)).toEqual(lowered);
    expect(await pricesOf(buyer, ",desc")).toEqual(lowered.toReversed());
    expect(await pricesOf(buyer, "&priceFrom=7.5&priceTo=9")).toEqual(lowered.slice(1));
    const [first, second] = await cardsOf(buyer);
    expect(first).toMatchObject({ priceTo: 5, listPriceFrom: 20 });
    expect(second).toMatchObject({ priceTo: 7.5, listPriceFrom: null });
    const facets = (await t.call(buyer, "GET", "/projects/facets")).body as Facets;
    const counted = facets.prices!.histogram.filter(({ count }) => count > 0);
    expect([facets.prices!.min, counted.length]).toEqual([expect.closeTo(5, 1), 3]);
    const { countries } = (await t.call(buyer, "GET", "/projects/countries")).body;
    expect(countries).toMatchObject([{ id: "KE", projects: 3, priceFrom: 5 }]);
  });

  test("on the page of a project and in comparisons, next to the list price", async () => {
    const page = (await t.call(buyer, "GET", `/projects/${dear.id}`)).body as Project;
    expect(page).toMatchObject({ priceFrom: 5, listPriceFrom: 20 });
    expect(page.vintages).toMatchObject([{ price: 5, listPrice: 20 }]);
    const ids = [cheap, dear, asked].map(({ vintageId }) => vintageId).join();
    const { content } = (await t.call(buyer, "GET", `/vintages?ids=${ids}`)).body;
    expect(content).toMatchObject([
      { price: 9, listPrice: 10 },
      { price: 5, listPrice: 20 },
      { price: 7.5, listPrice: null },
    ]);
  });

  test("on shortlists, as of the time when a vintage was added", async () => {
    const { id } = (await t.call(buyer, "POST", "/me/shortlists", { name: "Next year" })).body;
    const path = `/me/shortlists/${id}/vintages/${dear.vintageId}`;
    const { body } = await t.call(buyer, "PUT", path, {});
    expect(body.vintages).toMatchObject([{ priceThen: 5, vintage: { price: 5, listPrice: 20 } }]);
  });

  test("and their saved searches find by them", async () => {
    const search = { name: "Below ten", query: "priceTo=9.99", alert: "NONE" };
    expect((await t.call(buyer, "POST", "/me/searches", search)).body.projects).toBe(3);
    expect((await t.call(stranger, "POST", "/me/searches", search)).body.projects).toBe(0);
  });

  test("in the cart, at checkout, on the order and its invoice's sums", async () => {
    await set(buyer, dear.vintageId, 2);
    const cart = (await set(buyer, asked.vintageId, 4)).body;
    expect(cart).toMatchObject({ totalPriceNet: 40 });
    expect(cart.items).toMatchObject([
      { price: 5, product: { listPrice: 20 } },
      { price: 7.5, product: { listPrice: null } },
    ]);
    const legacy = (await t.call(buyer, "GET", "/me/cart/deprecated")).body;
    expect(legacy.projects[0].vintages).toMatchObject([{ price: 5, listPrice: 20 }]);
    const { status, body: order } = await checkout(buyer, cart.version);
    expect(status).toBe(200);
    expect(order).toMatchObject({ totalPriceNet: 40 });
    expect(order.items[0]).toMatchObject({ price: 5, product: { vintage: { listPrice: 20 } } });
  });

  test("and in quotes", async () => {
    await set(buyer, dear.vintageId, 2);
    const { body: own } = await t.call(buyer, "POST", "/me/quotes");
    expect(own.items).toMatchObject([{ price: 5, product: { listPrice: 20 } }]);
    const { status, body } = await t.call(operator, "POST", "/management/quotes", {
      userId: buyer.userId,
      until: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
      items: [{ vintageId: cheap.vintageId, credits: 3 }],
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({ totalPriceNet: 27 });
  });

  test("while everybody else sees the list prices for the same searches", async () => {
    for (const who of [stranger, operator]) expect(await pricesOf(who)).toEqual(listed);
    const page = await t.call(stranger, "GET", `/projects/${dear.id}`);
    expect(JSON.stringify(page.body)).not.toContain("listPrice");
    expect(JSON.stringify(await cardsOf(stranger))).not.toContain("listPrice");
    expect((await set(stranger, dear.vintageId, 1)).body.items[0]).toMatchObject({ price: 20 });
    expect((await set(stranger, asked.vintageId, 1)).body.code).toBe("NOT_PURCHASABLE");
    const history = (await t.call(stranger, "GET", `/projects/${dear.id}/evidence`)).body;
    expect(history.priceHistory).toMatchObject([{ points: [{ price: 20 }] }]);
  });
});

describe("When a list changes", () => {
  test("other servers show it within a second, but not to other companies", async () => {
    const { who, list } = await aCompanyWithPrices();
    expect(await pricesOf(who, "", other)).toEqual(lowered);
    expect((await change(list, { rules: [], prices: [] })).status).toBe(200);
    await expect.poll(() => pricesOf(who, "", other)).toEqual(listed);
    expect(await pricesOf(who)).toEqual(listed);
    expect(await pricesOf(stranger, "", other)).toEqual(listed);
  });

  test("a cart is not ordered at a price that was not shown", async () => {
    const { who, list } = await aCompanyWithPrices();
    const { version } = (await set(who, dear.vintageId)).body;
    await change(list, { prices: [{ vintageId: dear.vintageId, price: 4.99 }] });
    const refused = await checkout(who, version);
    expect(refused).toMatchObject({ status: 409, body: { code: "CART_CHANGED" } });
    const cart = (await t.call(who, "GET", "/me/cart")).body;
    expect(cart.changes).toMatchObject([{ fact: "price", before: 5, after: 4.99 }]);
    expect(cart.items).toMatchObject([{ price: 4.99, product: { listPrice: 20 } }]);
    expect((await checkout(who, cart.version)).body).toMatchObject({ totalPriceNet: 24.95 });
  });

  test("carts of its companies are notified at once, and only theirs", async () => {
    const { who, list } = await aCompanyWithPrices();
    await set(who, dear.vintageId);
    await set(stranger, dear.vintageId);
    await runCarts();
    await t.call(operator, "DELETE", `/management/price-lists/${list.id}`);
    await runCarts();
    const notices = async ({ userId }: TestUser) =>
      await t.db
        .selectFrom("notifications")
        .select("code")
        .where("user_id", "=", userId)
        .where("code", "=", "cart.vintage.price.changed")
        .execute();
    expect(await notices(who)).toHaveLength(1);
    expect(await notices(stranger)).toHaveLength(0);
  });

  test("a concurrent checkout is at the price that was shown, or is refused", async () => {
    const { who, list } = await aCompanyWithPrices();
    const { version } = (await set(who, dear.vintageId)).body;
    const [ordered, changed] = await Promise.all([
      checkout(who, version),
      change(list, { prices: [{ vintageId: dear.vintageId, price: 6 }] }),
    ]);
    expect(changed.status).toBe(200);
    if (ordered.status === 200) expect(ordered.body.totalPriceNet).toBe(25);
    else expect(ordered.body.code).toBe("CART_CHANGED");
  });

  test("it starts and ends with the calendar day of the seller", async () => {
    const { who, list } = await aCompanyWithPrices();
    const zone = async (timeZone: string) => {
      const { version, seller } = (await t.call(operator, "GET", "/management/settings")).body;
      const body = { version, seller: { ...seller, timeZone } };
      expect((await t.call(operator, "PATCH", "/management/settings", body)).status).toBe(200);
    };
    // Eleven hours behind and fourteen ahead of UTC: never the same day.
    await zone("Pacific/Pago_Pago");
    const { rows } = await sql<{ day: string }>`
      select ((now() at time zone 'Pacific/Pago_Pago')::date)::text as day`.execute(t.db);
    const { body } = await change(list, { validFrom: rows[0]!.day, validUntil: rows[0]!.day });
    expect(body.state).toBe("CURRENT");
    const { version } = (await set(who, dear.vintageId)).body;
    await runCarts();
    expect(await pricesOf(who)).toEqual(lowered);

    await zone("Pacific/Kiritimati");
    await expect.poll(() => pricesOf(who)).toEqual(listed);
    expect((await checkout(who, version)).body.code).toBe("CART_CHANGED");
    const { content, counts } = (
      await t.call(operator, "GET", `/management/price-lists?companyId=${who.companyId}`)
    ).body;
    expect([content[0].state, counts.ENDED]).toEqual(["ENDED", 1]);
    await zone("Europe/Berlin");
  });

  test("a person who joins a company buys at its prices", async () => {
    const { who } = await aCompanyWithPrices();
    const colleague = await t.aUser();
    await set(colleague, dear.vintageId);
    await t.db
      .updateTable("users")
      .set({ company_id: who.companyId })
      .where("id", "=", colleague.userId)
      .execute();
    expect((await t.call(colleague, "GET", "/me/cart")).body.items).toMatchObject([{ price: 5 }]);
  });
});

/** What a worker does after price changes. */
async function runCarts() {
  const settings = createSettings(t.db, 30);
  await publishValidityChanges(t.db);
  await t.runJobs({ ...priceListJobs(t.db), ...cartJobs(t.db, createCartService(t.db, settings)) });
}

describe("Operators", () => {
  const preview = (body: object) =>
    t.call(operator, "POST", "/management/price-lists/preview", {
      rules: [],
      prices: [],
      companies: [],
      ...body,
    });

  test("preview what a list changes, for whom, and what has no effect", async () => {
    const { who } = await aCompanyWithPrices();
    await set(who, cheap.vintageId);
    const { body } = await preview({
      companies: [who.companyId],
      rules: [{ percent: 50, yearFrom: 2021 }],
      prices: [
        { vintageId: asked.vintageId, price: 3 },
        { vintageId: dear.vintageId, price: 12 },
        { vintageId: cheap.vintageId, price: 11 },
      ],
    });
    expect(body).toMatchObject({ affected: 3, onSale: 3, idle: 0, carts: 1 });
    const seen = body.rows.map((row: { price: number; own: number }) => [row.price, row.own]);
    expect(seen).toEqual([
      [null, 3],
      [10, 5],
      [20, 10],
    ]);
    const idle = await preview({ prices: [{ vintageId: cheap.vintageId, price: 11 }] });
    expect(idle.body).toMatchObject({ affected: 0, idle: 1, carts: 0 });
  });

  test.each(["csv", "xlsx"] as const)(
    "read the prices of a %s file, and why a row is left out",
    async (kind) => {
      const columns = ["Project", "Vintage", "Price (EUR)"];
      const rows = [
        ["Dear", dear.vintageId, 12.5],
        ["Cheap", cheap.vintageId, "dear"],
        ["Gone", 999_999, 3],
      ];
      const bytes =
        kind === "csv"
          ? Buffer.from([columns, ...rows].map((row) => row.join(";")).join("\n"))
          : await sheetXlsx({ name: "Prices", columns: columns.map((head) => [head]), rows });
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(bytes)]), `prices.${kind}`);
      const request = new Request("http://x", { method: "POST", body: form });
      const response = await t.app.inject({
        method: "POST",
        url: "/api/v1/management/price-lists/file",
        headers: {
          authorization: `Bearer ${operator.authToken}`,
          "content-type": request.headers.get("content-type")!,
        },
        payload: Buffer.from(await request.arrayBuffer()),
      });
      expect(response.json()).toMatchObject({
        prices: [{ id: dear.vintageId, price: 20, own: 12.5 }],
        leftOut: [
          { line: 3, why: expect.stringContaining("not a price") },
          { line: 4, why: expect.stringContaining("no such vintage") },
        ],
      });
    },
  );

  test("are refused a stale version, a duplicate name, unknown references and invalid values", async () => {
    const { list, who } = await aCompanyWithPrices();
    expect((await change(list, { version: list.version })).status).toBe(200);
    const stale = await change(list, { name: "Mine" });
    expect(stale.body).toMatchObject({ code: "VERSION_CONFLICT" });
    expect(stale.body.detail).toContain("changed this on");
    const wrong = async (facts: object) =>
      (
        await t.call(operator, "POST", "/management/price-lists", {
          ...usual,
          name: "Other",
          companies: [who.companyId],
          ...facts,
        })
      ).body.fieldErrors?.map(({ path }: { path: string }) => path);
    expect(await wrong({ name: list.name.toUpperCase() })).toEqual(["name"]);
    expect(await wrong({ companies: [999_999] })).toEqual(["companies"]);
    expect(await wrong({ prices: [{ vintageId: 999_999, price: 1 }] })).toEqual(["prices"]);
    const twice = { validUntil: "2019-12-31", rules: [{ percent: 100 }] };
    expect(await wrong(twice)).toEqual(["rules.0.percent", "validUntil"]);
    const backwards = { percent: 5, yearFrom: 2022, yearTo: 2019 };
    expect(await wrong({ rules: [backwards] })).toEqual(["rules.0.yearTo"]);
  });

  test("find the content of a list before and after a change in the audit log", async () => {
    const { list } = await aCompanyWithPrices();
    await change(list, { rules: [{ percent: 3 }], prices: [] });
    const { content } = (
      await t.call(operator, "GET", "/management/audit?action=price-list.change")
    ).body;
    expect(content[0]).toMatchObject({
      before: { rules: [{ percent: 10 }] },
      after: { rules: [{ percent: 3 }], prices: {} },
    });
  });

  test("who save at the same time do not overwrite each other", async () => {
    const { list } = await aCompanyWithPrices();
    const responses = await Promise.all([
      change(list, { rules: [{ percent: 1 }] }),
      change(list, { rules: [{ percent: 2 }] }),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});
