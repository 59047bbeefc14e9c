import type { SectionName } from "@tonneline/contract/settings";

type Kind = "text" | "number" | "country" | "zone" | "address" | "switch" | "lines";

/** A field of a section: `address` may be empty, which stands for null; `lines` is a list, one entry a line. */
export interface SettingsField {
  name: string;
  kind: Kind;
  optional?: true;
}

const text = (name: string): SettingsField => ({ name, kind: "text" });

/** The sections in their order on the page, with their fields. */
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
    fields: [text("iban"), text("bic"), text("bankName"), { name: "days", kind: "number" }],
  },
  {
    section: "bank",
    fields: [
      { name: "allowance", kind: "number" },
      { name: "accounts", kind: "lines" },
    ],
  },
  { section: "vatChecks", fields: [{ name: "days", kind: "number" }] },
  {
    section: "bookkeeping",
    fields: (
      [
        "adviser",
        "client",
        "firstMonth",
        "revenueTaxed",
        "revenueReverseCharge",
        "revenueOutsideEu",
        "firstDebtor",
      ] as const
    ).map((name) => ({ name, kind: "number" })),
  },
  {
    section: "reminders",
    fields: [
      { name: "automatic", kind: "switch" },
      ...["level1Days", "level2Days", "level3Days", "payWithinDays"].map((name) => ({
        name,
        kind: "number" as const,
      })),
      { name: "fee", kind: "number", optional: true },
      { name: "interestPercent", kind: "number", optional: true },
    ],
  },
  { section: "retirements", fields: [{ name: "secondPerson", kind: "switch" }] },
  { section: "approval", fields: [{ name: "holdHours", kind: "number" }] },
  { section: "reservation", fields: [{ name: "minutes", kind: "number" }] },
  {
    section: "ceilings",
    fields: (
      ["heldTonnes", "holdsPerDay", "ordersPerHour", "exportsPerUser", "exportsPerServer"] as const
    ).map((name) => ({ name, kind: "number" })),
  },
  {
    section: "retention",
    fields: ["mailDays", "sessionDays", "attemptDays", "answerDays", "auditDays"].map((name) => ({
      name,
      kind: "number" as const,
    })),
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

/** A stored section as the fields show it: everything is text. */
export function toTexts(fields: readonly SettingsField[], stored: Record<string, unknown>) {
  const textOf = (value: unknown) =>
    Array.isArray(value) ? value.join("\n") : String(value ?? "");
  return Object.fromEntries(fields.map(({ name }) => [name, textOf(stored[name])]));
}

type Value = string | number | boolean | string[] | null;

/** What was typed, as the API takes it; empty optional fields are null or left out. */
export function fromTexts(
  fields: readonly SettingsField[],
  texts: Record<string, string>,
): Record<string, Value> {
  const values: Record<string, Value> = {};
  for (const { name, kind, optional } of fields) {
    const typed = (texts[name] ?? "").trim();
    // A comma is how many people write a fraction; what is no number is refused by the schema.
    const number = typed === "" ? Number.NaN : Number(typed.replace(",", "."));
    if (kind === "lines") values[name] = typed.split(/[\s,;]+/).filter(Boolean);
    else if (kind === "switch") values[name] = typed === "true";
    else if (typed !== "" || !optional) values[name] = kind === "number" ? number : typed;
    else if (kind === "address") values[name] = null;
  }
  return values;
}
