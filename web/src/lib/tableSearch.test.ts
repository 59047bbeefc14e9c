import { expect, test } from "vitest";
import { day, idParams } from "@tonneline/contract/shapes";
import {
  filteredBy,
  formatTable,
  isoDay,
  parseTable,
  rowId,
  sortedBy,
  unfiltered,
  initialSearch,
  type TableSpec,
} from "./tableSearch.ts";

const spec: TableSpec = {
  tabs: ["all", "waiting"],
  sorts: ["id", "name"],
  sort: "id",
  descending: true,
  filters: { country: /^[A-Z]{2}(,[A-Z]{2})*$/ },
};
const parse = (text: string) => parseTable(spec, new URLSearchParams(text));

test("the initial list has an empty URL", () => {
  expect(parse("")).toEqual(initialSearch(spec));
  expect(formatTable(spec, initialSearch(spec))).toEqual({});
});

test("a URL survives parsing and formatting", () => {
  const text = "tab=waiting&q=ab&country=DE%2CFR&sort=name%2Casc&page=3&size=50&open=17";
  expect(new URLSearchParams(formatTable(spec, parse(text))).toString()).toBe(text);
});

test("invalid values in the URL count as absent", () => {
  expect(parse("tab=gone&sort=price,up&page=-4&size=7&country=germany&open=x&other=1")).toEqual(
    initialSearch(spec),
  );
});

test("sorting by the same column again reverses the order, starting on the first page", () => {
  const byName = sortedBy({ ...initialSearch(spec), page: 4 }, "name", false);
  expect(byName).toMatchObject({ sort: "name", descending: false, page: 0 });
  expect(sortedBy(byName, "name", false).descending).toBe(true);
});

test("a filter is set and removed, each time returning to the first page", () => {
  const set = filteredBy({ ...initialSearch(spec), page: 2 }, "country", "DE");
  expect(set).toMatchObject({ filters: { country: "DE" }, page: 0 });
  expect(filteredBy(set, "country", "").filters).toEqual({});
});

test("clearing all filters keeps the search and the order, and returns to the first page", () => {
  const search = parse("q=ab&country=DE&sort=name%2Casc&page=3");
  expect(unfiltered(search)).toEqual(parse("q=ab&sort=name%2Casc"));
});

test.each([
  ["a day", "2026-02-28", true],
  ["the day of a leap year", "2024-02-29", true],
  ["a day that its month does not have", "2026-02-31", false],
  ["a month that no year has", "2026-13-01", false],
  ["a day before what the API takes", "1899-12-31", false],
  ["the first day that it takes", "1900-01-01", true],
  ["a point in time", "2026-02-28T00:00:00Z", false],
])("a filter accepts the days that the API accepts: %s", (_which, text, isOne) => {
  expect(isoDay.test(text)).toBe(isOne);
  expect(day.safeParse(text).success).toBe(isOne);
});

test.each([
  ["1", true],
  ["999999999", true],
  ["0", false],
  ["9999999999", false],
])("a filter accepts the id %s if the API does: %s", (text, isOne) => {
  expect(rowId.test(text)).toBe(isOne);
  expect(idParams.safeParse({ id: text }).success).toBe(isOne);
});
