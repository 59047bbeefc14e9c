import {
  facetsQuery,
  projectQuery,
  suggestQuery,
  type Facets,
  type projectSorts,
  type Suggestions,
} from "@tonneline/contract/catalogue";
import { availabilityStatuses } from "@tonneline/contract/codes";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { facetsAnswer, listAnswer } from "./answers.ts";
import { indexAt } from "./companyIndex.ts";
import { countCountries } from "./facets.ts";
import { createIndex, type CatalogueIndex } from "./index.ts";
import type { CompanyTerms } from "./ownPrices.rules.ts";
import type { CatalogueRow } from "./rows.sql.ts";
import { suggestAnswer } from "./suggest.ts";

/*
 * Orders, tiers, columns and company prices are cached and updated after each change. After any
 * sequence of changes they must equal those built from scratch.
 */

const none = { sponsoringExpectedImpact: null, sponsoringFrom: null, sponsoringTo: null };
const noFinancing = {
  financingExpectedCredits: null,
  financingFrom: null,
  financingTo: null,
  financingPriceCents: null,
  financingCreditingPeriod: null,
  financingMethodology: null,
};
const record = { registryIssued: null, registryRetired: null, operatorFacts: [] };
const dates = { periodStart: null, periodEnd: null, expectedDelivery: null };
const onTime = { deliveryState: "ON_SCHEDULE", deliveryNote: "", claimType: "CONTRIBUTION" };

interface Facts {
  id: number;
  name: string;
  type: number;
  country: string;
  status: string;
  label: boolean;
  vintages: { year: number; price: number | null; available: number }[];
}

function rowOf({ id, name, type, country, status, label, vintages }: Facts): CatalogueRow {
  return {
    ...none,
    ...noFinancing,
    id,
    name,
    hidden: false,
    description: "",
    methodology: "",
    externalId: `VCS${id}`,
    registryId: 1,
    registryName: "Verra",
    registryCode: null,
    registryUrl: null,
    registryStatus: null,
    developerId: type + 10,
    developerName: `Developer ${type}`,
    projectTypeId: type,
    projectTypeName: `Type ${type}`,
    scope: "Energy",
    countries: [country],
    continent: "Africa",
    sdgs: [13],
    ownStatus: status,
    investmentAvailable: false,
    auditorId: null,
    auditorName: null,
    images: [],
    demonstration: false,
    labels: label ? [{ kind: "CCP", detail: "", source: "", asOf: "2025-12-01" }] : [],
    figures: null,
    imported: null,
    operatorFacts: [],
    vintages: vintages.map(({ year, price, available }, nth) => ({
      ...record,
      ...dates,
      ...onTime,
      id: id * 10 + nth,
      year,
      impactType: "REDUCTION",
      creditType: "EX_POST",
      methodology: "",
      status: "ACTIVE",
      priceCents: price,
      issued: 500,
      available,
    })),
  };
}

const company: CompanyTerms = {
  key: "1",
  lists: [{ rules: [{ percent: 10, projectType: [1, 2] }], prices: { "30": 150, "50": 700 } }],
};

const project = fc.record({
  id: fc.integer({ min: 1, max: 25 }),
  name: fc.constantFrom("Sea", "Hill", "Kelp farm"),
  type: fc.integer({ min: 1, max: 4 }),
  country: fc.constantFrom("KE", "BR", "IN"),
  status: fc.oneof(
    { weight: 5, arbitrary: fc.constant("AVAILABLE") },
    fc.constantFrom(...availabilityStatuses),
  ),
  label: fc.boolean(),
  vintages: fc.array(
    fc.record({
      year: fc.integer({ min: 2018, max: 2021 }),
      price: fc.option(fc.integer({ min: 1, max: 9 }).map((euros) => euros * 100)),
      available: fc.constantFrom(0, 5, 6, 60, 400),
    }),
    { maxLength: 2 },
  ),
});
const change = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("put" as const), facts: project }) },
  // The same project with more or less stock: the most frequent change in a busy market.
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("stock" as const),
      id: fc.integer({ min: 1, max: 25 }),
      available: fc.integer({ min: 0, max: 12 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("price" as const),
      id: fc.integer({ min: 1, max: 25 }),
      price: fc.option(fc.constantFrom(100, 200)),
    }),
  },
  fc.record({ kind: fc.constant("remove" as const), id: fc.integer({ min: 1, max: 25 }) }),
);

const sorts: (typeof projectSorts)[number][] = ["name", "price", "availableCredits", "newest"];
const queries = [
  {},
  { q: "kelp" },
  { country: "KE" },
  { priceTo: "4" },
  ...sorts.flatMap((sort) => [{ sort: `${sort},asc` }, { sort: `${sort},desc` }]),
];

function answersOf(index: CatalogueIndex): unknown[] {
  const facets = JSON.parse(facetsAnswer(index, facetsQuery.parse({ priceFrom: "2" })));
  return [
    ...queries.map((query) => JSON.parse(listAnswer(index, projectQuery.parse(query)))),
    facets,
  ];
}

test("An updated index equals one built from scratch, whatever changes", () => {
  const walk = fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { maxLength: 12 });
  fc.assert(
    fc.property(walk, (steps) => {
      const kept = createIndex(new Map());
      const known = new Map<number, Facts>();
      for (const changes of steps) {
        for (const step of changes) take(step, known, kept);
        const made = createIndex(new Map());
        for (const facts of known.values()) made.put(rowOf(facts));
        expect(answersOf(kept.index)).toEqual(answersOf(made.index));
        const own = indexAt(kept.index, company);
        expect(answersOf(own)).toEqual(answersOf(indexAt(made.index, company)));
      }
    }),
    { numRuns: 60 },
  );
});

type Step = typeof change extends fc.Arbitrary<infer T> ? T : never;

function changed(step: Extract<Step, { kind: "stock" | "price" }>, facts: Facts | undefined) {
  if (!facts) return undefined;
  const change = step.kind === "stock" ? { available: step.available } : { price: step.price };
  return { ...facts, vintages: facts.vintages.map((each) => ({ ...each, ...change })) };
}

function take(step: Step, known: Map<number, Facts>, kept: ReturnType<typeof createIndex>): void {
  if (step.kind === "remove") {
    known.delete(step.id);
    kept.remove(step.id);
    return;
  }
  const facts = step.kind === "put" ? step.facts : changed(step, known.get(step.id));
  if (!facts) return;
  known.set(facts.id, facts);
  kept.put(rowOf(facts));
}

const named = (id: number, facts: Partial<Facts> = {}): Facts => ({
  id,
  name: `P${id}`,
  type: 1,
  country: "KE",
  status: "AVAILABLE",
  label: false,
  vintages: [{ year: 2020, price: 100, available: 5 }],
  ...facts,
});
const stocked = (id: number, available: number) =>
  named(id, { vintages: [{ year: 2020, price: 100, available }] });

const firstOf = (index: CatalogueIndex, query: Record<string, string> = {}) =>
  (
    JSON.parse(listAnswer(index, projectQuery.parse(query))) as { content: { id: number }[] }
  ).content.map(({ id }) => id);

test("More changes than are remembered are all applied", () => {
  const { index, put } = createIndex(new Map());
  const least = () => firstOf(index, { sort: "availableCredits,asc", size: "1" })[0];
  for (let id = 1; id <= 1500; id++) put(rowOf(stocked(id, id)));
  expect(least()).toBe(1);
  expect(indexAt(index, company).listings[0]!.available).toBe(1);
  for (let id = 1; id <= 1500; id++) put(rowOf(stocked(id, 5000 - id)));
  for (let id = 1; id <= 1500; id++) put(rowOf(stocked(id, 9000 - id)));
  expect(least()).toBe(1500);
  expect(indexAt(index, company).listings[0]!.available).toBe(8999);
});

test("A project at a company's own prices takes less than half a kilobyte", () => {
  setFlagsFromString("--expose-gc");
  const heapUsed = () => {
    (runInNewContext("gc") as () => void)();
    return process.memoryUsage().heapUsed;
  };
  const { index, put } = createIndex(new Map());
  const [projects, companies] = [500, 20];
  for (let id = 1; id <= projects; id++) put(rowOf(named(id)));
  const ofCompany = (nth: number) => indexAt(index, { ...company, key: `company ${nth}` });
  expect(ofCompany(0).listings[0]!.price).not.toBe(index.listings[0]!.price);
  const before = heapUsed();
  const own = Array.from({ length: companies }, (_, nth) => ofCompany(nth + 1));
  expect((heapUsed() - before) / (projects * companies)).toBeLessThan(512);
  expect(own).toHaveLength(companies);
});

test("The changes since a version are complete from the very next change on, or unknown", () => {
  const { index, put, remove } = createIndex(new Map());
  put(rowOf(stocked(1, 5)));
  put(rowOf(stocked(2, 5)));
  const versions = [index.version()];
  const since = (version: number) => [...(index.changedSince(version) ?? ["unknown"])];
  expect(since(versions[0]!)).toEqual([]);
  put(rowOf(stocked(2, 6)));
  expect(since(versions[0]!)).toEqual([1]);
  remove(1);
  expect(since(versions[0]!)).toEqual([0, 1]);
  for (let n = 0; n < 5000; n++) {
    versions.push(index.version());
    put(rowOf(stocked(2 + (n % 1500), n)));
  }
  const counts = versions.map((version) => index.changedSince(version)?.size);
  const first = counts.findIndex((count) => count !== undefined);
  expect(counts.slice(0, first)).toEqual(counts.slice(0, first).map(() => undefined));
  expect(counts.slice(first)).toEqual(
    versions.slice(first).map((_, at) => Math.min(1500, versions.length - first - at)),
  );
  expect(versions.length - first).toBeGreaterThanOrEqual(1000);
});

test("A project that keeps its slot but loses its price is mixed with those that have none", () => {
  const none = { vintages: [{ year: 2020, price: null, available: 5 }] };
  const { index, put } = createIndex(new Map());
  const rows = [named(1), named(2), named(3, { type: 2, ...none })];
  for (const row of rows) put(rowOf(row));
  expect(firstOf(index)).toEqual([1, 2, 3]);
  put(rowOf(named(2, none)));
  expect(firstOf(index)).toEqual([1, 3, 2]);
  put(rowOf(named(2)));
  expect(firstOf(index)).toEqual([1, 2, 3]);
  // Searches use the order but not its tiers, which may be older than the oldest change remembered.
  for (let n = 0; n < 2500; n++) {
    put(rowOf(named(2, n === 0 ? none : {})));
    if (n % 900 === 0) firstOf(index, { q: "P1" });
  }
  put(rowOf(named(2, none)));
  expect(firstOf(index)).toEqual([1, 3, 2]);
});

test("Words that no project combines any more are searched in the next way", () => {
  const { index, put, remove } = createIndex(new Map());
  const names = ["Land fill", "Landfill", "Land", "Fill"];
  for (const [nth, name] of names.entries()) put(rowOf(named(nth + 1, { name })));
  expect(firstOf(index, { q: "land fill" })).toEqual([1]);
  remove(1);
  expect(firstOf(index, { q: "land fill" })).toEqual([2]);
});

test("A new developer is suggested as soon as it has a project", () => {
  const { index, put } = createIndex(new Map());
  const query = suggestQuery.parse({ q: "developer 2" });
  const suggested = () =>
    (JSON.parse(suggestAnswer(index, query)) as Suggestions).developers.map(({ name }) => name);
  put(rowOf(named(1)));
  expect(suggested()).toEqual([]);
  put(rowOf(named(2, { type: 2 })));
  expect(suggested()).toEqual(["Developer 2"]);
});

test("Stock counts by its order of magnitude: a tonne sold moves no card", () => {
  const { index, put } = createIndex(new Map());
  for (const [nth, available] of [5, 60, 90].entries()) put(rowOf(stocked(nth + 1, available)));
  expect(firstOf(index)).toEqual([2, 3, 1]);
  put(rowOf(stocked(3, 100)));
  expect(firstOf(index)).toEqual([3, 2, 1]);
});

test("A country's lowest price on the map is that of what can be bought now", () => {
  const { index, put } = createIndex(new Map());
  const paused = { year: 2020, price: 100, available: 5 };
  put(rowOf(named(1, { status: "TEMPORARILY_UNAVAILABLE", vintages: [paused] })));
  put(rowOf(named(2, { vintages: [{ ...paused, price: 300 }] })));
  const { countries } = countCountries(index, facetsQuery.parse({}));
  expect(countries).toEqual([{ id: "KE", projects: 2, credits: 10, priceFrom: 3 }]);
});

const facetsOf = (index: CatalogueIndex, query: Record<string, string> = {}) =>
  JSON.parse(facetsAnswer(index, facetsQuery.parse(query))) as Facets;

test("Facets list the most frequent first, ties by name, and the lack of a label last", () => {
  const { index, put } = createIndex(new Map());
  const rows = [
    named(1, { type: 2, country: "IN" }),
    named(2, { type: 1, country: "BR", label: true }),
    named(3, { type: 3, country: "KE" }),
    named(4, { type: 3, country: "KE" }),
  ];
  for (const row of rows) put({ ...rowOf(row), sdgs: row.id === 4 ? [13, 7] : [13] });
  const { projectTypes, developers, countries, labels, sdgs } = facetsOf(index);
  const map = countCountries(index, facetsQuery.parse({})).countries;
  expect(map.map(({ id }) => id)).toEqual(["KE", "BR", "IN"]);
  const counts = (facet: { id: string | number; name?: string; count: number }[]) =>
    facet.map(({ id, name, count }) => `${name ?? id}: ${count}`);
  expect(counts(projectTypes)).toEqual(["Type 3: 2", "Type 1: 1", "Type 2: 1"]);
  expect(counts(developers)).toEqual(["Developer 3: 2", "Developer 1: 1", "Developer 2: 1"]);
  expect(counts(countries)).toEqual(["KE: 2", "BR: 1", "IN: 1"]);
  expect(counts(labels)).toEqual(["CCP: 1", "NONE: 3"]);
  expect(counts(sdgs)).toEqual(["7: 1", "13: 4"]);
});

test("Of very many developers a hundred with the most projects are listed, and those that are chosen", () => {
  const { index, put } = createIndex(new Map());
  for (let id = 1; id <= 150; id++) put(rowOf(named(id, { type: id })));
  put(rowOf(named(151, { type: 120 })));
  const listed = (query: Record<string, string> = {}) =>
    new Set(facetsOf(index, query).developers.map(({ name }) => name));
  const usual = listed();
  expect([usual.size, usual.has("Developer 120"), usual.has("Developer 150")]).toEqual([
    100,
    true,
    false,
  ]);
  const chosen = listed({ developer: "160" });
  expect([chosen.size, chosen.has("Developer 150"), chosen.has("Developer 120")]).toEqual([
    101,
    true,
    true,
  ]);
});
