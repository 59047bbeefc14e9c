import { expect, test } from "vitest";
import { isIban, isInSepa } from "./iban.rules.ts";

test.each([
  ["DE89370400440532013000", true],
  ["GB82WEST12345698765432", true],
  ["NO9386011117947", true],
  ["MT84MALT011000012345MTLCAST001S", true],
  ["DE88370400440532013000", false],
  ["DE89370400440532013001", false],
  ["DE89370400440532031000", false],
  ["DE89 370400440532013000", false],
  ["de89370400440532013000", false],
  ["", false],
])("%j is an IBAN: %s", (iban, is) => {
  expect(isIban(iban)).toBe(is);
});

test.each([
  ["CH9300762011623852957", true],
  ["RS35260005601001611379", true],
  ["AE070331234567890123456", false],
  ["TR330006100519786457841326", false],
])("A SEPA transfer reaches %s: %s", (iban, is) => {
  expect(isInSepa(iban)).toBe(is);
});
