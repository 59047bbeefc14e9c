import { expect, it } from "vitest";
import { parseSearch, stringifySearch } from "./search.ts";

it("leaves every value the text that it is", () => {
  expect(parseSearch("?token=123&expireAt=1e5&flag=true&empty=")).toEqual({
    token: "123",
    expireAt: "1e5",
    flag: "true",
    empty: "",
  });
});

it("reads a repeated name as a list, and writes it so", () => {
  const search = { country: ["DE", "FR"], q: "a&b=c" };
  const text = stringifySearch(search);
  expect(text).toBe("?country=DE&country=FR&q=a%26b%3Dc");
  expect(parseSearch(text)).toEqual(search);
});

it("leaves out what is not there", () => {
  expect(stringifySearch({ next: undefined, none: null })).toBe("");
});
