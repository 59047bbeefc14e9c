import { listHoldings, type Holding } from "@tonneline/contract/portfolio";
import { expect, test } from "vitest";
import { parseTable } from "../../lib/tableSearch.ts";
import { averagePrice, chosenOf, holdingsSpec, queryOf } from "./holdings.ts";

test("the search parameters of the holdings are converted to the API's query", () => {
  const address =
    "q=alto+verra&year=2022&creditType=EX_ANTE&group=claim&sort=available,desc&page=3&size=50";
  const query = queryOf(parseTable(holdingsSpec, new URLSearchParams(address)));
  expect(listHoldings.query.parse(query)).toEqual({
    q: "alto verra",
    year: [2022],
    creditType: ["EX_ANTE"],
    group: "claim",
    sort: [{ field: "available", direction: "desc" }],
    page: 2,
    size: 50,
  });
});

test("an impossible year is not requested", () => {
  const query = queryOf(parseTable(holdingsSpec, new URLSearchParams("year=9999")));
  expect(listHoldings.query.parse(query)).not.toHaveProperty("year");
});

test("the average price is the amount spent divided by the tonnes bought", () => {
  expect(averagePrice(282.75, 36)).toBeCloseTo(7.854, 3);
  expect(averagePrice(0, 0)).toBe(0);
});

test("no more holdings are selected than can be retired at once: the first ones stay", () => {
  const holding = (vintageId: number) => ({ vintageId }) as Holding;
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const shown = numbered(1, 60).map(holding);
  const first = chosenOf(new Set(numbered(1, 60)), shown, new Map());
  expect([...first.keys()]).toEqual(numbered(1, 60));
  const others = numbered(61, 120);
  // Choosing a whole page puts its ids first.
  const all = chosenOf(new Set([...others, ...first.keys()]), others.map(holding), first);
  expect([...all.keys()]).toEqual(numbered(1, 100));
  expect([...chosenOf(new Set([99, 7, 200]), [holding(200)], all).keys()]).toEqual([7, 99, 200]);
});
