import { expect, test } from "vitest";
import { namesOfCountries } from "./countries.ts";

test("countries are named in their order, and what is none stays as it is", () => {
  expect(namesOfCountries(["KE", "Not in the record", "DE"])).toEqual([
    "Kenya",
    "Not in the record",
    "Germany",
  ]);
});
