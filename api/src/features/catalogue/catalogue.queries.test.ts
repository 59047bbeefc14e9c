import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  facetsQuery,
  projectQuery,
  suggestQuery,
  type Suggestions,
} from "@tonneline/contract/catalogue";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { queries } from "../../../test/rows/queries.ts";
import { testDatabase, type TestDatabase } from "../../../test/database.ts";
import { openDb, openPool, type Db } from "../../core/db.ts";
import { folderStore } from "../../core/files.ts";
import { loadDemoCatalogue } from "../demo/demo.service.ts";
import { listAnswer } from "./answers.ts";
import { countFacets } from "./facets.ts";
import type { CatalogueIndex } from "./index.ts";
import { createLiveCatalogue } from "./live.service.ts";
import { suggestAnswer } from "./suggest.ts";

let database: TestDatabase;
let db: Db;
let folder: string;
let index: CatalogueIndex;
beforeAll(async () => {
  database = await testDatabase();
  db = openDb(openPool(database.url, 4, () => {}));
  folder = await mkdtemp(path.join(tmpdir(), "demo-queries-"));
  await loadDemoCatalogue(db, folderStore(folder));
  index = await createLiveCatalogue(db).current();
}, 240_000);
afterAll(async () => {
  await db.destroy();
  await database.drop();
  await rm(folder, { recursive: true });
});

const suggested = (q: string, more: object = {}): Suggestions =>
  JSON.parse(suggestAnswer(index, suggestQuery.parse({ q, ...more })));

interface Card {
  id: number;
  externalId: string;
}
const found = (given: object): Card[] =>
  JSON.parse(listAnswer(index, projectQuery.parse(given))).content;

/** The filters named by an expectation, in the form of the list's query. */
function filtersOf(top: string): Record<string, string | string[]> {
  const filters: Record<string, string | string[]> = {};
  for (const [name, value] of top.split(";").map((one) => one.split("="))) {
    const values = value!.split("|");
    if (name === "family") {
      const family = suggested(values[0]!).filters.find((one) => one.label === values[0])!;
      Object.assign(filters, Object.fromEntries(new URLSearchParams(family.query)));
    } else if (name === "projectType" || name === "registry" || name === "developer") {
      const ids = [...index.names[name]].flatMap(([id, each]) =>
        values.includes(each) ? [String(id)] : [],
      );
      expect(ids, top).not.toEqual([]);
      filters[name] = ids;
    } else filters[name!] = values.length === 1 ? values[0]! : values;
  }
  return filters;
}

test("there are at least a hundred and twenty", () => {
  expect(queries.length).toBeGreaterThanOrEqual(120);
});

test.each(queries)("%s: %s", (q, top) => {
  const cards = found({ q, size: "5" });
  if (top === "none") return expect(cards).toEqual([]);
  if (top.startsWith("first ")) return expect(`first ${cards[0]?.externalId}`).toBe(top);
  expect(cards).not.toEqual([]);
  const allowed = new Set(found(filtersOf(top)).map(({ externalId }) => externalId));
  const best = cards.slice(0, allowed.size).map(({ externalId }) => externalId);
  expect(best.filter((id) => !allowed.has(id))).toEqual([]);
});

test.each([
  "kenya or uganda",
  "redd peru below 8",
  "corsia under €6",
  "over 20 €",
  "2020-2022",
  "vintages 2021 and later",
  "before 2018",
  "kenya since 2022",
  "under $10",
  "redd peru below 8 usd",
  "sdg 1",
  "sdg 13",
])("%j finds as many as its filters and the facets say", (q) => {
  const { projects } = suggested(q).filters[0]!;
  expect(projects).toBeGreaterThan(0);
  const { totalElements } = JSON.parse(listAnswer(index, projectQuery.parse({ q })));
  expect(totalElements).toBe(projects);
  const { categories } = countFacets(index, facetsQuery.parse({ q }));
  expect(categories[0]).toEqual({ id: "CREDIT_SALE", count: projects });
});

test.each(["carbon credits", "credits", "carbon offset projects", "the projects"])(
  "%j does not narrow the results, as it is true of all",
  (q) => {
    const total = (given: object) =>
      JSON.parse(listAnswer(index, projectQuery.parse(given))).totalElements;
    expect(total({ q })).toBe(total({}));
    expect(total({ q: `${q} under €5` })).toBe(total({ priceTo: "5" }));
    const { categories } = countFacets(index, facetsQuery.parse({ q }));
    expect(categories).toEqual(countFacets(index, facetsQuery.parse({})).categories);
  },
);

test("figures next to words that name no filter are searched literally if something matches all", () => {
  const total = (q: string) =>
    JSON.parse(listAnswer(index, projectQuery.parse({ q }))).totalElements;
  expect(total("turbines 2018 to 2020")).toBeGreaterThan(0);
  expect(total("turbines 2018 to 2020")).toBe(total("turbines 2018 2020"));
  expect(total("turbines under 77")).toBeGreaterThan(0);
  const cheaper = (priceTo: string) => found({ q: "turbines", priceTo, size: "1000" }).length;
  expect(total("turbines under 77")).toBeLessThan(cheaper("77"));
  // Otherwise, or with a currency, they are limits.
  expect(total("turbines under 13.37")).toBe(cheaper("13.37"));
  expect(total("turbines under €77")).toBe(cheaper("77"));
});

describe("Suggestions", () => {
  test.each([
    ["biochar", "Biochar"],
    ["bioch", "Biochar"],
    ["europe", "Europe"],
    ["clean cooking", "Cookstoves"],
    ["nature based", "Nature-based solutions"],
    ["ccp", "CCP"],
    ["socialcarbon", "Social Carbon"],
    ["cookstoves rwanda", "Cookstoves · Rwanda"],
    ["reforestation brazil", "Afforestation/Reforestation · Brazil"],
    ["Kenyan cookstoves", "Kenya · Cookstoves"],
    ["cookstoves rwa", "Cookstoves · Rwanda"],
    ["2024 kenya", "Vintage 2024 · Kenya"],
    ["forestry brazil ccb", "Forestry · Brazil · CCB"],
    ["removals", "Removals"],
    ["expected", "Expected"],
    ["kenai", "Kenya"],
    ["indai", "India"],
    ["Chine", "China"],
    ["cookstoves in kenya", "Cookstoves · Kenya"],
    ["removals from europe under €150", "Removals · Europe · At most €150"],
    ["under €10", "At most €10"],
    ["credits under €10", "At most €10"],
    // Nothing matches; the list shows which of the filters is in the way.
    ["biochar in Europe under €150", "Biochar · Europe · At most €150"],
    ["cookstoves between 5 and 10 €", "Cookstoves · €5 to €10"],
    ["2019-2021", "Vintages 2019 to 2021"],
    ["wind since 2020 for 1-3 €/t", "Wind · Vintages from 2020 · €1 to €3"],
    ["wind in India 2019 to 2021", "Wind · India · Vintages 2019 to 2021"],
    ["before 2018", "Vintages up to 2017"],
    ["article 6 authorised", "Article 6"],
    ["gold standard cookstoves in kenya", "Gold Standard · Cookstoves · Kenya"],
    ["gender equality", "Goal 5"],
    ["the gambia", "The Gambia"],
    // The first country of the Congo Basin.
    ["kongo-kinshasa", "Congo (DR)"],
    ["sub-saharan africa", "Sub-Saharan Africa"],
    ["kenya and uganda", "Kenya or Uganda"],
    ["biochar india ken", "Biochar · India or Kenya"],
  ])("for %j start with the filter %j, which finds as many as it says", (q, label) => {
    const [first] = suggested(q).filters;
    expect(first?.label).toBe(label);
    const set = Object.fromEntries(new URLSearchParams(first!.query));
    expect(found(set)).toHaveLength(first!.projects);
  });

  test("include projects and developers", () => {
    expect(suggested("VCS 962").projects[0]).toMatchObject({
      externalId: "VCS962",
      projectType: "Afforestation/Reforestation",
      countries: ["UY"],
    });
    expect(suggested("south po").developers[0]).toMatchObject({
      name: "South Pole Ltd",
      projects: 33,
    });
    const wind = suggested("wind", { size: "2" });
    expect(wind.projects).toHaveLength(2);
    expect(wind.developers).toHaveLength(3);
    const [removals] = suggested("removals").filters;
    expect(removals?.query).toBe("impactType=REMOVAL_SHORT%2CREMOVAL_LONG%2CMIXED");
    // There is no wind project to finance.
    expect(suggested("wind", { category: "FINANCING" })).toEqual({
      projects: [],
      developers: [],
      filters: [expect.objectContaining({ label: "Wind", projects: 0 })],
    });
  });

  test("correct a typo alone, to a word with the same first letter, but never a term of the trade", () => {
    const labelled = (q: string) => suggested(q).filters.map(({ label }) => label);
    expect(labelled("chile")).toEqual(["Chile"]);
    expect(labelled("forêt")).not.toContain("South Korea");
    for (const q of ["dollar", "kariba", "peatland", "rice"])
      expect([q, suggested(q).filters]).toEqual([q, []]);
    for (const q of ["DACCS", "BECCS"]) expect([q, suggested(q).developers]).toEqual([q, []]);
  });

  test("for a beginning include no filter without a project of the category", () => {
    const financing = suggested("bio", { category: "FINANCING" });
    expect(financing.filters.map(({ label }) => label)).toEqual(["Biodigesters"]);
    expect(suggested("bio").filters).toHaveLength(5);
  });

  test("for a single letter include nothing that only begins with it", () => {
    expect(suggested("w")).toMatchObject({ filters: [], developers: [] });
  });

  test("for small words alone include no empty filter", () => {
    for (const q of ["the", "of", "credits", "projects in"]) {
      const { filters } = suggested(q);
      expect(filters.filter(({ label, query }) => label === "" || query === "")).toEqual([]);
    }
  });

  test("for a year next to a range of years include no filter that drops one of them", () => {
    for (const q of ["2022 2019-2021", "2022 before 2018"])
      expect(suggested(q).filters).toEqual([]);
  });

  test("are empty without a query", () => {
    for (const q of ["", "  ", "!!", "zzzzqqqq"]) {
      expect(suggested(q)).toEqual({ filters: [], projects: [], developers: [] });
    }
  });
});
