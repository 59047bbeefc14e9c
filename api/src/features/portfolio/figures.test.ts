import { dayIn, defaultTimeZone } from "@tonneline/contract/days";
import { unzipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller, type TestUser } from "../../../test/app.ts";
import { aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { sheetRows, shownDay } from "../../../test/spreadsheet.ts";
import { inTransaction } from "../../core/db.ts";
import { receivePayment } from "../orders/receipts.service.ts";

let t: TestApp;
let admin: TestCaller;
let buyer: TestUser;
let issued: number;
let other: number;
/** The seller's year, which starts an hour earlier than in London. */
const year = Number(dayIn(defaultTimeZone, new Date()).slice(0, 4));

beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  buyer = await t.aUser();
  const mangroves = await aProject(t.db, {
    name: "Mangroves, Kenya",
    projectType: "Wetland Restoration",
    labels: ["CCP", "CCB"],
    vintages: [
      { year: 2022, priceCents: 2000, claimType: "COMPENSATION" },
      { year: 2026, priceCents: 1500, claimType: "COMPENSATION", creditType: "EX_ANTE" },
    ],
  });
  const stoves = await aProject(t.db, {
    name: "Stoves, Ghana",
    projectType: "Cookstoves",
    vintages: [{ year: 2022, priceCents: 1000, claimType: "CONTRIBUTION" }],
  });
  [issued, other] = [mangroves.vintageIds[0]!, stoves.vintageId];
  await aPaidOrder(t, admin, buyer, issued, 30);
  await aPaidOrder(t, admin, buyer, mangroves.vintageIds[1]!, 10);
  await aPaidOrder(t, admin, buyer, other, 60);
  await sql`update vintages set expected_delivery = '2027-Q4' where credit_type = 'EX_ANTE'`.execute(
    t.db,
  );
  await aPaidOrder(t, admin, await t.aUser(), issued, 99);
});
afterAll(() => t.close());

const summary = async () => (await t.call(buyer, "GET", "/me/portfolio/summary")).body;
const retire = async (vintageId: number, quantity: number, period = {}) => {
  const said = { beneficiaryName: "Demo AG", purpose: "OWN_EMISSIONS", ...period };
  const { body } = await t.call(buyer, "POST", "/me/retirements", { vintageId, quantity, ...said });
  return body.id as number;
};

test("Purchases are summed by type, claim, label, vintage and year of payment, with expected credits separate", async () => {
  const { totals, series } = await summary();
  expect(totals).toMatchObject({
    purchased: 100,
    available: 100,
    availableExAnte: 10,
    spent: 1350,
    issuedCost: 1200,
    expectedFrom: "2027-Q4",
    expectedTo: "2027-Q4",
    oldestRequestAt: null,
  });
  expect(series).toMatchObject({
    projectTypes: [
      { name: "Cookstoves", purchased: 60, expected: 0 },
      { name: "Wetland Restoration", purchased: 40, expected: 10 },
    ],
    claims: [
      { claimType: "CONTRIBUTION", purchased: 60, expected: 0 },
      { claimType: "COMPENSATION", purchased: 40, expected: 10 },
    ],
    // A project with two labels counts towards both.
    labels: [
      { kind: "CCB", purchased: 40, expected: 10 },
      { kind: "CCP", purchased: 40, expected: 10 },
      { kind: null, purchased: 60, expected: 0 },
    ],
    vintages: [
      { year: 2026, purchased: 10, expected: 10 },
      { year: 2022, purchased: 90, expected: 0 },
    ],
    years: [{ year, purchased: 100, spent: 1350 }],
  });
  expect(series.quarters.at(-1)).toMatchObject({ purchased: 100, available: 100, expected: 10 });
});

test("A holding has its claim and cost, and grouped holdings stay together with their group's sums", async () => {
  const grouped = async (query: string) =>
    (await t.call(buyer, "GET", `/me/portfolio/holdings?${query}`)).body;
  const byClaim = await grouped("group=claim&sort=year,desc&size=2");
  expect(byClaim.content).toMatchObject([
    { claimType: "COMPENSATION", year: 2026, cost: 150 },
    { claimType: "COMPENSATION", year: 2022, cost: 600, lastBought: 30 },
  ]);
  expect(byClaim.groups).toEqual([
    { key: "COMPENSATION", holdings: 2, purchased: 40, retired: 0, available: 40 },
  ]);
  const byYear = await grouped("group=year&creditType=EX_POST");
  expect(byYear.groups).toEqual([
    { key: "2022", holdings: 2, purchased: 90, retired: 0, available: 90 },
  ]);
  const byProject = await grouped("group=project&sort=available,asc");
  const names = byProject.content.map(({ projectName }: { projectName: string }) => projectName);
  expect(names).toEqual(["Mangroves, Kenya", "Mangroves, Kenya", "Stoves, Ghana"]);
  expect(byProject.groups).toHaveLength(2);
  expect((await grouped("")).groups).toEqual([]);
});

test("A yearly target counts tonnes retired, requested and held for it, and its changes are audited", async () => {
  const set = (tonnes: number, of = year, caller: TestCaller = buyer) =>
    t.call(caller, "PUT", "/me/portfolio/targets", { year: of, tonnes });
  expect((await set(400)).body.content).toMatchObject([
    { year, tonnes: 400, retired: 0, inProgress: 0, held: 90, toBuy: 310 },
  ]);
  await set(50, 2024);
  // Setting the same again is no change.
  await set(50, 2024);
  const last = { periodFrom: "2023-12-01", periodTo: "2024-03-31" };
  await retire(other, 20, last);
  const done = await retire(issued, 5);
  await t.call(admin, "POST", `/management/retirements/${done}/complete`, {
    serialNumberFrom: "MK-22-1",
    serialNumberTo: "MK-22-5",
    registryUrl: "https://registry.example/mk22",
    retiredAt: new Date().toISOString(),
  });
  expect((await t.call(buyer, "GET", "/me/portfolio/targets")).body.content).toMatchObject([
    { year, tonnes: 400, retired: 5, inProgress: 0, held: 65, toBuy: 330 },
    { year: 2024, tonnes: 50, retired: 0, inProgress: 20, held: 65, toBuy: 0 },
  ]);
  expect((await set(0, 2024)).body.content).toHaveLength(1);
  const { body } = await t.call(admin, "GET", "/management/audit?q=company.target");
  expect(body.content).toHaveLength(3);
  expect(body.content[0]).toMatchObject({
    before: { "target 2024": 50 },
    after: { "target 2024": 0 },
  });

  const { companyId } = buyer;
  const member = await t.aUser("User", { companyId, companyRole: "BUYER" });
  expect((await set(1, year, member)).status).toBe(403);
  expect((await t.call(await t.aUser(), "GET", "/me/portfolio/targets")).body.content).toEqual([]);
});

test("Holdings with their cost and retirements with their serial numbers are exported as workbooks", async () => {
  const book = async (path: string, who = buyer) => {
    const response = await t.app.inject({
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${who.authToken}` },
    });
    expect(response.headers["content-type"]).toContain("spreadsheetml");
    return response.rawPayload;
  };
  const texts = async (path: string, who = buyer) => {
    const entries = unzipSync(await book(path, who));
    return Object.values(entries)
      .map((bytes) => Buffer.from(bytes).toString())
      .join("\n");
  };
  const holdings = await texts("/me/portfolio/xlsx");
  for (const text of ["Mangroves, Kenya", "Cost net (EUR)", "<v>600</v>"])
    expect(holdings).toContain(text);
  const retirements = await texts("/me/retirements/xlsx");
  for (const text of ["First serial numbers", "Stoves, Ghana"]) expect(retirements).toContain(text);
  const [held] = sheetRows(await book("/me/portfolio/xlsx"));
  for (const head of ["Cost net (EUR)", "Average net (EUR/t)"])
    expect(held![head]).toMatchObject({ format: "#,##0.00" });
  const rows = sheetRows(await book("/me/retirements/xlsx"));
  const { id, requestedAt } = (
    await t.call(buyer, "GET", "/me/retirements?sort=requestedAt,desc&size=1")
  ).body.content[0];
  const row = rows.find((each) => each["Retirement"]!.value === id)!;
  expect([row["Status"]!.value, row["Purpose"]!.value]).toEqual(["Retired", "Own emissions"]);
  expect(row["Requested (UTC)"]!.format).toBe("yyyy-mm-dd hh:mm:ss");
  expect(shownDay(row["Requested (UTC)"]!.value)).toBe(requestedAt);
  const periods = rows.filter((each) => each["Period from"]);
  expect(periods.length).toBeGreaterThan(0);
  for (const each of periods) {
    expect(each["Period from"]).toMatchObject({ format: "yyyy-mm-dd" });
    expect(each["Period to"]).toMatchObject({ format: "yyyy-mm-dd" });
  }
  const { companyId } = buyer;
  const member = await t.aUser("User", { companyId, companyRole: "VIEWER" });
  expect(await texts("/me/retirements/xlsx", member)).toContain("Stoves, Ghana");
  expect(await t.call(member, "GET", "/me/retirements/xlsx?by=me")).toMatchObject({ status: 404 });
  expect(await texts("/me/retirements/xlsx?by=me")).toContain("Stoves, Ghana");
});

test("Quarters start on the seller's day, and a member's own only have that member's purchases", async () => {
  const owner = await t.aUser();
  const { companyId } = owner;
  const colleague = await t.aUser("User", { companyId, companyRole: "BUYER" });
  const { vintageId } = await aProject(t.db);
  await aPaidOrder(t, admin, owner, vintageId, 10);
  await aPaidOrder(t, admin, colleague, vintageId, 4);
  await sql`alter table credit_movements disable trigger user`.execute(t.db);
  await sql`update credit_movements set occurred_at = '2025-03-31 23:30Z' where vintage_id = ${vintageId}`.execute(
    t.db,
  );
  await sql`alter table credit_movements enable trigger user`.execute(t.db);
  const first = async (whose: string) =>
    (await t.call(colleague, "GET", `/me/portfolio/summary${whose}`)).body.series.quarters[0];
  expect(await first("")).toMatchObject({ from: "2025-04-01", purchased: 14 });
  expect(await first("?by=me")).toMatchObject({ from: "2025-04-01", purchased: 4 });

  // A member may retire what colleagues bought; available to them is then no more than is left.
  const body = { vintageId, quantity: 7, beneficiaryName: "Demo AG", purpose: "OWN_EMISSIONS" };
  expect((await t.call(colleague, "POST", "/me/retirements", body)).status).toBe(201);
  const available = async (who: TestUser) =>
    (await t.call(who, "GET", "/me/portfolio/summary?by=me")).body.totals.available;
  expect([await available(owner), await available(colleague)]).toEqual([7, 0]);
});

/** Records an incoming payment, or its reversal. */
const receive = (orderId: number, amountCents: number) =>
  inTransaction(t.db, (tx) =>
    receivePayment(
      tx,
      0,
      { userId: admin.userId, username: "admin", ip: "127.0.0.1" },
      { orderId, amountCents, receivedOn: "2026-01-09", reference: "TX-1", entryId: null },
    ),
  );

test("Retired tonnes of a vintage do not count as expected once it is set back to expected credits", async () => {
  const holder = await t.aUser();
  const { vintageId } = await aProject(t.db);
  await aPaidOrder(t, admin, holder, vintageId, 10);
  const body = { vintageId, quantity: 4, beneficiaryName: "Demo AG", purpose: "OWN_EMISSIONS" };
  expect((await t.call(holder, "POST", "/me/retirements", body)).status).toBe(201);
  // Declined tonnes are available again; those of the reversed payment are not.
  const declined = await t.call(holder, "POST", "/me/retirements", { ...body, quantity: 2 });
  const why = { reason: "Not now" };
  await t.call(admin, "POST", `/management/retirements/${declined.body.id}/decline`, why);
  const reopened = await aPaidOrder(t, admin, holder, vintageId, 3);
  await receive(reopened.id, -Math.round(reopened.totalPriceGross * 100));
  await sql`update vintages set credit_type = 'EX_ANTE' where id = ${vintageId}`.execute(t.db);
  await sql`alter table credit_movements disable trigger user`.execute(t.db);
  await sql`update credit_movements set occurred_at = now() - interval '200 days' where vintage_id = ${vintageId}`.execute(
    t.db,
  );
  await sql`alter table credit_movements enable trigger user`.execute(t.db);
  for (const whose of ["", "?by=me"]) {
    const { totals, series } = (await t.call(holder, "GET", `/me/portfolio/summary${whose}`)).body;
    expect(totals).toMatchObject({ purchased: 10, available: 6, availableExAnte: 6 });
    expect(series.quarters.length).toBeGreaterThan(1);
    for (const quarter of series.quarters)
      expect(quarter).toMatchObject({ available: 6, expected: 6, inProgress: 4 });
  }
});
