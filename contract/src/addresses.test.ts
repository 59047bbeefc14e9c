import { beforeAll, describe, expect, test } from "vitest";
import { address } from "./addresses.ts";
import type { CountryCode } from "./countries.ts";
import { useStockMessages } from "./messages.ts";

beforeAll(useStockMessages);

const tooShort = "This field must contain at least 3 character(s)";

function problemsOf(countryCode: CountryCode, given: { postalCode?: string; province?: string }) {
  const parsed = address.safeParse({
    street: "Main Street 1",
    city: "Town",
    countryCode,
    ...given,
  });
  return Object.fromEntries(
    parsed.error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [],
  );
}

describe("A province", () => {
  test.each([
    ["IT", "RM"],
    ["US", "CA"],
    ["US", " ca "],
    ["CA", "ON"],
    ["DE", "Berlin"],
    ["IT", "Roma"],
    ["FR", "Var"],
  ] as const)("in %s may be %s", (country, province) => {
    expect(problemsOf(country, { postalCode: "10115", province })).toEqual({});
  });

  test.each([
    ["DE", "BE"],
    ["DE", ""],
    ["DE", undefined],
    ["IT", "R"],
    ["US", "C1"],
    ["US", ""],
  ] as const)("in %s may not be %s", (country, province) => {
    const given = { postalCode: "10115", ...(province === undefined ? {} : { province }) };
    expect(problemsOf(country, given)).toEqual({ province: tooShort });
  });
});

test("a postal code is required only in countries that have them, and so is a province", () => {
  expect(problemsOf("HK", {})).toEqual({});
  expect(problemsOf("SG", { postalCode: "018956" })).toEqual({});
  expect(problemsOf("AE", { province: "Dubai" })).toEqual({});
  expect(problemsOf("IS", { postalCode: "101", province: "Vík" })).toEqual({});
  expect(problemsOf("AE", {})).toEqual({ province: tooShort });
  expect(problemsOf("SG", {})).toEqual({ postalCode: tooShort });
  expect(problemsOf("AE", { postalCode: "1", province: "Dubai" })).toEqual({
    postalCode: tooShort,
  });
});

test("omitted fields become blank", () => {
  expect(address.parse({ street: "Main Street 1", city: "Town", countryCode: "HK" })).toMatchObject(
    { postalCode: "", province: "" },
  );
});
