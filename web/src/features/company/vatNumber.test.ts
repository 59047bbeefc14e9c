import { expect, test } from "vitest";
import { expectedVatNumber } from "./vatNumber.ts";

test.each([
  ["DE", "DE123456789"],
  ["DE", "de 123 456 789"],
  ["GR", "EL123456789"],
  ["NL", "NL123456789B01"],
  ["IE", "IE1234567WA"],
  ["US", "whatever"],
  ["DE", "D"],
])("%s %s looks right, or nothing can be said", (country, number) => {
  expect(expectedVatNumber(country, number)).toBeUndefined();
});

test.each([
  ["DE", "DE12345678", "DE123456789"],
  ["DE", "123456789", "DE123456789"],
  ["FR", "DE123456789", "FR12345678901"],
  ["GR", "GR123456789", "EL123456789"],
])("%s %s gets an example", (country, number, example) => {
  expect(expectedVatNumber(country, number)).toBe(example);
});
