import { listProjects, getProjectFacets, suggestProjects } from "@tonneline/contract/catalogue";
import { unzipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aProject, aReport, aVintage } from "../../../test/builders/project.ts";
import { sheetRows } from "../../../test/spreadsheet.ts";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { postMovements } from "../ledger/ledger.service.ts";
import { refreshListings } from "./listings.service.ts";

let market: TestApp;
let buyer: TestCaller;
const ids: Record<string, number> = {};

beforeAll(async () => {
  market = await testApp();
  buyer = await market.aUser();
  const { db } = market;
  const make = async (name: string, facts: Parameters<typeof aProject>[1]) => {
    ids[name] = (await aProject(db, { name, ...facts })).id;
  };
  await make("Mangroves", {
    registry: "Verra",
    countries: ["KE"],
    sdgs: [13, 14],
    labels: ["CCP", "CCB"],
    vintages: [
      { year: 2016, priceCents: 1200, credits: 10 },
      { year: 2022, priceCents: 1900, credits: 30, creditType: "EX_ANTE" },
    ],
  });
  await make("Cookstoves", {
    registry: "Gold Standard",
    developer: "Stove Works",
    projectType: "Cookstoves",
    countries: ["IN", "NP"],
    continent: "Asia",
    sdgs: [3, 7],
    vintages: [
      {
        year: 2019,
        priceCents: 450,
        credits: 500,
        impactType: "REDUCTION",
        claimType: "COMPENSATION",
      },
    ],
  });
  await make("Biochar", {
    countries: ["DE"],
    continent: "Europe",
    vintages: [{ year: 2024, priceCents: null, credits: 5 }],
  });
  await make("Gone", { vintages: [{ year: 2020, credits: 0 }] });
  await make("Paused", { status: "TEMPORARILY_UNAVAILABLE", vintages: [{ year: 2021 }] });
  await make("Soon", { status: "COMING_SOON", vintages: [] });
  await make("Ask us", { status: "CONTACT_REQUIRED", vintages: [] });
  await make("Empty", { vintages: [] });
  await make("Hidden", {
    hidden: true,
    registry: "A secret registry",
    developer: "A secret developer",
    projectType: "A secret type",
  });
  await make("Fund me", {
    vintages: [],
    financing: { priceCents: 2150 },
    demonstration: true,
    labels: ["CCP"],
  });
  await make("Fund me later", {
    vintages: [],
    financing: { priceCents: 900 },
    investmentAvailable: false,
  });
  await make("Back me", { vintages: [], sponsoring: true });
  await make("Both", { financing: { priceCents: 700 }, vintages: [{ year: 2023, credits: 1 }] });
});
afterAll(() => market.close());

const list = async (query: string) => {
  const { status, body } = await market.call(buyer, "GET", `/projects?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const names = async (query: string): Promise<string[]> =>
  (await list(query)).content.map(({ name }: { name: string }) => name);

test.each([
  // What can be bought at a price comes first, labelled projects leading and types mixed; then what
  // can be enquired about, is to come, or is gone.
  ["", ["Mangroves", "Cookstoves", "Both", "Biochar", "Ask us", "Soon", "Paused", "Gone"]],
  [
    "category=CREDIT_SALE&sort=relevance",
    ["Mangroves", "Cookstoves", "Both", "Biochar", "Ask us", "Soon", "Paused", "Gone"],
  ],
  // A financing price counts like any other: evidence decides.
  ["category=FINANCING", ["Fund me", "Both"]],
  ["category=SPONSORING", ["Back me"]],
  ["continent=Asia", ["Cookstoves"]],
  ["continent=Asia,Europe&sort=name", ["Biochar", "Cookstoves"]],
  ["country=NP", ["Cookstoves"]],
  ["country=NP&country=DE&sort=name", ["Biochar", "Cookstoves"]],
  ["sdg=14,7&sort=name", ["Cookstoves", "Mangroves"]],
  ["creditType=EX_ANTE", ["Mangroves"]],
  ["impactType=REDUCTION", ["Cookstoves"]],
  ["claimType=COMPENSATION", ["Cookstoves"]],
  ["status=SOLD_OUT,COMING_SOON", ["Soon", "Gone"]],
  ["status=CONTACT_REQUIRED", ["Ask us"]],
  ["status=TEMPORARILY_UNAVAILABLE", ["Paused"]],
  ["label=CCB", ["Mangroves"]],
  ["label=CORSIA", []],
  ["vintageFrom=2022&sort=name", ["Biochar", "Both", "Mangroves"]],
  ["vintageTo=2019&sort=name", ["Cookstoves", "Mangroves"]],
  // It has 2016 and 2022, and no years in between.
  ["vintageFrom=2017&vintageTo=2018", []],
  ["vintageFrom=2015&vintageTo=2016", ["Mangroves"]],
  ["priceFrom=10.01", ["Mangroves"]],
  ["priceFrom=4.50&priceTo=4.5", ["Cookstoves"]],
  ["category=FINANCING&priceFrom=20", ["Fund me"]],
  ["availableOnly=true&sort=name", ["Biochar", "Both", "Cookstoves", "Mangroves"]],
  ["availableOnly=false&status=SOLD_OUT", ["Gone"]],
  [
    "sort=name,desc",
    ["Soon", "Paused", "Mangroves", "Gone", "Cookstoves", "Both", "Biochar", "Ask us"],
  ],
  // Projects without a price come last in both directions.
  ["sort=price,asc&availableOnly=true", ["Cookstoves", "Both", "Mangroves", "Biochar"]],
  ["sort=price,desc&availableOnly=true", ["Mangroves", "Both", "Cookstoves", "Biochar"]],
  // Each category has its own prices.
  ["category=FINANCING&sort=price,desc", ["Fund me", "Both"]],
  ["sort=availableCredits,desc&size=3", ["Paused", "Cookstoves", "Mangroves"]],
  ["sort=availableCredits,asc&availableOnly=true", ["Both", "Biochar", "Mangroves", "Cookstoves"]],
  ["sort=newest&size=3", ["Biochar", "Both", "Mangroves"]],
  ["sort=newest,desc&size=3", ["Biochar", "Both", "Mangroves"]],
  ["sort=newest,asc&size=2", ["Cookstoves", "Gone"]],
  ["sort=price&sort=name,desc&priceTo=10", ["Cookstoves", "Paused", "Gone", "Both"]],
])("GET /projects?%s finds %j", async (query, expected) => {
  expect(await names(query)).toEqual(expected);
});

test("filters by the directories' ids", async () => {
  const { content } = await list("q=Cookstoves");
  const [{ registry, projectType, projectDeveloper }] = content;
  expect(await names(`registry=${registry.id}`)).toEqual(["Cookstoves"]);
  expect(await names(`projectType=${projectType.id}`)).toEqual(["Cookstoves"]);
  expect(await names(`developer=${projectDeveloper.id}&registry=${registry.id}`)).toEqual([
    "Cookstoves",
  ]);
  expect(await names("developer=2147483647")).toEqual([]);
});

test("pages have neither gaps nor duplicates, and the sums cover all pages", async () => {
  const seen: string[] = [];
  for (let page = 0; page < 3; page++) {
    // All are equal in this sort: only the id decides.
    const answer = await list(`sort=newest,desc&size=3&page=${page}`);
    expect(answer).toMatchObject({ totalElements: 8, page, size: 3, last: page === 2 });
    expect(answer.availableCredits).toBe(40 + 500 + 5 + 1000 + 1);
    seen.push(...answer.content.map(({ name }: { name: string }) => name));
  }
  expect(new Set(seen).size).toBe(8);
});

test("all pages of a search are exported as one workbook, without anything else", async () => {
  const book = async (query: string) =>
    market.app.inject({
      url: `/api/v1/projects/list.xlsx?category=CREDIT_SALE&${query}`,
      headers: { authorization: `Bearer ${buyer.authToken}` },
    });
  const response = await book("size=1&sort=name,asc&country=KE,IN");
  expect(response.headers["content-type"]).toContain("spreadsheetml");
  const cells = Object.values(unzipSync(response.rawPayload)).map((bytes) => Buffer.from(bytes));
  const text = cells.join("\n");
  for (const said of ["Mangroves", "Cookstoves", "Issued; Expected", "India; Nepal", "<v>19</v>"])
    expect(text).toContain(said);
  const prices = sheetRows(response.rawPayload).flatMap(
    (row) => row["Lowest price (EUR / t, net)"] ?? [],
  );
  expect(prices.map(({ format }) => format)).toEqual(prices.map(() => "#,##0.00"));
  expect(prices.length).toBeGreaterThan(0);
  const { body } = await market.call(buyer, "GET", "/projects?size=200");
  const others = body.content.filter(
    ({ countries }: { countries: string[] }) => !countries.some((code) => /KE|IN/.test(code)),
  );
  expect(others.length).toBeGreaterThan(0);
  for (const { name } of others) expect(text).not.toContain(name);
  expect((await book("q=nothing-is-called-so")).statusCode).toBe(404);
});

test("a page beyond the end is empty but has the total", async () => {
  expect(await list("page=2147483647&size=2147483647")).toMatchObject({
    content: [],
    totalElements: 8,
    last: true,
  });
});

test.each([
  [listProjects, "/projects?size=3"],
  [getProjectFacets, "/projects/facets"],
  [suggestProjects, "/projects/suggest?q=man"],
])("answers serialized in advance match the contract", async ({ response }, path) => {
  const { status, body } = await market.call(buyer, "GET", path);
  expect(status).toBe(200);
  expect(response.parse(body)).toEqual(body);
});

test("a card has everything that it shows", async () => {
  const [card] = (await list("q=Mangroves")).content;
  expect(card).toMatchObject({
    id: ids["Mangroves"],
    registry: { name: "Verra" },
    countries: ["KE"],
    continent: "Africa",
    sustainableDevelopmentGoals: [13, 14],
    status: { id: "AVAILABLE", name: "Available" },
    categories: ["CREDIT_SALE"],
    availableCredits: 40,
    totalCredits: 40,
    vintagesAvailable: { min: 2016, max: 2022 },
    priceFrom: 12,
    priceTo: 19,
    creditTypes: ["EX_POST", "EX_ANTE"],
    labels: [{ kind: "CCB" }, { kind: "CCP", source: "The registry", asOf: "2025-12-01" }],
    financingDetails: null,
    sponsoringDetails: null,
    demonstration: false,
  });
});

test("a project open for financing has its details and is marked as a demonstration", async () => {
  const [card] = (await list("category=FINANCING&q=Fund")).content;
  expect(card).toMatchObject({
    investmentAvailable: true,
    vintagesAvailable: null,
    demonstration: true,
    financingDetails: {
      expectedCredits: 50_000,
      financingOpportunity: { from: "2026-01-01", to: "2027-12-31" },
      averagePricePerCredit: 21.5,
      creditingPeriod: [2027, 2028],
      methodology: "VM0047",
    },
  });
});

test("a project in two categories is listed in both", async () => {
  const [card] = (await list("category=FINANCING&q=Both")).content;
  expect(card.categories).toEqual(["CREDIT_SALE", "FINANCING"]);
});

test("sells out automatically with the last credit, and comes back with the first", async () => {
  const { db } = market;
  const { id, vintageId } = await aProject(db, { name: "Selling out", vintages: [{ credits: 3 }] });
  const adjust = (quantity: number) =>
    db
      .transaction()
      .execute((tx) =>
        postMovements(tx, [{ kind: "ADJUST", vintageId, quantity, reason: "test" }]),
      );
  const status = async () => (await market.call(buyer, "GET", `/projects/${id}`)).body.status.id;
  expect(await status()).toBe("AVAILABLE");
  await adjust(-3);
  expect(await status()).toBe("SOLD_OUT");
  expect(await names("q=selling+out&availableOnly=true")).toEqual([]);
  await adjust(1);
  expect(await status()).toBe("AVAILABLE");
  await sql`update projects set hidden = true where id = ${id}`.execute(db);
  await db.transaction().execute((tx) => refreshListings(tx, [id]));
  expect(await names("q=selling+out")).toEqual([]);
});

test("the page of a project has its vintages, newest first, reports and documents", async () => {
  const { db } = market;
  const { id } = await aProject(db, { description: "What it does.", vintages: [{ year: 2019 }] });
  await aVintage(db, id, { year: 2023, priceCents: 2575, methodology: "VM0007", credits: 7 });
  const [latest, earlier, hidden] = [99_900, 50_000, 100];
  for (const cents of [earlier, latest, hidden]) await aReport(db, id, cents);
  await sql`update reports set hidden = price_cents = ${hidden},
      published_at = now() - case price_cents when ${earlier} then interval '1 day' else '0' end
    where price_cents = any(${[latest, earlier, hidden]})`.execute(db);
  await sql`insert into project_documents (project_id, position, name, url)
    values (${id}, 2, 'Monitoring report', 'https://registry.example/1'),
      (${id}, 1, 'Design document', 'https://registry.example/2')`.execute(db);
  const { body } = await market.call(buyer, "GET", `/projects/${id}`);
  expect(body).toMatchObject({
    description: "What it does.",
    hidden: false,
    version: 1,
    vintages: [
      { year: 2023, price: 25.75, availableCredits: 7, methodology: "VM0007", currency: "EUR" },
      { year: 2019, status: { id: "ACTIVE", name: "On sale" } },
    ],
    reports: [{ name: "Carbon, tenure and permanence", price: 999, pages: 64 }, { price: 500 }],
    documents: [
      { name: "Design document" },
      { name: "Monitoring report", url: "https://registry.example/1", bytes: null },
    ],
  });
  await sql`update projects set hidden = true where id = ${id}`.execute(db);
  await db.transaction().execute((tx) => refreshListings(tx, [id]));
});

test("hidden and unknown projects do not exist", async () => {
  for (const id of [ids["Hidden"], 2147483647]) {
    const response = await market.call(buyer, "GET", `/projects/${id}`);
    expect(response).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  }
});

test.each([
  ["registry", "registries", "registries"],
  ["developer", "developers", "developers"],
  ["projectType", "project_types", "projectTypes"],
] as const)(
  "filtering %s by all ids reveals no name that only hidden projects have",
  async (...of) => {
    const [filter, table, facet] = of;
    const rows = await market.db.selectFrom(table).select(["id", "name"]).execute();
    const query = `${filter}=${rows.map(({ id }) => id).join()}`;
    const { body } = await market.call(buyer, "GET", `/projects/facets?${query}`);
    const named = body[facet].map(({ name }: { name: string }) => name);
    const open = rows.filter(({ name }) => !name.startsWith("A secret"));
    expect(open).toHaveLength(rows.length - 1);
    expect(named.toSorted()).toEqual(open.map(({ name }) => name).toSorted());
  },
);

test.each([
  "colour=red",
  "sort=colour",
  "sort=name,up",
  "sort=name&sort=name,desc",
  "sort=name&sort=price&sort=newest",
  "category=GIFTS",
  "status=GONE",
  "creditType=EX",
  "continent=Atlantis",
  "country=kenya",
  "sdg=18",
  "sdg=0",
  "page=-1",
  "size=0",
  "vintageFrom=1800",
  "priceFrom=-1",
  "priceTo=1.234",
  "availableOnly=yes",
  "projectType=abc",
  "registry=99999999999",
  "registry=2147483648",
  "registry=",
  `q=${"x".repeat(201)}`,
  "q=%00",
])("refuses GET /projects?%s", async (query) => {
  const response = await market.call(buyer, "GET", `/projects?${query}`);
  expect(response).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } });
});

test.each(["/projects/0", "/projects/abc", "/projects/2147483648", "/projects/1.5"])(
  "refuses GET %s",
  async (path) => {
    expect((await market.call(buyer, "GET", path)).status).toBe(400);
  },
);

test.each(["/projects", "/projects/facets", "/projects/1", "/reports", "/reports/1"])(
  "GET %s is for admitted buyers",
  async (path) => {
    const anonymous = await market.aUser("Anonymous");
    expect((await market.call(undefined, "GET", path)).status).toBe(401);
    expect((await market.call(anonymous, "GET", path)).status).toBe(403);
  },
);

test("a price on request is neither shown nor found by filters", async () => {
  const { id, vintageIds } = await aProject(market.db, {
    name: "By agreement",
    status: "CONTACT_REQUIRED",
    developer: "Quiet Works",
    vintages: [{ year: 2021, priceCents: 777_700 }],
  });
  const [listed] = (await list("q=Quiet Works")).content;
  expect(listed).toMatchObject({ id, priceFrom: null, priceTo: null });
  expect(await names("priceFrom=7000")).toEqual([]);
  const { body: facets } = await market.call(buyer, "GET", "/projects/facets?q=Quiet Works");
  expect(facets.prices).toBeNull();
  const { body: page } = await market.call(buyer, "GET", `/projects/${id}`);
  expect(page.vintages).toMatchObject([{ id: vintageIds[0], price: null }]);
  const compared = await market.call(buyer, "GET", `/vintages?ids=${vintageIds[0]},999999`);
  expect(compared.body.content).toMatchObject([{ id: vintageIds[0], price: null }]);
  const { body: shortlist } = await market.call(buyer, "POST", "/me/shortlists", { name: "Asked" });
  const kept = `/me/shortlists/${shortlist.id}/vintages/${vintageIds[0]}`;
  expect((await market.call(buyer, "PUT", kept, {})).body.vintages).toMatchObject([
    { priceThen: null },
  ]);
});
