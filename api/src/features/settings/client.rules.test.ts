import { expect, test } from "vitest";
import { environmentOf, frameSources } from "./client.rules.ts";

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

test("without configuration every host is local", () => {
  expect(environmentOf("market.example", {})).toBe("local");
  expect(environmentOf("", {})).toBe("local");
});

test.each([
  ["no contact form", null, undefined, []],
  ["the server's contact form", null, "http://127.0.0.1:8080/form", ["http://127.0.0.1:8080"]],
  ["the operators' contact form", "https://a.example/f?x=1", undefined, ["https://a.example"]],
  [
    "the operators' before the server's",
    "https://a.example/f",
    "https://b.example",
    ["https://a.example"],
  ],
])("frames may show the configured sites, and %s", (_which, ofOperators, ofServer, forms) => {
  const external = { contactFormUrl: ofOperators, meetingUrl: "https://meet.example" };
  expect(frameSources({ embeds: { hosts: ["m.example"] }, external }, ofServer)).toEqual([
    "https://m.example",
    ...forms,
  ]);
  expect(frameSources({ embeds: { hosts: [] }, external }, ofServer)).toEqual(forms);
});
