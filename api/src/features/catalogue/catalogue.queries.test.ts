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
import { testDatabase, type TestDatabase } from "../../../test/database.ts";
import { openDb, openPool, type Db } from "../../core/db.ts";
import { folderStore } from "../../core/files.ts";
import { loadDemoCatalogue } from "../demo/demo.service.ts";
import { listAnswer } from "./answers.ts";
import { countFacets } from "./facets.ts";
import type { CatalogueIndex } from "./index.ts";
import { createLiveCatalogue } from "./live.service.ts";
import { suggestAnswer } from "./suggest.ts";

/*
 * What buyers type, and what must be on top over the demonstration catalogue: the first five of the words are among those
 * that the filters find, whose names stand for their ids. "first" is one project by its id, "none" is nothing found.
 */
const queries: [q: string, top: string][] = [
  // Types, by their names, beginnings and what else they are called
  ["biochar", "projectType=Biochar"],
  ["cookstoves", "projectType=Cookstoves"],
  ["cook stoves", "projectType=Cookstoves"],
  ["clean cooking", "projectType=Cookstoves"],
  ["improved cooking", "projectType=Cookstoves"],
  ["cookst", "projectType=Cookstoves"],
  ["wind", "projectType=Wind"],
  ["wind power", "projectType=Wind"],
  ["wind farm", "projectType=Wind"],
  ["hydro", "projectType=Hydropower"],
  ["small hydro", "projectType=Hydropower"],
  ["run of river", "projectType=Hydropower"],
  [
    "solar",
    "projectType=Solar - Centralized|Solar - Distributed|Solar Lighting|Solar Water Heaters",
  ],
  ["photovoltaic", "projectType=Solar - Centralized|Solar - Distributed"],
  ["pv", "projectType=Solar - Centralized|Solar - Distributed"],
  ["rooftop solar", "projectType=Solar - Distributed"],
  ["solar lamps", "projectType=Solar Lighting"],
  ["geothermal", "projectType=Geothermal"],
  ["biogas", "projectType=Biodigesters|Manure Methane Digester"],
  ["household biogas", "projectType=Biodigesters"],
  ["dairy digester", "projectType=Manure Methane Digester"],
  ["landfill gas", "projectType=Landfill Methane"],
  ["coal mine methane", "projectType=Mine Methane Capture"],
  ["composting", "projectType=Composting"],
  ["safe drinking water", "projectType=Clean Water|Community Boreholes"],
  ["boreholes", "projectType=Community Boreholes"],
  ["clean water", "projectType=Clean Water|Community Boreholes"],
  ["ifm", "projectType=Improved Forest Management"],
  ["improved forest management", "projectType=Improved Forest Management"],
  ["arr", "projectType=Afforestation/Reforestation"],
  ["reforestation", "projectType=Afforestation/Reforestation"],
  ["tree planting", "projectType=Afforestation/Reforestation"],
  ["redd", "projectType=REDD+|Jurisdictional REDD+"],
  ["REDD+", "projectType=REDD+|Jurisdictional REDD+"],
  ["avoided deforestation", "projectType=REDD+|Jurisdictional REDD+"],
  ["rainforest", "projectType=REDD+"],
  ["wetland restoration", "projectType=Wetland Restoration"],
  ["blue carbon", "projectType=Wetland Restoration"],
  ["grassland", "projectType=Avoided Grassland Conversion|Sustainable Grassland Management"],
  ["soil carbon", "projectType=Sustainable Agriculture|Sustainable Grassland Management"],
  ["regenerative agriculture", "projectType=Sustainable Agriculture"],
  ["refrigerant reclamation", "projectType=HFC Refrigerant Reclamation"],
  ["ods", "projectType=Ozone Depleting Substances Recovery & Destruction"],
  ["orphan wells", "projectType=Plugging Oil & Gas Wells"],
  ["electric vehicles", "projectType=Electric Vehicles & Charging"],
  ["EV charging", "projectType=Electric Vehicles & Charging"],
  ["led", "projectType=Lighting"],
  ["carbon mineralization", "projectType=Carbon Capture in Concrete|Carbon-Absorbing Concrete"],
  ["natural gas", "projectType=Natural Gas Electricity Generation"],
  // Nothing of that kind is on sale, and nothing else is taken for it
  ["direct air capture", "none"],
  ["enhanced weathering", "none"],
  ["beccs", "none"],
  // Two of a kind, which no project is at once
  ["kenya uganda", "country=KE|UG"],
  ["biochar and cookstoves", "projectType=Biochar|Cookstoves"],
  ["biochar india kenya", "projectType=Biochar;country=IN|KE"],
  ["kenya biochar", "none"],
  ["kenya or uganda", "country=KE|UG"],
  ["cookstoves in kenya or uganda", "projectType=Cookstoves;country=KE|UG"],
  [
    "wind or solar",
    "projectType=Wind|Solar - Centralized|Solar - Distributed|Solar Lighting|Solar Water Heaters",
  ],
  // Up to which price, and of which years
  ["cookstoves under 10 eur", "projectType=Cookstoves;priceTo=10"],
  ["redd under 5", "projectType=REDD+|Jurisdictional REDD+;priceTo=5"],
  ["wind india 2018 to 2020", "projectType=Wind;country=IN;vintageFrom=2018;vintageTo=2020"],
  ["under €3", "priceTo=3"],
  // Families
  ["nature based", "family=Nature-based solutions"],
  ["nature-based solutions", "family=Nature-based solutions"],
  ["nature", "family=Nature-based solutions"],
  ["natural climate solutions", "family=Nature-based solutions"],
  ["forestry", "family=Forestry"],
  ["forest carbon", "family=Forestry"],
  ["engineered removal", "family=Engineered removal"],
  ["carbon dioxide removal", "family=Engineered removal"],
  ["renewable energy", "family=Renewable energy"],
  ["renewables", "family=Renewable energy"],
  ["methane", "family=Methane"],
  ["industrial gases", "family=Refrigerants and industrial gases"],
  ["household devices", "family=Community and households"],
  ["energy efficiency", "family=Energy efficiency"],
  ["transport", "family=Transport"],
  ["agriculture", "family=Agriculture"],
  // Places
  ["kenya", "country=KE"],
  ["Kenia", "country=KE"],
  ["deutschland", "country=DE"],
  ["allemagne", "country=DE"],
  ["frankreich", "country=FR"],
  ["usa", "country=US"],
  ["United States", "country=US"],
  ["viet nam", "country=VN"],
  ["vietnam", "country=VN"],
  ["ivory coast", "country=CI"],
  ["türkiye", "country=TR"],
  ["turkey", "country=TR"],
  ["DRC", "country=CD"],
  ["africa", "continent=Africa"],
  ["asian", "continent=Asia"],
  ["europe", "continent=Europe"],
  ["south america", "continent=South America"],
  ["latin america", "country=MX|BR|CO|PE|HN|GT|AR|CL|UY|PY|NI|PA|CR|SV|DO|EC|BZ|HT|BO|GY"],
  ["southeast asia", "country=VN|TH|ID|LA|KH|MM|PH|MY|SG"],
  ["east africa", "country=KE|UG|RW|TZ|ET|MW|MZ|ZM|ZW|MG|BI|ER|SO|SS"],
  ["EU", "country=FR|DE|ES|IT|RO|BG|NL|SE|FI|AT|BE|PL|PT|DK|IE|CZ|HU|EE"],
  // Several of them
  ["biochar india", "projectType=Biochar;country=IN"],
  ["biochar europe", "none"],
  ["cookstoves rwanda", "projectType=Cookstoves;country=RW"],
  ["wind india", "projectType=Wind;country=IN"],
  ["forestry brazil", "family=Forestry;country=BR"],
  [
    "solar vietnam 2021",
    "projectType=Solar - Centralized;country=VN;vintageFrom=2021;vintageTo=2021",
  ],
  ["nature based latin america", "family=Nature-based solutions"],
  ["clean water kenya", "projectType=Clean Water|Community Boreholes;country=KE"],
  ["2024 kenya", "country=KE;vintageFrom=2024;vintageTo=2024"],
  ["kenya 2024", "country=KE;vintageFrom=2024;vintageTo=2024"],
  ["cookstoves 2023", "projectType=Cookstoves;vintageFrom=2023;vintageTo=2023"],
  ["2016", "vintageFrom=2016;vintageTo=2016"],
  // Labels, removal or reduction, credit type
  ["CCP", "label=CCP"],
  ["core carbon principles", "label=CCP"],
  ["CORSIA", "label=CORSIA"],
  ["corsia eligible", "label=CORSIA"],
  ["CCB", "label=CCB"],
  ["biodiversity", "label=CCB"],
  ["article 6", "label=ARTICLE_6"],
  ["corresponding adjustment", "label=ARTICLE_6"],
  ["ccp landfill", "label=CCP;projectType=Landfill Methane"],
  ["corsia cookstoves", "label=CORSIA;projectType=Cookstoves"],
  ["removals", "impactType=REMOVAL_SHORT|REMOVAL_LONG|MIXED"],
  ["carbon removal", "impactType=REMOVAL_SHORT|REMOVAL_LONG|MIXED"],
  ["durable removal", "impactType=REMOVAL_LONG"],
  ["long-term removal", "impactType=REMOVAL_LONG"],
  ["reduction", "impactType=REDUCTION|MIXED"],
  ["avoidance", "impactType=REDUCTION|MIXED"],
  ["expected", "creditType=EX_ANTE"],
  ["ex-ante", "creditType=EX_ANTE"],
  ["pre-issuance", "creditType=EX_ANTE"],
  ["forward reforestation", "creditType=EX_ANTE;projectType=Afforestation/Reforestation"],
  ["issued", "creditType=EX_POST"],
  ["ex post", "creditType=EX_POST"],
  // Numbers at registries
  ["vcs 962", "first VCS962"],
  ["VCS962", "first VCS962"],
  ["vcs-962", "first VCS962"],
  ["962", "first VCS962"],
  ["verra 962", "first VCS962"],
  ["GS-1247", "developer=CO2balance UK ltd"],
  ["gs 1332", "first GS1332"],
  ["car1247", "first CAR1247"],
  ["ACR #1129", "first ACR1129"],
  ["vcs0962", "first VCS962"],
  ["VCS 0962", "first VCS962"],
  ["TIST Program in Uganda, VCS 006", "first VCS995"],
  // Registries and developers
  ["verra", "registry=Verra"],
  ["gold standard", "registry=Gold Standard"],
  ["gold standard cookstoves", "registry=Gold Standard;projectType=Cookstoves"],
  ["climate action reserve", "registry=Climate Action Reserve"],
  ["south pole", "developer=South Pole Ltd|South Pole Ltd SCV"],
  ["southpole", "developer=South Pole Ltd|South Pole Ltd SCV"],
  ["atmosfair", "developer=atmosfair gGmbH"],
  ["tradewater", "developer=Tradewater, LLC|Tradewater International SRL"],
  ["removall", "developer=Removall"],
  // Misspelt, as nothing is spelt so
  ["mangroove", "projectType=Wetland Restoration|Afforestation/Reforestation|REDD+"],
  ["cokstoves", "projectType=Cookstoves"],
  ["geothermel", "projectType=Geothermal"],
  ["indai", "country=IN"],
  // Otherwise than the catalogue says it
  ["redd plus", "projectType=REDD+"],
  ["waste to energy", "projectType=Waste Incineration"],
  ["WtE", "projectType=Waste Incineration"],
  ["chinese hydro", "projectType=Hydropower;country=CN"],
  ["peruvian redd", "projectType=REDD+;country=PE"],
  ["south african wind", "projectType=Wind;country=ZA"],
  ["reforestration", "projectType=Afforestation/Reforestation"],
  // In German and French
  ["windkraft", "projectType=Wind"],
  ["Windenergie", "projectType=Wind"],
  ["éolien", "projectType=Wind"],
  ["wasserkraft", "projectType=Hydropower"],
  ["hydroélectricité", "projectType=Hydropower"],
  ["photovoltaïque", "projectType=Solar - Centralized|Solar - Distributed"],
  [
    "solarenergie",
    "projectType=Solar - Centralized|Solar - Distributed|Solar Lighting|Solar Water Heaters",
  ],
  ["geothermie", "projectType=Geothermal"],
  ["erneuerbare energien", "family=Renewable energy"],
  ["énergies renouvelables", "family=Renewable energy"],
  ["aufforstung", "projectType=Afforestation/Reforestation"],
  ["wiederaufforstung", "projectType=Afforestation/Reforestation"],
  ["reboisement", "projectType=Afforestation/Reforestation"],
  ["waldschutz", "projectType=REDD+|Jurisdictional REDD+"],
  ["wald", "family=Forestry"],
  ["forêt", "family=Forestry"],
  ["pflanzenkohle", "projectType=Biochar"],
  ["biokohle", "projectType=Biochar"],
  ["kochöfen", "projectType=Cookstoves"],
  ["foyers améliorés", "projectType=Cookstoves"],
  ["trinkwasser", "projectType=Clean Water"],
  ["eau potable", "projectType=Clean Water"],
  ["deponiegas", "projectType=Landfill Methane"],
  ["windkraft indien", "projectType=Wind;country=IN"],
  ["éolien états-unis", "projectType=Wind;country=US"],
];

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

const suggested = (q: string): Suggestions =>
  JSON.parse(suggestAnswer(index, suggestQuery.parse({ q })));

interface Card {
  id: number;
  externalId: string;
}
const found = (given: object): Card[] =>
  JSON.parse(listAnswer(index, projectQuery.parse(given))).content;

/** The filters that an expectation names, as the list takes them. */
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

test("there are a hundred and twenty and more", () => {
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
  "kenya since 2022",
])("of %j are found as many as its filters say, also by the facets", (q) => {
  const { projects } = suggested(q).filters[0]!;
  expect(projects).toBeGreaterThan(0);
  const { totalElements } = JSON.parse(listAnswer(index, projectQuery.parse({ q })));
  expect(totalElements).toBe(projects);
  const { categories } = countFacets(index, facetsQuery.parse({ q }));
  expect(categories[0]).toEqual({ id: "CREDIT_SALE", count: projects });
});

test("figures beside words that are no filter's name are searched for as they stand, where something has all", () => {
  const total = (q: string) =>
    JSON.parse(listAnswer(index, projectQuery.parse({ q }))).totalElements;
  expect(total("turbines 2018 to 2020")).toBeGreaterThan(0);
  expect(total("turbines 2018 to 2020")).toBe(total("turbines 2018 2020"));
});

describe("Suggestions", () => {
  test.each([
    ["biochar", "Biochar"],
    ["bioch", "Biochar"],
    ["europe", "Europe"],
    ["clean cooking", "Cookstoves"],
    ["nature based", "Nature-based solutions"],
    ["ccp", "CCP"],
    ["cookstoves rwanda", "Cookstoves · Rwanda"],
    ["reforestation brazil", "Afforestation/Reforestation · Brazil"],
    ["Kenyan cookstoves", "Kenya · Cookstoves"],
    ["cookstoves rwa", "Cookstoves · Rwanda"],
    ["2024 kenya", "Vintage 2024 · Kenya"],
    ["forestry brazil ccb", "Forestry · Brazil · CCB"],
    ["removals", "Removals"],
    ["expected", "Expected"],
    ["kenai", "Kenya"],
    ["cookstoves in kenya", "Cookstoves · Kenya"],
    ["removals from europe under €150", "Removals · Europe · At most €150"],
    ["under €10", "At most €10"],
    ["credits under €10", "At most €10"],
    // None is listed; which of the filters stands in the way is seen in the list.
    ["biochar in Europe under €150", "Biochar · Europe · At most €150"],
    ["cookstoves between 5 and 10 €", "Cookstoves · €5 to €10"],
    ["2019-2021", "Vintages 2019 to 2021"],
    ["wind since 2020 for 1-3 €/t", "Wind · Vintages from 2020 · €1 to €3"],
    ["wind in India 2019 to 2021", "Wind · India · Vintages 2019 to 2021"],
    ["kenya and uganda", "Kenya or Uganda"],
    ["biochar india ken", "Biochar · India or Kenya"],
  ])("of %j begin with the filter %j, which finds what it says", (q, label) => {
    const [first] = suggested(q).filters;
    expect(first?.label).toBe(label);
    const set = Object.fromEntries(new URLSearchParams(first!.query));
    expect(found(set)).toHaveLength(first!.projects);
  });

  test("have projects and developers", () => {
    expect(suggested("VCS 962").projects[0]).toMatchObject({
      externalId: "VCS962",
      projectType: "Afforestation/Reforestation",
      countries: ["UY"],
    });
    expect(suggested("south po").developers[0]).toMatchObject({
      name: "South Pole Ltd",
      projects: 33,
    });
    expect(
      JSON.parse(suggestAnswer(index, suggestQuery.parse({ q: "wind", size: "2" }))).projects,
    ).toHaveLength(2);
  });

  test("are guessed from what begins alike, and never from a word of the trade", () => {
    expect(suggested("forêt").filters.map(({ label }) => label)).not.toContain("South Korea");
    for (const q of ["dollar", "kariba", "peatland", "rice"])
      expect([q, suggested(q).filters]).toEqual([q, []]);
    for (const q of ["DACCS", "BECCS"]) expect([q, suggested(q).developers]).toEqual([q, []]);
  });

  test("of small words alone, which choose nothing, is no filter that chooses nothing", () => {
    for (const q of ["the", "of", "credits", "projects in"]) {
      const { filters } = suggested(q);
      expect(filters.filter(({ label, query }) => label === "" || query === "")).toEqual([]);
    }
  });

  test("of a year beside a span of years is no filter that leaves one of them out", () => {
    expect(suggested("2022 2019-2021").filters).toEqual([]);
  });

  test("of nothing are none", () => {
    for (const q of ["", "  ", "!!", "zzzzqqqq"]) {
      expect(suggested(q)).toEqual({ filters: [], projects: [], developers: [] });
    }
  });
});
