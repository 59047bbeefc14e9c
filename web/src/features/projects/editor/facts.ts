import { get, set } from "react-hook-form";
import type { ProjectFields, VintageFields } from "./form.ts";

/** The fields outside the grid, in the order of the page; each is compared and chosen as a whole. */
export const plainFacts = [
  "name",
  "description",
  "status",
  "hidden",
  "projectType",
  "methodology",
  "registry",
  "externalId",
  "registryUrl",
  "registryStatus",
  "developer",
  "auditor",
  "continent",
  "countries",
  "goals",
  "labels",
  "embedUrl",
  "videos",
  "investmentAvailable",
  "demonstration",
  "financing.on",
  "financing.expectedCredits",
  "financing.from",
  "financing.to",
  "financing.price",
  "financing.creditingPeriod",
  "financing.methodology",
  "sponsoring.on",
  "sponsoring.expectedImpact",
  "sponsoring.from",
  "sponsoring.to",
] as const;
export type PlainFact = (typeof plainFacts)[number];

/** The columns of the grid. */
export const vintageColumns = [
  "year",
  "creditType",
  "claimType",
  "impactType",
  "status",
  "credits",
  "price",
] as const satisfies readonly (keyof VintageFields)[];

/** What the grid shows below a row, when asked. */
export const vintageDetails = [
  "methodology",
  "periodStart",
  "periodEnd",
  "expectedDelivery",
  "deliveryState",
  "deliveryNote",
] as const satisfies readonly (keyof VintageFields)[];

const vintageFacts = [...vintageColumns, ...vintageDetails];
export type VintageFact = (typeof vintageFacts)[number];

/** One thing that two versions can differ in: a field, a column of a vintage, or whether the vintage is there at all. */
export type Fact =
  | { kind: "field"; path: PlainFact }
  | { kind: "column"; vintage: string; column: VintageFact }
  | { kind: "vintage"; vintage: string };

/** A text for sets and maps. The key of a vintage, with a dot, begins those of its columns. */
export function keyOf(fact: Fact): string {
  if (fact.kind === "field") return fact.path;
  return fact.kind === "vintage" ? fact.vintage : `${fact.vintage}.${fact.column}`;
}

/** The row with a key of a version; undefined where that version does not have it. */
export function vintageOf(fields: ProjectFields, key: string): VintageFields | undefined {
  return fields.vintages.find((vintage) => vintage.key === key);
}

/** What a version says of a fact; undefined for a column of a vintage that it does not have. */
export function valueOf(fields: ProjectFields, fact: Fact): unknown {
  if (fact.kind === "field") return get(fields, fact.path) as unknown;
  const vintage = vintageOf(fields, fact.vintage);
  return fact.kind === "vintage" ? vintage !== undefined : vintage?.[fact.column];
}

// A row of a directory may have been renamed meanwhile and is still the same row.
const withoutName = (value: unknown) =>
  value !== null && typeof value === "object" && "id" in value ? value.id : value;

/** What is typed in the details of an offer does not count while the offer is off. */
function counts(fields: ProjectFields, fact: Fact): boolean {
  const offer =
    fact.kind === "field" ? /^(financing|sponsoring)\.(?!on$)/.exec(fact.path)?.[1] : undefined;
  return offer === undefined || fields[offer as "financing" | "sponsoring"].on;
}

function same(one: ProjectFields, other: ProjectFields, fact: Fact): boolean {
  if (!counts(one, fact) && !counts(other, fact)) return true;
  const [left, right] = [one, other].map((fields) =>
    JSON.stringify(withoutName(valueOf(fields, fact))),
  );
  return left === right;
}

/** What two versions say differently, in the order of the page. A vintage that only one of them has is one fact. */
export function differences(one: ProjectFields, other: ProjectFields): Fact[] {
  const fields = plainFacts.map((path): Fact => ({ kind: "field", path }));
  const keys = [...one.vintages, ...other.vintages].map(({ key }) => key);
  const rows = [...new Set(keys)].flatMap((vintage): Fact[] =>
    vintageOf(one, vintage) && vintageOf(other, vintage)
      ? vintageFacts.map((column) => ({ kind: "column", vintage, column }))
      : [{ kind: "vintage", vintage }],
  );
  return [...fields, ...rows].filter((fact) => !same(one, other, fact));
}

/** A version in which each of the given facts is as the other version says it. */
export function taking(
  mine: ProjectFields,
  theirs: ProjectFields,
  facts: readonly Fact[],
): ProjectFields {
  const merged = structuredClone(mine);
  for (const fact of facts) {
    if (fact.kind === "field") set(merged, fact.path, structuredClone(valueOf(theirs, fact)));
    else if (fact.kind === "column") {
      const row = vintageOf(merged, fact.vintage);
      const value = vintageOf(theirs, fact.vintage)?.[fact.column];
      if (row && value !== undefined) Object.assign(row, { [fact.column]: value });
    } else {
      const row = vintageOf(theirs, fact.vintage);
      if (row) merged.vintages.push({ ...row });
      else merged.vintages = merged.vintages.filter(({ key }) => key !== fact.vintage);
    }
  }
  return merged;
}
