import {
  availabilityStatuses,
  categories,
  claimTypes,
  continents,
  creditTypes,
  impactTypes,
  labelFilters,
  labelKinds,
} from "@tonneline/contract/codes";
import { type Facets } from "@tonneline/contract/catalogue";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aProject, type ProjectFacts } from "../../../test/builders/project.ts";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";

const places: Record<string, string[]> = {
  Africa: ["KE", "UG"],
  Asia: ["IN", "NP", "VN"],
  Europe: ["DE"],
};
const pick = <T>(values: readonly T[]) => fc.constantFrom(...values);
const some = <T>(values: readonly T[]) =>
  fc.subarray([...values], { minLength: 1, maxLength: Math.min(3, values.length) });

const labelsOrNone = (labels: string[]) => (labels.length > 0 ? labels : ["NONE"]);

const aVintageOf = fc.record({
  year: fc.integer({ min: 2014, max: 2024 }),
  credits: pick([0, 1, 50, 900]),
  priceCents: fc.option(fc.integer({ min: 100, max: 9_000 }), { freq: 6 }),
  claimType: pick(claimTypes),
  impactType: pick(impactTypes),
  creditType: pick(creditTypes),
  status: fc.oneof({ weight: 5, arbitrary: fc.constant("ACTIVE") }, fc.constant("WITHDRAWN")),
});

const aProjectOf = fc
  .record({
    registry: pick(["Verra", "Gold Standard", "Climate Action Reserve"]),
    developer: pick(["A", "B", "C", "D", "E"].map((letter) => `Developer ${letter}`)),
    projectType: pick(["Cookstoves", "Wind", "Peatland"]),
    continent: fc.option(pick(Object.keys(places)), { freq: 8 }),
    sdgs: fc.subarray([3, 7, 13, 15, 17]),
    status: fc.oneof(
      { weight: 4, arbitrary: fc.constant("AVAILABLE" as const) },
      pick(availabilityStatuses),
    ),
    hidden: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
    financing: fc.option(fc.record({ priceCents: fc.integer({ min: 300, max: 4000 }) }), {
      freq: 2,
    }),
    sponsoring: fc.boolean(),
    investmentAvailable: fc.boolean(),
    labels: fc.subarray([...labelKinds], { maxLength: 2 }),
    vintages: fc.array(aVintageOf, { maxLength: 3 }),
  })
  .chain((facts) =>
    fc
      .subarray(facts.continent === null ? [] : places[facts.continent]!)
      .map((countries) => ({ ...facts, financing: facts.financing ?? undefined, countries })),
  );
type Drawn = typeof aProjectOf extends fc.Arbitrary<infer T> ? T : never;

const allFilters = fc.record({
  category: pick(categories),
  continent: some(continents),
  country: some(["KE", "UG", "IN", "NP", "VN", "DE", "FR"]),
  projectType: some(["Cookstoves", "Wind", "Peatland"]),
  registry: some(["Verra", "Gold Standard", "Climate Action Reserve"]),
  developer: some(["Developer A", "Developer B", "Developer C"]),
  sdg: some([3, 7, 13, 15, 17, 1]),
  creditType: some(creditTypes),
  impactType: some(impactTypes),
  claimType: some(claimTypes),
  status: some(availabilityStatuses),
  label: some(labelFilters),
  vintageFrom: fc.integer({ min: 2013, max: 2025 }),
  vintageTo: fc.integer({ min: 2013, max: 2025 }),
  priceFrom: fc.integer({ min: 0, max: 100 }),
  priceTo: fc.integer({ min: 0, max: 100 }),
  availableOnly: fc.boolean(),
});
type AllFilters = typeof allFilters extends fc.Arbitrary<infer T> ? T : never;
type Filters = Partial<AllFilters>;
// A few at once: next to nothing would pass more of them, and nothing agrees with everything.
const filtersOf = allFilters.chain((all) =>
  fc
    .subarray(Object.keys(all) as (keyof AllFilters)[], { maxLength: 3 })
    .map((names): Filters => Object.fromEntries(names.map((name) => [name, all[name]]))),
);

/** What the catalogue should show of a project, computed from its facts. */
function seen(facts: Drawn, category: (typeof categories)[number]) {
  const active = facts.vintages.filter(({ status }) => status === "ACTIVE");
  const isAsked = facts.status === "CONTACT_REQUIRED";
  const left = active.filter(({ credits }) => credits > 0);
  const payable = left.length > 0 ? left : active;
  const prices = isAsked ? [] : payable.flatMap(({ priceCents }) => priceCents ?? []);
  const available = active.reduce((sum, { credits }) => sum + credits, 0);
  const invests = Boolean(facts.financing) || facts.sponsoring;
  const onlySale = ["COMING_SOON", "CONTACT_REQUIRED"].includes(facts.status) && !invests;
  return {
    categories: [
      ...(active.length > 0 || onlySale ? ["CREDIT_SALE"] : []),
      ...(facts.investmentAvailable && facts.financing ? ["FINANCING"] : []),
      ...(facts.investmentAvailable && facts.sponsoring ? ["SPONSORING"] : []),
    ],
    status:
      facts.status === "AVAILABLE" && active.length > 0 && available === 0
        ? "SOLD_OUT"
        : facts.status,
    available,
    price:
      category === "FINANCING"
        ? facts.financing?.priceCents
        : prices.length > 0
          ? Math.min(...prices)
          : undefined,
    years: active.map(({ year }) => year),
    creditTypes: [...new Set(active.map(({ creditType }) => creditType))],
    impactTypes: [...new Set(active.map(({ impactType }) => impactType))],
    claimTypes: [...new Set(active.map(({ claimType }) => claimType))],
  };
}

/** Returns the filters that a project does not pass. */
function failures(facts: Drawn, filters: Filters): string[] {
  const category = filters.category ?? "CREDIT_SALE";
  const project = seen(facts, category);
  const meets = (values: readonly unknown[], wanted: readonly unknown[] | undefined) =>
    wanted === undefined || values.some((value) => wanted.includes(value));
  const { vintageFrom = 0, vintageTo = 9999 } = filters;
  const anyYear = filters.vintageFrom === undefined && filters.vintageTo === undefined;
  const price = project.price ?? Number.NaN;
  const passes: Record<string, boolean> = {
    category: project.categories.includes(category),
    continent: meets([facts.continent], filters.continent),
    country: meets(facts.countries, filters.country),
    projectType: meets([facts.projectType], filters.projectType),
    registry: meets([facts.registry], filters.registry),
    developer: meets([facts.developer], filters.developer),
    sdg: meets(facts.sdgs, filters.sdg),
    creditType: meets(project.creditTypes, filters.creditType),
    impactType: meets(project.impactTypes, filters.impactType),
    claimType: meets(project.claimTypes, filters.claimType),
    status: meets([project.status], filters.status),
    label: meets(labelsOrNone(facts.labels), filters.label),
    vintage: anyYear || project.years.some((year) => year >= vintageFrom && year <= vintageTo),
    price:
      (filters.priceFrom === undefined || price >= filters.priceFrom * 100) &&
      (filters.priceTo === undefined || price <= filters.priceTo * 100),
    availableOnly: !filters.availableOnly || project.status === "AVAILABLE",
  };
  return Object.keys(passes).filter((name) => !passes[name]);
}

function tally(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

const shown = fc.sample(aProjectOf, { numRuns: 200, seed: 1146 }).filter(({ hidden }) => !hidden);
const directories: Record<string, Map<string, number>> = {};
let market: TestApp;
let buyer: TestCaller;

beforeAll(async () => {
  market = await testApp();
  buyer = await market.aUser();
  const drawn = fc.sample(aProjectOf, { numRuns: 200, seed: 1146 });
  for (const facts of drawn) await aProject(market.db, facts satisfies ProjectFacts);
  for (const [filter, table] of [
    ["registry", "registries"],
    ["developer", "developers"],
    ["projectType", "project_types"],
  ] as const) {
    const rows = await market.db.selectFrom(table).select(["id", "name"]).execute();
    directories[filter] = new Map(rows.map(({ id, name }) => [name, id]));
  }
});
afterAll(() => market.close());

function queryOf(filters: Filters): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined) continue;
    const ids = directories[name];
    const texts = [value].flat().map((each) => String(ids ? ids.get(String(each)) : each));
    params.set(name, texts.join(","));
  }
  return params.toString();
}

const without = (filters: Filters, own: string) =>
  shown.filter((facts) => failures(facts, filters).every((name) => name === own));

test("every facet agrees with counting one by one, and so does the list", async () => {
  await fc.assert(
    fc.asyncProperty(filtersOf, async (filters) => {
      const query = queryOf(filters);
      const response = await market.call(buyer, "GET", `/projects/facets?${query}`);
      const list = await market.call(buyer, "GET", `/projects?${query}&size=1`);
      expect(response.status).toBe(200);
      const facets: Facets = response.body;
      const category = filters.category ?? "CREDIT_SALE";
      const views = (own: string) => without(filters, own).map((facts) => seen(facts, category));
      const counted = (rows: { id: unknown; name?: string; count: number }[]) =>
        Object.fromEntries(
          rows
            .filter(({ count }) => count > 0)
            .map((row) => [String(row.name ?? row.id), row.count]),
        );

      const found = without(filters, "");
      expect(list.body.totalElements).toBe(found.length);
      expect(list.body.availableCredits).toBe(
        found.reduce((sum, facts) => sum + seen(facts, category).available, 0),
      );
      for (const { id, count } of facets.categories) {
        expect(count, id).toBe(without({ ...filters, category: id as typeof category }, "").length);
      }
      expect(counted(facets.continents)).toEqual(
        tally(without(filters, "continent").flatMap(({ continent }) => continent ?? [])),
      );
      expect(counted(facets.countries)).toEqual(
        tally(without(filters, "country").flatMap(({ countries }) => countries)),
      );
      expect(counted(facets.projectTypes)).toEqual(
        tally(without(filters, "projectType").map(({ projectType }) => projectType)),
      );
      expect(counted(facets.registries)).toEqual(
        tally(without(filters, "registry").map(({ registry }) => registry)),
      );
      expect(counted(facets.developers)).toEqual(
        tally(without(filters, "developer").map(({ developer }) => developer)),
      );
      expect(counted(facets.sdgs)).toEqual(
        tally(without(filters, "sdg").flatMap(({ sdgs }) => sdgs.map(String))),
      );
      expect(counted(facets.labels)).toEqual(
        tally(without(filters, "label").flatMap(({ labels }) => labelsOrNone(labels))),
      );
      expect(counted(facets.creditTypes)).toEqual(
        tally(views("creditType").flatMap((view) => view.creditTypes)),
      );
      expect(counted(facets.impactTypes)).toEqual(
        tally(views("impactType").flatMap((view) => view.impactTypes)),
      );
      expect(counted(facets.claimTypes)).toEqual(
        tally(views("claimType").flatMap((view) => view.claimTypes)),
      );
      expect(counted(facets.statuses)).toEqual(tally(views("status").map((view) => view.status)));

      const years = views("vintage").flatMap((view) => view.years);
      expect(facets.vintages).toEqual(
        years.length > 0 ? { min: Math.min(...years), max: Math.max(...years) } : null,
      );
      const prices = views("price").flatMap((view) => view.price ?? []);
      expectHistogram(facets.prices, prices);

      const { body: totals } = await market.call(buyer, "GET", `/projects/countries?${query}`);
      const here = (code: string) =>
        found
          .filter(({ countries }) => countries.includes(code))
          .map((one) => seen(one, "CREDIT_SALE"));
      const codes = new Set(found.flatMap(({ countries }) => countries));
      expect(
        totals.countries.toSorted((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)),
      ).toEqual(
        [...codes].sort().map((id) => {
          const sold = here(id).filter(({ status }) => status === "AVAILABLE");
          const asked = sold.flatMap(({ price }) => price ?? []);
          return {
            id,
            projects: here(id).length,
            // Summed as in this country's list.
            credits: here(id).reduce((sum, { available }) => sum + available, 0),
            priceFrom: asked.length > 0 ? Math.min(...asked) / 100 : null,
          };
        }),
      );
    }),
    { numRuns: 150 },
  );
}, 180_000);

function expectHistogram(facet: Facets["prices"], prices: readonly number[]) {
  if (prices.length === 0) return expect(facet).toBeNull();
  const cents = (euros: number) => Math.round(euros * 100);
  const { histogram } = facet!;
  const lowest = Math.min(...prices);
  const highest = Math.max(...prices);
  expect(cents(facet!.min)).toBeLessThanOrEqual(lowest);
  expect(cents(facet!.min)).toBeGreaterThan(lowest * 0.99 - 1);
  expect(cents(facet!.max)).toBeGreaterThan(highest);
  expect(cents(facet!.max)).toBeLessThan(highest * 1.0101 + 1);
  expect(histogram.length).toBeLessThanOrEqual(24);
  expect(histogram[0]!.from).toBe(facet!.min);
  histogram.forEach(({ from, to, count }, n) => {
    expect(to).toBe(histogram[n + 1]?.from ?? facet!.max);
    expect(count).toBe(prices.filter((price) => price >= cents(from) && price < cents(to)).length);
  });
}

test("bars are equal steps on a log scale", async () => {
  const { body } = await market.call(buyer, "GET", "/projects/facets");
  const { histogram } = (body as Facets).prices!;
  expect(histogram.length).toBeGreaterThan(20);
  const ratios = histogram.slice(0, -1).map(({ from, to }) => Math.log(to / from));
  expect(Math.max(...ratios) - Math.min(...ratios)).toBeLessThan(0.02);
});

test("a chosen developer without results is still listed", async () => {
  const id = directories["developer"]!.get("Developer A")!;
  const { body } = await market.call(buyer, "GET", `/projects/facets?developer=${id}&sdg=1`);
  expect(body.developers).toEqual([{ id, name: "Developer A", count: 0 }]);
});

test.each(["sort=name", "page=0", "size=10", "colour=red", "sdg=18"])(
  "refuses GET /projects/facets?%s",
  async (query) => {
    expect((await market.call(buyer, "GET", `/projects/facets?${query}`)).status).toBe(400);
  },
);
