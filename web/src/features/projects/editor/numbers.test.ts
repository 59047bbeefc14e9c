import { expect, it } from "vitest";
import { typedEuros, typedWhole, typedYears } from "./numbers.ts";

it("reads euros as people write them", () => {
  const typed = ["24.50", "24,5", "€ 1,234.50", "1.234,50", "1 234", "0.05", " 7 "];
  expect(typed.map(typedEuros)).toEqual([24.5, 24.5, 1234.5, 1234.5, 1234, 0.05, 7]);
  expect(typedEuros(" ")).toBeNull();
  for (const wrong of ["24.505", "-1", "x", "1e3"]) expect(typedEuros(wrong)).toBeNaN();
});

it("reads tonnes with thousands marks, and no fractions", () => {
  expect(["12,000", "12 000", "0"].map(typedWhole)).toEqual([12000, 12000, 0]);
  expect(typedWhole("")).toBeNull();
  for (const wrong of ["1.5", "-3", "12t"]) expect(typedWhole(wrong)).toBeNaN();
});

it("reads years and spans of years", () => {
  expect(typedYears("2026–2028, 2030, 2027")).toEqual([2026, 2027, 2028, 2030]);
  expect(typedYears("")).toEqual([]);
  for (const wrong of ["26", "2030-2026", "soon"]) expect(typedYears(wrong)).toBeUndefined();
});
