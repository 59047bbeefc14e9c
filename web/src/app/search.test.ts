import { expect, it } from "vitest";
import { parseSearch, stringifySearch } from "./search.ts";

it("keeps every value as plain text", () => {
  expect(parseSearch("?token=123&expireAt=1e5&flag=true&empty=")).toEqual({
    token: "123",
    expireAt: "1e5",
    flag: "true",
    empty: "",
  });
});

it("parses a repeated name as an array, and formats it back", () => {
  const search = { country: ["DE", "FR"], q: "a&b=c" };
  const text = stringifySearch(search);
  expect(text).toBe("?country=DE&country=FR&q=a%26b%3Dc");
  expect(parseSearch(text)).toEqual(search);
});

it("omits undefined values", () => {
  expect(stringifySearch({ next: undefined, none: null })).toBe("");
});
