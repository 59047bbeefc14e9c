import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { getPortfolio } from "@tonneline/contract/portfolio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller, type TestUser } from "../../../test/app.ts";
import { anOrder, aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { sheetRows } from "../../../test/spreadsheet.ts";
import { inTransaction } from "../../core/db.ts";
import { changeVintage } from "../catalogue/catalogue.service.ts";
import { portfolioJobs } from "./portfolio.jobs.ts";

let t: TestApp;
let admin: TestCaller;
let buyer: TestUser;
let vintageId: number;

beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  buyer = await t.aUser();
  ({ vintageId } = await aProject(t.db, { name: "Mangroves, Kenya" }));
  await aPaidOrder(t, admin, buyer, vintageId, 12);
  await aPaidOrder(t, admin, await t.aUser(), vintageId, 99);
});
afterAll(() => t.close());

const portfolioOf = async (caller: TestCaller) =>
  (await t.call(caller, "GET", "/me/portfolio")).body;

test("Pending retirements are counted in addition to their tonnes, declined ones are not", async () => {
  const ask = async (quantity: number) => {
    const body = { vintageId, quantity, beneficiaryName: "Demo AG", purpose: "OWN_EMISSIONS" };
    return (await t.call(buyer, "POST", "/me/retirements", body)).body.id as number;
  };
  await ask(2);
  const declined = await ask(3);
  await t.call(admin, "POST", `/management/retirements/${declined}/decline`, { reason: "Not now" });
  expect((await portfolioOf(buyer)).totals).toMatchObject({
    purchased: 12,
    inProgress: 2,
    available: 10,
    requests: 1,
    certificates: 0,
  });
});

test("The amount spent is what was paid: not what is awaiting payment, rejected or credited", async () => {
  const other = await t.aUser();
  const { vintageId: its } = await aProject(t.db);
  const paid = await aPaidOrder(t, admin, other, its, 2);
  await anOrder(t, other, its, 3);
  const approved = await anOrder(t, other, its, 4);
  await t.call(admin, "POST", `/management/orders/${approved.id}/approve`, {});
  const rejected = await anOrder(t, other, its, 5);
  await t.call(admin, "POST", `/management/orders/${rejected.id}/reject`, {
    reason: "Not paid in time",
  });

  const { counts } = (await t.call(other, "GET", "/me/orders")).body;
  expect(counts).toEqual({
    AWAITING_APPROVAL: 1,
    AWAITING_PAYMENT: 1,
    PAID: 1,
    REJECTED: 1,
  });
  const { totals: before, holdings } = await portfolioOf(other);
  expect(before).toMatchObject({ purchased: 2, spent: 20, issuedCost: 20 });
  expect(holdings).toMatchObject([{ cost: 20, lastBought: 2 }]);
  const note = { lines: [{ itemId: paid.items[0].id, quantity: 1 }], reason: "One too many" };
  await t.call(admin, "POST", `/management/orders/${paid.id}/credit-notes`, note);
  const { totals, series } = await portfolioOf(other);
  expect(totals).toMatchObject({ purchased: 1, spent: 10 });
  expect(series.years).toMatchObject([{ purchased: 1, spent: 10 }]);
  // Nothing is left of a holding that is credited as a whole.
  await t.call(admin, "POST", `/management/orders/${paid.id}/credit-notes`, note);
  expect(await portfolioOf(other)).toMatchObject({ holdings: [], totals: { vintages: 0 } });
});

test("The whole portfolio has its totals and all of its holdings, in the agreed shape", async () => {
  const holder = await t.aUser();
  for (const name of ["Peat", "Zebra"]) {
    await aPaidOrder(t, admin, holder, (await aProject(t.db, { name })).vintageId, 2);
  }
  const whole = await portfolioOf(holder);
  const { body: summary } = await t.call(holder, "GET", "/me/portfolio/summary");
  const { body: page } = await t.call(holder, "GET", "/me/portfolio/holdings?size=100");
  expect(whole.holdings).toHaveLength(2);
  expect(whole).toEqual({ holdings: page.content, ...summary });
  expect(getPortfolio.response.parse(whole)).toEqual(whole);
  const nothing = await portfolioOf(await t.aUser());
  expect(nothing).toMatchObject({ holdings: [], totals: { purchased: 0, spent: 0 } });
});

test("Holdings are exported as CSV, only the buyer's own, under the name of their workbook", async () => {
  const headers = { authorization: `Bearer ${buyer.authToken}`, accept: "text/csv" };
  const response = await t.app.inject({ url: "/api/v1/me/portfolio", headers });
  const book = await t.app.inject({ url: "/api/v1/me/portfolio/xlsx", headers });
  for (const [file, extension] of [[response, "csv"] as const, [book, "xlsx"] as const])
    expect(file.headers["content-disposition"]).toMatch(
      new RegExp(`filename="holdings-\\d{4}-\\d\\d-\\d\\d\\.${extension}"`),
    );
  const rows = parse<Record<string, string>>(response.rawPayload, { bom: true, columns: true });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    Project: "Mangroves, Kenya",
    Countries: "KE",
    "Credit type": "EX_POST",
    "Bought (t)": "12",
    "Retirement in progress (t)": "2",
    "Available (t)": "10",
  });
  const [held] = sheetRows(book.rawPayload);
  expect(Object.keys(held!)).toEqual(Object.keys(rows[0]!).filter((head) => rows[0]![head] !== ""));
  const words = { Countries: "Kenya", "Credit type": "Issued", Claim: "Contribution claim" };
  for (const [head, value] of Object.entries(words)) expect(held![head]).toMatchObject({ value });
});

test("Holdings are searched, filtered, sorted and paged by the server, only the buyer's own", async () => {
  const holder = await t.aUser();
  const alto = await aProject(t.db, {
    name: "Álto Coast",
    registry: "Gold Standard",
    externalId: "GS-77",
    vintages: [{ year: 2021 }, { year: 2022, creditType: "EX_ANTE" }],
  });
  const jutai = await aProject(t.db, { name: "Jutaí Forest", vintages: [{ year: 2019 }] });
  const [alto21, alto22] = alto.vintageIds as [number, number];
  await aPaidOrder(t, admin, holder, jutai.vintageId, 40);
  await aPaidOrder(t, admin, holder, alto21, 5);
  await aPaidOrder(t, admin, holder, alto22, 4);
  await aPaidOrder(t, admin, holder, alto22, 3);
  const list = async (query = "") =>
    (await t.call(holder, "GET", `/me/portfolio/holdings${query}`)).body;
  const ids = async (query: string) =>
    (await list(query)).content.map(({ vintageId: each }: { vintageId: number }) => each);

  const whole = (await t.call(holder, "GET", "/me/portfolio")).body;
  const { content, ...page } = await list();
  expect(content).toEqual(whole.holdings);
  expect(content[0]).toMatchObject({ vintageId: alto22, purchased: 7, lastBought: 3 });
  expect(page).toMatchObject({ totalElements: 3, page: 0, last: true, years: [2022, 2021, 2019] });
  // By name without accents, then latest year first.
  expect(await ids("")).toEqual([alto22, alto21, jutai.vintageId]);
  expect(await ids("?sort=available,desc")).toEqual([jutai.vintageId, alto22, alto21]);
  expect(await ids("?sort=year,asc")).toEqual([jutai.vintageId, alto21, alto22]);
  expect(await ids("?group=year&sort=available,desc")).toEqual([alto22, alto21, jutai.vintageId]);
  expect(await ids("?q=JUTAI")).toEqual([jutai.vintageId]);
  expect(await ids("?q=gs-77%20gold")).toEqual([alto22, alto21]);
  for (const none of ["alto%20forest", "-%20."]) expect(await ids(`?q=${none}`)).toEqual([]);
  expect(await ids("?year=2021,2019")).toEqual([alto21, jutai.vintageId]);
  expect(await ids("?creditType=EX_ANTE")).toEqual([alto22]);
  expect(await ids(`?vintageId=${alto21}`)).toEqual([alto21]);
  expect(await ids(`?vintageId=${vintageId}`)).toEqual([]);
  expect(await list("?size=2&page=1&q=o")).toMatchObject({
    content: [{ vintageId: jutai.vintageId }],
    totalElements: 3,
    last: true,
    years: [2022, 2021, 2019],
  });

  expect(await list("?q=gs-77&year=2022")).toMatchObject({
    totalElements: 1,
    years: [2022, 2021, 2019],
  });
  // Pages have the same rows as the whole, including the cost.
  for (const whose of ["", "&by=me"]) {
    const pages = await Promise.all([0, 1, 2].map((each) => list(`?size=1&page=${each}${whose}`)));
    expect(pages.flatMap((each) => each.content)).toEqual(whole.holdings);
    expect(pages.map(({ totalElements }) => totalElements)).toEqual([3, 3, 3]);
  }

  const { holdings: _holdings, ...summary } = whole;
  expect((await t.call(holder, "GET", "/me/portfolio/summary")).body).toEqual(summary);
  expect(summary.totals).toMatchObject({
    purchased: 52,
    available: 52,
    availableExAnte: 7,
    vintages: 3,
    projects: 2,
    spent: 520,
  });
  expect(summary.series.projectTypes).toEqual([
    {
      id: expect.any(Number),
      name: "Wetland Restoration",
      purchased: 52,
      available: 52,
      expected: 7,
      retired: 0,
    },
  ]);
});

test("A vintage that an operator sets to ex-ante and back notifies every holder, once each time", async () => {
  const news = async () => {
    const { body } = await t.call(buyer, "GET", "/me/notifications");
    return body.content
      .map(({ code }: { code: string }) => code)
      .filter((code: string) => code.startsWith("portfolio.vintage"));
  };
  const turn = async (creditType: "EX_ANTE" | "EX_POST") => {
    await inTransaction(t.db, (tx) => changeVintage(tx, vintageId, { creditType }));
    await t.runJobs(portfolioJobs(t.db));
  };
  const stranger = await t.aUser();
  const { companyId } = buyer;
  const blocked = await t.aUser("User", { companyId, companyRole: "BUYER" });
  await sql`update users set blocked = true where id = ${blocked.userId}`.execute(t.db);

  await turn("EX_ANTE");
  expect(await news()).toEqual(["portfolio.vintage.credit.ex-ante"]);
  expect((await portfolioOf(buyer)).holdings[0].creditType).toBe("EX_ANTE");
  const body = { vintageId, quantity: 1, beneficiaryName: "Demo AG", purpose: "OWN_EMISSIONS" };
  expect((await t.call(buyer, "POST", "/me/retirements", body)).body.code).toBe(
    "INVALID_TRANSITION",
  );

  await turn("EX_POST");
  expect(await news()).toEqual([
    "portfolio.vintage.credit.ex-post",
    "portfolio.vintage.credit.ex-ante",
  ]);
  expect((await t.call(buyer, "POST", "/me/retirements", body)).status).toBe(201);
  expect((await t.call(stranger, "GET", "/me/notifications")).body.content).toEqual([]);
  const { rows } = await sql<{ count: number }>`select count(*) as count from notifications
    where code like 'portfolio.vintage.%'`.execute(t.db);
  // Two holders, two changes.
  expect(rows[0]!.count).toBe(4);
});
