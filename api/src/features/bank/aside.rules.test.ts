import { expect, test } from "vitest";
import { ruleFor } from "./aside.rules.ts";

const entry = {
  amountCents: -1240,
  payer: "Bank of Tests AG",
  payerIban: "DE02120300000000202051",
  text: "Account fee, 01/2026",
  returnReason: null,
};
const rule = { outgoing: true, payer: "", payerIban: entry.payerIban, words: "FEE account" };

test.each([
  ["of its account, with all its words in any order and case", {}, {}, true],
  ["without words, of its account alone", {}, { words: "" }, true],
  ["of another name, since the account tells", { payer: "Other" }, { payer: "Bank" }, true],
  ["of another account", { payerIban: "DE89370400440532013000" }, {}, false],
  ["that came in instead", { amountCents: 1240 }, {}, false],
  ["that lacks one word", { text: "Account 01/2026" }, {}, false],
  ["that has a word only within another", { text: "Account coffee" }, {}, false],
  ["that the bank took back", { returnReason: "AM05" }, {}, false],
  [
    "by its name, however written, where the rule knows no account",
    {},
    { payerIban: "", payer: "BANK OF TESTS, AG" },
    true,
  ],
  ["of another name without an account", {}, { payerIban: "", payer: "Other bank" }, false],
  [
    "that names nobody, by its words",
    { payer: "", payerIban: "" },
    { payerIban: "", payer: "" },
    true,
  ],
  ["that names somebody, by a rule of nobody", {}, { payerIban: "", payer: "" }, false],
])("An entry %s", (_, ofEntry, ofRule, fits) => {
  const rules = [{ ...rule, ...ofRule }];
  expect(ruleFor({ ...entry, ...ofEntry }, rules)).toBe(fits ? rules[0] : undefined);
});

test("The first matching rule provides the reason", () => {
  const other = { ...rule, words: "other" };
  const rules = [other, rule, { ...rule }];
  expect(ruleFor(entry, rules)).toBe(rules[1]);
});
