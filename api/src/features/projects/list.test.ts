import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { aProject } from "../../../test/builders/project.ts";
import { today } from "../../core/days.sql.ts";

let t: TestApp;
let admin: TestCaller;
const ids: Record<string, number> = {};
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  const make = async (name: string, facts: Parameters<typeof aProject>[1]) => {
    ids[name] = (await aProject(t.db, { name, ...facts })).id;
  };
  await make("Åland wetlands", {
    externalId: "GS-4711",
    registry: "Gold Standard",
    developer: "Skärgård AB",
    countries: ["FI"],
    vintages: [{ credits: 500, priceCents: 2000 }],
  });
  await make("Borneo forest", {
    externalId: "VCS 1764",
    projectType: "Improved Forest Management",
    status: "COMING_SOON",
    hidden: true,
    countries: ["ID", "MY"],
    vintages: [
      { credits: 100, priceCents: 900, year: 2019 },
      { credits: 40, priceCents: 100, status: "WITHDRAWN" },
    ],
  });
  await make("Chad stoves", { countries: ["TD"], vintages: [{ credits: 0, priceCents: null }] });
  await make("Delta financing", { financing: { priceCents: 700 }, vintages: [] });
});
afterAll(() => t.close());

async function list(query: string) {
  const { status, body } = await t.call(admin, "GET", `/management/projects?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const names = async (query: string) =>
  (await list(query)).content.map(({ name }: { name: string }) => name.split(" ")[0]);

test("shows hidden projects too, with their categories, and counts by status", async () => {
  const { content, counts, totalElements } = await list("sort=name");
  expect(totalElements).toBe(4);
  expect(counts).toMatchObject({ AVAILABLE: 3, COMING_SOON: 1, SOLD_OUT: 0 });
  expect(content[1]).toMatchObject({
    id: ids["Borneo forest"],
    hidden: true,
    status: { id: "COMING_SOON" },
    categories: ["CREDIT_SALE"],
    availableCredits: 100,
    totalCredits: 140,
    priceFrom: 9,
    priceTo: 9,
    vintagesAvailable: { min: 2019, max: 2019 },
    image: null,
  });
  expect(content[2]).toMatchObject({ soldOut: true, priceFrom: null });
  expect(content[3]).toMatchObject({ categories: ["FINANCING"], soldOut: false });
});

test("sorts by countries, categories and vintages, those without last", async () => {
  expect(await names("sort=countries,asc")).toEqual(["Chad", "Åland", "Borneo", "Delta"]);
  expect(await names("sort=countries,desc")).toEqual(["Delta", "Borneo", "Åland", "Chad"]);
  expect(await names("sort=categories,desc")).toEqual(["Delta", "Chad", "Borneo", "Åland"]);
  expect(await names("sort=vintages,asc")).toEqual(["Borneo", "Åland", "Chad", "Delta"]);
});

test.each([
  ["aland", ["Åland"]],
  ["skärgård wet", ["Åland"]],
  ["gs-4711", ["Åland"]],
  ["vcs 1764", ["Borneo"]],
  ["improved", ["Borneo"]],
  ["100%", []],
  ["åland — wet", ["Åland"]],
  ["—", []],
  ["%", []],
])("finds %s", async (q, found) => {
  expect(await names(`q=${encodeURIComponent(q)}`)).toEqual(found);
});

test("finds a project by its id", async () => {
  expect(await names(`q=${ids["Chad stoves"]}`)).toContain("Chad");
});

test.each([
  ["hidden=true", ["Borneo"]],
  ["hidden=false&category=CREDIT_SALE&sort=name", ["Åland", "Chad"]],
  ["category=FINANCING,SPONSORING", ["Delta"]],
  ["status=COMING_SOON", ["Borneo"]],
  ["country=MY,TD&sort=name", ["Borneo", "Chad"]],
  ["country=ZA", []],
])("filters by %s", async (query, found) => {
  expect(await names(query)).toEqual(found);
});

test("filters by registry, type and developer; the tabs count without the status", async () => {
  const [aland] = (await list("q=aland")).content;
  expect(await names(`registry=${aland.registry.id}`)).toEqual(["Åland"]);
  expect(await names(`developer=${aland.projectDeveloper.id}`)).toEqual(["Åland"]);
  const [borneo] = (await list("q=borneo")).content;
  const narrowed = await list(`projectType=${borneo.projectType.id}&status=AVAILABLE`);
  expect(narrowed).toMatchObject({
    content: [],
    totalElements: 0,
    counts: { COMING_SOON: 1, AVAILABLE: 0 },
  });
});

test.each([
  ["availableCredits,desc", "Åland"],
  ["totalCredits,desc", "Åland"],
  ["priceFrom,asc", "Borneo"],
  ["priceFrom,desc", "Åland"],
  ["hidden,desc", "Borneo"],
  ["registry,asc", "Åland"],
  ["projectDeveloper,desc", "Åland"],
  ["projectType,asc", "Borneo"],
  ["externalId,desc", "Borneo"],
  ["status,desc", "Borneo"],
  ["id,asc", "Åland"],
  ["updatedAt,desc", "Delta"],
])("sorts by %s", async (sort, first) => {
  expect((await names(`sort=${sort}`))[0]).toBe(first);
});

test("pages, and exports everything that matches a filter", async () => {
  const page = await list("sort=name&size=1&page=1");
  expect(page).toMatchObject({
    content: [{ name: "Borneo forest" }],
    totalElements: 4,
    last: false,
  });
  const csv = await t.app.inject({
    method: "GET",
    url: "/api/v1/management/projects?sort=name&size=1&hidden=false",
    headers: { authorization: `Bearer ${admin.authToken}`, accept: "text/csv" },
  });
  const lines = csv.body.trim().split("\r\n");
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain("Åland wetlands,GS-4711,Gold Standard");
});

test("lists coming and on-request projects under credit sales, unless they are open for funding", async () => {
  const financing = { priceCents: 700 };
  const offers: [name: string, facts: Parameters<typeof aProject>[1], offered: string[]][] = [
    ["Ebb at once", { status: "AVAILABLE" }, []],
    ["Ebb later", {}, ["CREDIT_SALE"]],
    ["Ebb on request", { status: "CONTACT_REQUIRED" }, ["CREDIT_SALE"]],
    ["Ebb that is financed", { financing }, ["FINANCING"]],
    ["Ebb that is sponsored", { sponsoring: true }, ["SPONSORING"]],
    ["Ebb that was financed", { financing, investmentAvailable: false }, []],
    ["Ebb that was sponsored", { sponsoring: true, investmentAvailable: false }, []],
  ];
  const usual = { status: "COMING_SOON", vintages: [], countries: ["IS"] };
  for (const [name, facts] of offers) await aProject(t.db, { ...usual, name, ...facts });
  const { content } = await list("country=IS");
  const told = content.map(({ name, categories }: { name: string; categories: string[] }) => [
    name,
    categories,
  ]);
  expect(new Map(told)).toEqual(new Map(offers.map(([name, , offered]) => [name, offered])));
});

test("shows which projects have credits whose expected quarter is over, as exports do", async () => {
  const day = await today(t.db);
  const quarter = (later: number) => {
    const [year, month] = day.split("-").map(Number);
    const index = year! * 4 + Math.floor((month! - 1) / 3) + later;
    return `${Math.floor(index / 4)}-Q${(index % 4) + 1}`;
  };
  const cases: [string, { creditType?: string; delivery?: string | null; state?: string }][] = [
    ["Overdue one", { delivery: quarter(-1) }],
    ["Overdue long", { delivery: quarter(-5) }],
    ["Delta current", { delivery: quarter(0) }],
    ["Delta future", { delivery: quarter(1) }],
    ["Delta unknown", { delivery: null }],
    ["Delta told", { delivery: quarter(-1), state: "LATE" }],
    ["Delta failed", { delivery: quarter(-1), state: "NOT_ISSUED" }],
    ["Delta issued", { delivery: quarter(-1), creditType: "EX_POST" }],
  ];
  for (const [name, { creditType = "EX_ANTE", delivery, state }] of cases) {
    const { vintageId } = await aProject(t.db, { name, vintages: [{ creditType }] });
    await t.db
      .updateTable("vintages")
      .set({ expected_delivery: delivery!, ...(state && { delivery_state: state }) })
      .where("id", "=", vintageId)
      .execute();
  }
  expect(await list("overdue=true&sort=name")).toMatchObject({
    totalElements: 2,
    content: [{ name: "Overdue long" }, { name: "Overdue one" }],
  });
  const others = await names("overdue=false&q=Delta");
  expect(others).toHaveLength(7);
  const { body } = await t.app.inject({
    url: "/api/v1/management/projects?overdue=true",
    headers: { authorization: `Bearer ${admin.authToken}`, accept: "text/csv" },
  });
  expect(body.match(/Overdue (one|long)/g)).toHaveLength(2);
  expect(body).not.toContain("Delta");
});
