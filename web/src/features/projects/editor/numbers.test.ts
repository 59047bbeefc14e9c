import { expect, it } from "vitest";
import { eurosIn, tonnesIn, typedYears, yearIn } from "./numbers.ts";

it("distinguishes empty from unreadable input", () => {
  for (const read of [tonnesIn, eurosIn, yearIn]) {
    expect(read(" ")).toBeNull();
    expect(read("1.120")).toBeNaN();
  }
  expect([tonnesIn("12,000"), eurosIn("24,5"), yearIn(" 2026 ")]).toEqual([12_000, 24.5, 2026]);
  expect(yearIn("2,026")).toBeNaN();
});

it("parses years and ranges of years", () => {
  expect(typedYears("2026–2028, 2030, 2027")).toEqual([2026, 2027, 2028, 2030]);
  expect(typedYears("")).toEqual([]);
  for (const wrong of ["26", "2030-2026", "soon"]) expect(typedYears(wrong)).toBeUndefined();
});
