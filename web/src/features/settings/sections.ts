import { typedPercent } from "@tonneline/contract/percents";
import type { SectionName } from "@tonneline/contract/settings";
import {
  typedDecimal,
  typedEuros,
  typedTonnes,
  typedWhole,
  type Reader,
} from "@tonneline/contract/typed";

/** Parsers of the numeric kinds, as everywhere else, so that "10,000" is never ten. */
const readers = {
  whole: typedWhole,
  decimal: typedDecimal,
  tonnes: typedTonnes,
  euros: typedEuros,
  percent: typedPercent,
} satisfies Record<string, Reader>;
type NumberKind = keyof typeof readers;
type Kind = NumberKind | "text" | "country" | "zone" | "address" | "switch" | "lines";

/** Whether input of this kind is parsed as a number. */
export const isNumber = (kind: Kind): kind is NumberKind => kind in readers;

/** A field of a section: `address` may be empty, which stands for null; `lines` is a list with one entry per line. */
export interface SettingsField {
  name: string;
  kind: Kind;
  optional?: true;
}

const text = (name: string): SettingsField => ({ name, kind: "text" });
const whole = (name: string): SettingsField => ({ name, kind: "whole" });

/** The sections with their fields, in the order of the page. */
export const sectionFields: readonly { section: SectionName; fields: SettingsField[] }[] = [
  {
    section: "seller",
    fields: [
      text("name"),
      text("street"),
      text("postalCode"),
      text("city"),
      { name: "countryCode", kind: "country" },
      { name: "timeZone", kind: "zone" },
      text("vatNumber"),
      text("taxNumber"),
      { ...text("registration"), optional: true },
      { ...text("phone"), optional: true },
      text("email"),
    ],
  },
  {
    section: "payment",
    fields: [text("iban"), text("bic"), text("bankName"), whole("days")],
  },
  {
    section: "bank",
    fields: [
      { name: "allowance", kind: "euros" },
      { name: "accounts", kind: "lines" },
    ],
  },
  { section: "vatChecks", fields: [whole("days")] },
  {
    section: "bookkeeping",
    fields: [
      "adviser",
      "client",
      "firstMonth",
      "revenueTaxed",
      "revenueReverseCharge",
      "revenueOutsideEu",
      "firstDebtor",
    ].map(whole),
  },
  {
    section: "reminders",
    fields: [
      { name: "automatic", kind: "switch" },
      ...["level1Days", "level2Days", "level3Days", "payWithinDays"].map(whole),
      { name: "fee", kind: "euros", optional: true },
      { name: "interestPercent", kind: "percent", optional: true },
    ],
  },
  { section: "retirements", fields: [{ name: "secondPerson", kind: "switch" }] },
  { section: "approval", fields: [{ name: "holdHours", kind: "decimal" }] },
  { section: "reservation", fields: [{ name: "minutes", kind: "decimal" }] },
  {
    section: "ceilings",
    fields: [
      { name: "heldTonnes", kind: "tonnes" },
      ...["holdsPerDay", "ordersPerHour", "exportsPerUser", "exportsPerServer"].map(whole),
    ],
  },
  {
    section: "retention",
    fields: [
      ...["mailDays", "sessionDays", "attemptDays", "answerDays", "auditDays"].map(whole),
      ...["notificationDays", "registrationDays", "requestDays"].map(whole),
    ],
  },
  { section: "access", fields: [{ name: "adminsNeedSecondFactor", kind: "switch" }] },
  { section: "brand", fields: [text("name")] },
  { section: "links", fields: [{ name: "companySite", kind: "address", optional: true }] },
  { section: "sharing", fields: [{ name: "byLink", kind: "switch" }] },
  {
    section: "external",
    fields: [
      { name: "contactFormUrl", kind: "address", optional: true },
      { name: "meetingUrl", kind: "address", optional: true },
    ],
  },
  { section: "embeds", fields: [{ name: "hosts", kind: "lines" }] },
];

/** Converts a stored section to the strings of its fields. */
export function toTexts(fields: readonly SettingsField[], stored: Record<string, unknown>) {
  const textOf = (value: unknown) =>
    Array.isArray(value) ? value.join("\n") : String(value ?? "");
  return Object.fromEntries(fields.map(({ name }) => [name, textOf(stored[name])]));
}

type Value = string | number | boolean | string[] | null;

/** Converts the input to the API's format; empty optional fields are null or omitted. */
export function fromTexts(
  fields: readonly SettingsField[],
  texts: Record<string, string>,
): Record<string, Value> {
  const values: Record<string, Value> = {};
  for (const { name, kind, optional } of fields) {
    const typed = (texts[name] ?? "").trim();
    if (kind === "lines") values[name] = typed.split(/[\s,;]+/).filter(Boolean);
    else if (kind === "switch") values[name] = typed === "true";
    // NaN is rejected by the schema.
    else if (typed !== "" || !optional)
      values[name] = isNumber(kind) ? (readers[kind](typed) ?? Number.NaN) : typed;
    else if (kind === "address") values[name] = null;
  }
  return values;
}
