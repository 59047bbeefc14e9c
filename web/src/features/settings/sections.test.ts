import { sections, type SectionName } from "@tonneline/contract/settings";
import { expect, test } from "vitest";
import { fromTexts, sectionFields } from "./sections.ts";

const fieldsOf = (section: SectionName) =>
  sectionFields.find((each) => each.section === section)!.fields;

/** Parses one field of a section. */
function read(section: SectionName, name: string, text: string) {
  const fields = fieldsOf(section).filter((field) => field.name === name);
  return fromTexts(fields, { [name]: text })[name];
}

test.each([
  ["ceilings", "heldTonnes", "10,000", 10_000],
  ["ceilings", "heldTonnes", "40 000 t", 40_000],
  ["ceilings", "holdsPerDay", "1,500", 1500],
  ["retention", "auditDays", "3,650", 3650],
  ["reservation", "minutes", "1,440", 1440],
  ["reservation", "minutes", "0,5", 0.5],
  ["approval", "holdHours", "120", 120],
  ["bank", "allowance", "1,000", 1000],
  ["bank", "allowance", "2,50 €", 2.5],
  ["reminders", "fee", "€40", 40],
  ["reminders", "interestPercent", "9,12 %", 9.12],
] as const)("%s %s typed as %j is %d", (section, name, text, number) =>
  expect(read(section, name, text)).toBe(number),
);

test.each([
  ["reservation", "minutes", "1.440", /minutes/],
  ["payment", "days", "1,5", /whole days/],
  ["payment", "days", "1e1", /whole days/],
  ["bank", "allowance", "", /an amount from 0 to 1,000/],
  ["reminders", "interestPercent", "7.125", /percentage from 0 to 100/],
] as const)("%s %s typed as %j is rejected at its field", (section, name, text, expected) => {
  const { error } = sections[section].safeParse({ [name]: read(section, name, text) });
  expect(error?.issues.find(({ path }) => path[0] === name)?.message).toMatch(expected);
});

test("empty optional fields are omitted", () => {
  expect(read("reminders", "fee", " ")).toBeUndefined();
});
