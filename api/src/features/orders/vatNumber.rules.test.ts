import { expect, test } from "vitest";
import { vatNumberLooksRight } from "./vatNumber.rules.ts";

test.each([
  ["DE136695976", "DE", true],
  ["de 136.695.976", "DE", true],
  ["DE13669597", "DE", false],
  ["FR83404833048", "FR", true],
  ["FR83404833048", "DE", false],
  ["EL094259216", "GR", true],
  ["ATU13585627", "AT", true],
  ["", "DE", false],
  // The format of a country that the list does not have is nobody's to judge.
  ["anything", "JP", true],
  ["", "JP", true],
])("%j as a VAT number of %s looks right: %s", (vatNumber, country, right) => {
  expect(vatNumberLooksRight(vatNumber, country)).toBe(right);
});
