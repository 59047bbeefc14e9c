import type { Holding } from "@tonneline/contract/portfolio";
import { expect, test } from "vitest";
import { untouched } from "../../ui/table/tableSearch.ts";
import { foundHoldings, holdingsSpec, pageOfHoldings } from "./holdings.ts";

function held(vintageId: number, projectName: string, year: number, available: number): Holding {
  return {
    vintageId,
    projectId: 1,
    projectName,
    externalId: `VCS${vintageId}`,
    registry: { id: 1, name: "Verra" },
    projectType: { id: 1, name: "Wetland Restoration" },
    countries: ["KE"],
    year,
    creditType: year > 2025 ? "EX_ANTE" : "EX_POST",
    purchased: 1000,
    inProgress: 0,
    retired: 1000 - available,
    available,
  };
}
const holdings = [
  held(1, "Jutaí Forest", 2019, 500),
  held(2, "Alto Coast", 2021, 400),
  held(3, "Alto Coast", 2022, 300),
  held(4, "Cuenca Baja", 2027, 420),
];
const plain = untouched(holdingsSpec);
const ids = (search: typeof plain) =>
  foundHoldings(holdings, search).map(({ vintageId }) => vintageId);

test("holdings stand by project, the latest year first", () => {
  expect(ids(plain)).toEqual([3, 2, 4, 1]);
});

test("every word of the search is found, whatever its accents", () => {
  expect(ids({ ...plain, q: "jutai VERRA" })).toEqual([1]);
  expect(ids({ ...plain, q: "vcs4" })).toEqual([4]);
  expect(ids({ ...plain, q: "alto forest" })).toEqual([]);
});

test("a vintage and a credit type narrow them", () => {
  expect(ids({ ...plain, filters: { year: "2022" } })).toEqual([3]);
  expect(ids({ ...plain, filters: { creditType: "EX_ANTE" } })).toEqual([4]);
});

test("figures sort from either end", () => {
  expect(ids({ ...plain, sort: "available", descending: true })).toEqual([1, 4, 2, 3]);
  expect(ids({ ...plain, sort: "available", descending: false })).toEqual([3, 2, 4, 1]);
});

test("a page beyond the end shows the last one", () => {
  const found = foundHoldings(holdings, plain);
  expect(pageOfHoldings(found, { ...plain, size: 3, page: 1 })).toEqual([found[3]]);
  expect(pageOfHoldings(found, { ...plain, size: 3, page: 9 })).toEqual([found[3]]);
  expect(pageOfHoldings([], { ...plain, page: 2 })).toEqual([]);
});
