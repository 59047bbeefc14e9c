import { expect, test } from "vitest";
import { readBounds } from "./bounds.rules.ts";

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
  ["10-20 EUR", { priceFrom: "10", priceTo: "20", rest: "" }],
  ["wind 10 to 20 euros per tonne", { priceFrom: "10", priceTo: "20", rest: "wind" }],
  ["€10 - €20 cookstoves", { priceFrom: "10", priceTo: "20", rest: "cookstoves" }],
  [
    "2019-2021 €5-10",
    { priceFrom: "5", priceTo: "10", vintageFrom: "2019", vintageTo: "2021", rest: "" },
  ],
  ["max. 10 €", { priceTo: "10", rest: "" }],
  ["maximum 10 euros", { priceTo: "10", rest: "" }],
  ["minimum €5", { priceFrom: "5", rest: "" }],
  ["<= 10 €", { priceTo: "10", rest: "" }],
  ["under €1,000", { priceTo: "1000", rest: "" }],
  ["under 1.000,50 euros", { priceTo: "1000.50", rest: "" }],
  ["2020+", { vintageFrom: "2020", rest: "" }],
  ["wind since 2020", { vintageFrom: "2020", rest: "wind" }],
  ["vintage >= 2020 kenya", { vintageFrom: "2020", rest: "kenya" }],
  ["vintages 2020 or later under €5", { priceTo: "5", vintageFrom: "2020", rest: "" }],
  ["2020/2021", { vintageFrom: "2020", vintageTo: "2021", rest: "" }],
  ["2019-2021", { vintageFrom: "2019", vintageTo: "2021", rest: "" }],
  ["from 2019 to 2022", { vintageFrom: "2019", vintageTo: "2022", rest: "" }],
  [
    "wind vintages 2019 – 2021 india",
    { vintageFrom: "2019", vintageTo: "2021", rest: "wind india" },
  ],
  [
    "between 2019 and 2021 under €10",
    { priceTo: "10", vintageFrom: "2019", vintageTo: "2021", rest: "" },
  ],
])("%j", (text, bounds) => {
  expect(readBounds(text)).toEqual(bounds);
});

test.each([
  "wind under 2020",
  "2021-2019",
  "1985-1989",
  "VCS2019-2021",
  "2019-20210",
  "over 1999",
  "kenya 12",
  "5-10 MW",
  "VCS10-20 EUR",
  "from 2020",
  "since 1985",
  "underground",
  "VCS 962",
  "under",
  "",
])("%j says no bound", (text) => {
  expect(readBounds(text)).toEqual({ rest: text });
});
