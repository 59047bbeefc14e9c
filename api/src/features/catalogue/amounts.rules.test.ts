import { expect, test } from "vitest";
import { readAmounts } from "./amounts.rules.ts";

test.each([
  ["biochar in Europe under €150", { priceTo: "150", rest: "biochar in Europe" }],
  ["under 10", { priceTo: "10", rest: "" }],
  ["wind < 9,50 €/t india", { priceTo: "9.50", rest: "wind india" }],
  ["up to EUR 12.5 per tonne", { priceTo: "12.5", rest: "" }],
  ["removals above €100", { priceFrom: "100", rest: "removals" }],
  ["over 5 and under 10 euros", { priceFrom: "5", priceTo: "10", rest: "and" }],
  ["between €5 and €10 cookstoves", { priceFrom: "5", priceTo: "10", rest: "cookstoves" }],
  ["from 5-10 €", { priceFrom: "5", priceTo: "10", rest: "" }],
  ["under €2000", { priceTo: "2000", rest: "" }],
])("%j", (text, amounts) => {
  expect(readAmounts(text)).toEqual(amounts);
});

test.each([
  "from 2019 to 2022",
  "wind under 2020",
  "over 1999",
  "kenya 12",
  "underground",
  "VCS 962",
  "under",
  "",
])("%j says no price", (text) => {
  expect(readAmounts(text)).toEqual({ rest: text });
});
