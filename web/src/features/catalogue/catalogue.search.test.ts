import {
  availabilityStatuses,
  claimTypes,
  continents,
  creditTypes,
  impactTypes,
  labelKinds,
} from "@tonneline/contract/codes";
import { projectQuery } from "@tonneline/contract/catalogue";
import { countryNames } from "@tonneline/contract/countries";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cleared,
  formatSearch,
  listQuery,
  noSearch,
  parseSearch,
  sortChoices,
  toggled,
  withSuggested,
} from "./catalogue.search.ts";
import type { ProjectSearch } from "./catalogue.search.ts";

const some = <T>(choices: readonly T[]) => fc.uniqueArray(fc.constantFrom(...choices));
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 2147483647 }), { maxLength: 5 });
const range = (value: fc.Arbitrary<number>) =>
  fc
    .tuple(fc.option(value, { nil: undefined }), fc.option(value, { nil: undefined }))
    .map((pair) =>
      pair[0] !== undefined && pair[1] !== undefined ? pair.toSorted((a, b) => a! - b!) : pair,
    );
const searches: fc.Arbitrary<ProjectSearch> = fc
  .record({
    q: fc.string({ maxLength: 60 }).map((text) => text.trim()),
    availableOnly: fc.boolean(),
    projectType: ids,
    registry: ids,
    developer: ids,
    country: some(Object.keys(countryNames)),
    continent: some(continents),
    sdg: fc.uniqueArray(fc.integer({ min: 1, max: 17 })),
    creditType: some(creditTypes),
    claimType: some(claimTypes),
    impactType: some(impactTypes),
    label: some(labelKinds),
    status: some(availabilityStatuses),
    sort: fc.constantFrom(...sortChoices),
    pages: fc.integer({ min: 1, max: 100 }),
    price: range(fc.integer({ min: 0, max: 9_999_999 }).map((cents) => cents / 100)),
    vintage: range(fc.integer({ min: 1990, max: 2100 })),
  })
  .map(({ price, vintage, ...rest }) => ({
    ...rest,
    ...(price[0] !== undefined && { priceFrom: price[0] }),
    ...(price[1] !== undefined && { priceTo: price[1] }),
    ...(vintage[0] !== undefined && { vintageFrom: vintage[0] }),
    ...(vintage[1] !== undefined && { vintageTo: vintage[1] }),
  }));

const read = (text: string) => parseSearch(new URLSearchParams(text));
const reread = (search: ProjectSearch) => parseSearch(new URLSearchParams(formatSearch(search)));

describe("the URL", () => {
  test("restores every search it was formatted from", () => {
    fc.assert(
      fc.property(searches, (search) => {
        expect(reread(search)).toEqual(search);
      }),
    );
  });

  test("of a default list is empty", () => {
    expect(formatSearch(noSearch)).toEqual({});
    expect(read("")).toEqual(noSearch);
  });

  test("may contain anything and is stable after one parse", () => {
    const key = fc.constantFrom(...Object.keys(noSearch), "priceFrom", "priceTo", "vintageTo", "x");
    const pairs = fc.array(fc.tuple(key, fc.string()), { maxLength: 12 });
    fc.assert(
      fc.property(pairs, (given) => {
        const once = parseSearch(new URLSearchParams(given));
        expect(reread(once)).toEqual(once);
      }),
    );
  });

  test("drops unknown and invalid values and keeps the valid ones", () => {
    const search = read(
      "country=KE,Kenya,KE&country=UG&sdg=0,13,18&projectType=4,abc,-1&creditType=EX_POST,ex_ante" +
        "&priceFrom=12.345&priceTo=20.5&vintageFrom=1789&sort=magic&pages=-3&availableOnly=1&utm=x",
    );
    expect(search).toEqual({
      ...noSearch,
      country: ["KE", "UG"],
      sdg: [13],
      projectType: [4],
      creditType: ["EX_POST"],
      priceTo: 20.5,
    });
  });

  test("drops the upper end of a reversed range", () => {
    expect(read("priceFrom=30&priceTo=10")).toEqual({ ...noSearch, priceFrom: 30 });
    expect(read("vintageFrom=2020&vintageTo=2018")).toEqual({ ...noSearch, vintageFrom: 2020 });
  });

  test("cannot cause a flood of requests", () => {
    expect(read("pages=2000000").pages).toBe(100);
  });
});

test("Every search is a query that the API accepts", () => {
  fc.assert(
    fc.property(searches, (search) => {
      const answer = projectQuery.safeParse(listQuery("CREDIT_SALE", search));
      expect(answer.error).toBeUndefined();
    }),
  );
});

test("Toggling a choice adds or removes it, and returns to the first page", () => {
  const third = { ...noSearch, pages: 3 };
  const added = toggled(third, "country", "KE");
  expect(added).toEqual({ ...noSearch, country: ["KE"], pages: 1 });
  expect(toggled({ ...added, pages: 2 }, "country", "KE")).toEqual(noSearch);
});

test("Clearing the filters keeps the order", () => {
  expect(cleared({ ...noSearch, q: "rice", sdg: [2], sort: "price,asc", pages: 4 })).toEqual({
    ...noSearch,
    sort: "price,asc",
  });
});

test("suggested filters replace the typed words, and the previous values of the same filters", () => {
  const before = { ...read("q=cook+rwa&country=KE&registry=2&sort=price,asc"), pages: 3 };
  expect(formatSearch(withSuggested(before, "projectType=4%2C5&country=RW"))).toEqual({
    projectType: "4,5",
    registry: "2",
    country: "RW",
    sort: "price,asc",
  });
  const vintage = "vintageFrom=2024&vintageTo=2024&priceTo=9.5";
  expect(formatSearch(withSuggested(noSearch, vintage))).toEqual({
    vintageFrom: "2024",
    vintageTo: "2024",
    priceTo: "9.5",
  });
  expect(formatSearch(withSuggested(noSearch, "developer=9"))).toEqual({ developer: "9" });
});
