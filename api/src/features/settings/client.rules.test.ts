import { expect, test } from "vitest";
import { environmentOf } from "./client.rules.ts";

const hosts = { productionHost: "market.example", testHost: "test.market.example:8444" };

test.each([
  ["market.example", "production"],
  ["Market.Example:443", "production"],
  ["test.market.example:8444", "dev"],
  ["test.market.example:8443", "local"],
  ["test.market.example", "local"],
  ["other.example", "local"],
  ["evil-market.example", "local"],
  ["market.example.evil", "local"],
  ["market.example:1:2", "local"],
  ["", "local"],
])("the host %s means the environment %s", (host, expected) => {
  expect(environmentOf(host, hosts)).toBe(expected);
});

test("without configuration every host is a local one", () => {
  expect(environmentOf("market.example", {})).toBe("local");
  expect(environmentOf("", {})).toBe("local");
});
