import { expect, test } from "vitest";
import {
  filteredBy,
  formatTable,
  parseTable,
  sortedBy,
  unfiltered,
  untouched,
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

test("the list as it opens has nothing in the address bar", () => {
  expect(parse("")).toEqual(untouched(spec));
  expect(formatTable(spec, untouched(spec))).toEqual({});
});

test("what the address bar says comes back the same", () => {
  const text = "tab=waiting&q=ab&country=DE%2CFR&sort=name%2Casc&page=3&size=50&open=17";
  expect(new URLSearchParams(formatTable(spec, parse(text))).toString()).toBe(text);
});

test("nonsense in the address bar counts as not there", () => {
  expect(parse("tab=gone&sort=price,up&page=-4&size=7&country=germany&open=x&other=1")).toEqual(
    untouched(spec),
  );
});

test("a second press on a column turns it round, and both begin on the first page", () => {
  const byName = sortedBy({ ...untouched(spec), page: 4 }, "name", false);
  expect(byName).toMatchObject({ sort: "name", descending: false, page: 0 });
  expect(sortedBy(byName, "name", false).descending).toBe(true);
});

test("a filter is set and taken back, each time on the first page", () => {
  const set = filteredBy({ ...untouched(spec), page: 2 }, "country", "DE");
  expect(set).toMatchObject({ filters: { country: "DE" }, page: 0 });
  expect(filteredBy(set, "country", "").filters).toEqual({});
});

test("all filters go at once; the search and the order stay, on the first page", () => {
  const search = parse("q=ab&country=DE&sort=name%2Casc&page=3");
  expect(unfiltered(search)).toEqual(parse("q=ab&sort=name%2Casc"));
});
