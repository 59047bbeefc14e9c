import { describe, expect, test } from "vitest";
import { euCountries } from "./countries.ts";
import { compactVatNumber, expectedVatNumber, formatTaxNumber } from "./vatNumbers.ts";

test.each([
  ["BE", "BE1012345678"],
  ["BE", "BE0123456789"],
  ["NL", "NL123456789B01"],
  ["NL", "NL 1234.56.789.B01"],
  ["DE", "de 123 456 789"],
  ["DE", "DE\u00a0123\u202f456-789"],
  ["DE", "ＤＥ１２３４５６７８９"],
  ["GR", "EL123456789"],
  ["AT", "ATU12345678"],
  ["IE", "IE1234567W"],
  ["IE", "IE1234567WA"],
  ["IE", "IE1+23456W"],
  ["ES", "ESX1234567L"],
  ["ES", "ES12345678Z"],
  ["FR", "FRK7123456789"],
  ["MC", "FRK7123456789"],
  ["LT", "LT123456789012"],
  ["RO", "RO12"],
  ["CZ", "CZ1234567890"],
  ["CH", "CHE-123.456.789 MWST"],
  ["GB", "123456789"],
  ["NO", "NO 123 456 789 MVA"],
  ["US", "whatever"],
] as const)("%s: %s looks right, or the format is unknown", (country, number) => {
  expect(expectedVatNumber(country, number)).toBeUndefined();
});

test.each([
  ["NL", "NL123456789X12", "NL123456789B01"],
  ["NL", "NL12345678B012", "NL123456789B01"],
  ["NL", "NL123456789B1", "NL123456789B01"],
  ["BE", "BE2012345678", "BE0123456789"],
  ["BE", "BE123456789", "BE0123456789"],
  ["DE", "DE12345678", "DE123456789"],
  ["DE", "DE1234567890", "DE123456789"],
  ["DE", "123456789", "DE123456789"],
  ["DE", "DE12345678O", "DE123456789"],
  ["DE", "", "DE123456789"],
  ["FR", "DE123456789", "FR12345678901"],
  ["FR", "FRI1123456789", "FR12345678901"],
  ["MC", "MC123456789", "FR12345678901"],
  ["GR", "GR123456789", "EL123456789"],
  ["ES", "ES123456789", "ESB12345678"],
  ["LT", "LT1234567890", "LT123456789"],
  ["RO", "RO1", "RO12345678"],
  ["RO", "RO12345678901", "RO12345678"],
] as const)("%s: %s does not look right, and the example is %s", (country, number, example) => {
  expect(expectedVatNumber(country, number)).toBe(example);
});

describe.each(euCountries)("%s", (country) => {
  const example = expectedVatNumber(country, "")!;

  test("has a format that its own example matches", () => {
    expect(expectedVatNumber(country, example)).toBeUndefined();
  });

  test("accepts no number with an additional letter, or without its prefix", () => {
    expect(expectedVatNumber(country, `${example}Q`)).toBe(example);
    expect(expectedVatNumber(country, example.slice(2))).toBe(example);
  });
});

test("Separators between the digits are not part of a number", () => {
  expect(compactVatNumber(" de 123.456–789/0 ")).toBe("DE1234567890");
});

test.each([
  ["at u1234.5678", "ATU12345678"],
  ["EL 094 014 201", "EL094014201"],
  ["CHE-123.456.789 MWST", "CHE123456789MWST"],
  ["tr 123 456 7890", "TR1234567890"],
  ["USt-IdNr. 123.456", "USt-IdNr. 123.456"],
  ["143/123/45678", "143/123/45678"],
  ["St.-Nr. 143/123/45678", "St.-Nr. 143/123/45678"],
  ["12-3456789", "12-3456789"],
  ["Nr. 12/345/67890", "Nr. 12/345/67890"],
  ["St 143/123/45678", "St 143/123/45678"],
  ["Finanzamt Hamburg, 22/815/08154", "Finanzamt Hamburg, 22/815/08154"],
  ["fr k7 123 456 789", "FRK7123456789"],
  ["GB HA 567", "GBHA567"],
  ["XK 810 000 000", "XK 810 000 000"],
])("the number %j is written as %j", (typed, written) => {
  expect(formatTaxNumber(typed)).toBe(written);
});
