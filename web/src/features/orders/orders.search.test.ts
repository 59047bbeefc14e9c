import { expect, test } from "vitest";
import {
  countsByFilter,
  formatSearch,
  listQuery,
  noSearch,
  parseSearch,
  sortedBy,
} from "./orders.search.ts";

const parse = (text: string) => parseSearch(new URLSearchParams(text));

test("the initial list has no search parameters", () => {
  expect(parse("")).toEqual(noSearch);
  expect(formatSearch(noSearch)).toEqual({});
});

test("search parameters survive a round trip", () => {
  const text = "status=open&by=me&q=mangrove&sort=totalPriceGross%2Casc&page=3&size=50";
  expect(new URLSearchParams(formatSearch(parse(text))).toString()).toBe(text);
});

test("invalid search parameters are ignored", () => {
  expect(parse("status=gone&sort=price,up&page=-4&size=7")).toEqual(noSearch);
  expect(parse("page=1.5").page).toBe(0);
});

test("the open orders are those that await approval or payment", () => {
  expect(listQuery(parse("by=me")).by).toBe("me");
  expect(listQuery(parse("status=open&page=2"))).toEqual({
    status: ["AWAITING_APPROVAL", "AWAITING_PAYMENT"],
    sort: "createdAt,desc",
    page: 1,
    size: 20,
  });
});

test("a second click on a column reverses it, and both return to the first page", () => {
  const byTotal = sortedBy({ ...noSearch, page: 4 }, "totalPriceGross");
  expect(byTotal).toMatchObject({ sort: "totalPriceGross", descending: true, page: 0 });
  expect(sortedBy(byTotal, "totalPriceGross").descending).toBe(false);
});

test("each pill sums its statuses", () => {
  const counts = { AWAITING_APPROVAL: 1, AWAITING_PAYMENT: 1, PAID: 5, REJECTED: 1 };
  expect(countsByFilter(counts)).toEqual({ all: 8, open: 2, paid: 5, rejected: 1 });
});
