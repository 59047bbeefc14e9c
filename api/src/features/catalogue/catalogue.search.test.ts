import { countryNames } from "@tonneline/contract/countries";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aProject } from "../../../test/builders/project.ts";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { refreshListings } from "./listings.service.ts";

let market: TestApp;
let buyer: TestCaller;

beforeAll(async () => {
  market = await testApp();
  buyer = await market.aUser();
  const make = (facts: Parameters<typeof aProject>[1]) => aProject(market.db, facts);
  await make({
    name: "Mikoko Pamoja mangrove restoration",
    externalId: "VCS1764",
    countries: ["KE"],
    developer: "Plan Vivo",
  });
  await make({
    name: "Mangrove protection in the delta",
    externalId: "VCS17645",
    countries: ["PK"],
  });
  await make({
    name: "Improved cookstoves for schools",
    externalId: "GS1764",
    countries: ["KE"],
    projectType: "Cookstoves",
    registry: "Gold Standard",
  });
  await make({
    name: "Landfill gas to energy",
    externalId: "GS500",
    countries: ["TR"],
    developer: "ÜRETİM Enerji A.Ş.",
    projectType: "Landfill Methane",
    registry: "Gold Standard",
  });
  await make({
    name: "Wind farm",
    externalId: "VCS9",
    countries: ["VN"],
    developer: "Green Wind Co.",
    projectType: "Wind",
  });
  await make({
    name: "Clean water",
    externalId: "GS77",
    countries: ["CI"],
    description: "Boreholes replace firewood for boiling. No wind here.",
    projectType: "Clean Water",
    registry: "Gold Standard",
  });
  await make({
    name: "Reforestation of pasture",
    externalId: "VCS88",
    countries: ["US"],
    projectType: "Afforestation/Reforestation",
  });
  await make({ name: "Secret mangrove", hidden: true });
});
afterAll(() => market.close());

async function found(q: string): Promise<string[]> {
  const { status, body } = await market.call(buyer, "GET", `/projects?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return body.content.map(({ externalId }: { externalId: string }) => externalId);
}

test.each([
  ["mangroove kenia", ["VCS1764"]],
  ["mangrve", ["VCS1764", "VCS17645"]],
  ["kneya mangrove", ["VCS1764"]],
  ["cookstov", ["GS1764"]],
  ["cook stove", ["GS1764"]],
  ["clean cooking", ["GS1764"]],
  ["cookstvoe", ["GS1764"]],
  ["Türkiye", ["GS500"]],
  ["turkiye", ["GS500"]],
  ["TURKEY", ["GS500"]],
  ["uretim", ["GS500"]],
  ["üretim enerji", ["GS500"]],
  ["energies", ["GS500", "VCS9"]],
  ["vietnam", ["VCS9"]],
  ["Viet Nam", ["VCS9"]],
  ["ivory coast", ["GS77"]],
  ["Cote d'Ivoire", ["GS77"]],
  ["usa reforestration", ["VCS88"]],
  ["estados unidos", ["VCS88"]],
  ["Wiederaufforstung Vereinigte Staaten", ["VCS88"]],
  ["clean water États-Unis", []],
  ["Costa d'Avorio", ["GS77"]],
  ["costa de marfil", ["GS77"]],
  ["elfenbeinküste", ["GS77"]],
  ["Vereinigte Staaten oder", []],
  ["afforest", ["VCS88"]],
  ["plan vivo", ["VCS1764"]],
  ["gold standard water", ["GS77"]],
  ["boreholes", ["GS77"]],
  ["the wind", ["VCS9", "GS77"]],
  ["mangrove peatland", []],
  ["VCS99999", []],
  ["VCS10764", []],
  ["VCS 01764", ["VCS1764", "VCS17645"]],
  ["!!", []],
  ["100% (wind) & 'farm' | <-> :*", []],
  ["wind' & !farm:*", ["VCS9"]],
])("searching for %j finds %j", async (q, expected) => {
  const ids = await found(q);
  expect(new Set(ids)).toEqual(new Set(expected));
});

test.each(["VCS1764", "vcs1764", "VCS 1764", "vcs-1764"])(
  "the project with exactly the id %s comes first",
  async (q) => {
    expect(await found(q)).toEqual(["VCS1764", "VCS17645"]);
  },
);

test("projects in a country named in another language come before texts that contain the name", async () => {
  const facts = { name: "Study on the Estados Unidos Mexicanos", externalId: "X2" };
  const { id } = await aProject(market.db, facts);
  expect(await found("estados unidos")).toEqual(["VCS88", "X2"]);
  expect(await found("estados")).toEqual(["X2"]);
  const { body } = await market.call(buyer, "GET", "/projects/suggest?q=estados%20unidos");
  expect(body.filters).toEqual([{ label: "United States", query: "country=US", projects: 1 }]);
  await sql`update projects set hidden = true where id = ${id}`.execute(market.db);
  await market.db.transaction().execute((tx) => refreshListings(tx, null));
});

test("a bare number finds the ids that begin with it", async () => {
  expect(new Set(await found("1764"))).toEqual(new Set(["VCS1764", "VCS17645", "GS1764"]));
});

test("a name ranks above a description", async () => {
  expect(await found("wind")).toEqual(["VCS9", "GS77"]);
});

test("facets count what the words find", async () => {
  const { body } = await market.call(buyer, "GET", "/projects/facets?q=mangroove");
  expect(body.countries).toEqual([
    { id: "KE", count: 1 },
    { id: "PK", count: 1 },
  ]);
});

test("a full refresh drops words that no project has any more, and no longer corrects to them", async () => {
  const { db } = market;
  const { id } = await aProject(db, { name: "Seagrass meadows", externalId: "X1" });
  expect(await found("seagras")).toEqual(["X1"]);
  await sql`update projects set name = 'Kelp meadows' where id = ${id}`.execute(db);
  await db.transaction().execute((tx) => refreshListings(tx, null));
  expect(await found("seagrass")).toEqual([]);
  expect(await found("kelb meadow")).toEqual(["X1"]);
});

test("every country is searched by the name that is shown", async () => {
  const { rows } = await sql<{ code: string; names: string }>`
    select code, names from country_names order by code`.execute(market.db);
  const shown = rows.map(({ code, names }) => [code, names.split(", ")[0]]);
  // One name contains a comma.
  const expected = Object.entries(countryNames).map(([code, name]) => [code, name.split(", ")[0]]);
  expect(shown).toEqual(expected.toSorted(([a], [b]) => (a! < b! ? -1 : 1)));
});

test("an exact name or number comes first, whatever is for sale", async () => {
  const make = (name: string, externalId: string, credits: number) =>
    aProject(market.db, { name, externalId, vintages: [{ credits }] });
  await make("Zinnia", "ZN1", 0);
  await make("Zinnia zinnia east", "ZN2", 100);
  await make("Meadows", "ZX42", 0);
  await make("ZX 42", "ZX42 B", 100);
  expect(await found("zinnia")).toEqual(["ZN1", "ZN2"]);
  expect(await found("zx 42")).toEqual(["ZX42", "ZX42 B"]);
});

test("two countries are both required if a project is in both, unless the text says 'or'", async () => {
  await aProject(market.db, { name: "Grid", externalId: "TW1", countries: ["VN", "TR"] });
  expect(await found("vietnam turkey")).toEqual(["TW1"]);
  expect(new Set(await found("vietnam or turkey"))).toEqual(new Set(["TW1", "VCS9", "GS500"]));
});

test("a search without results finds a project as soon as it exists", async () => {
  expect(await found("narwhal")).toEqual([]);
  await aProject(market.db, { name: "Narwhal bay", externalId: "NW1" });
  expect(await found("narwhal")).toEqual(["NW1"]);
});
