import { get, set } from "react-hook-form";
import type { ProjectFields, VintageFields } from "./form.ts";

/** The fields outside the grid, in page order; each is compared and chosen as a whole. */
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

/** The columns that the grid shows below a row on request. */
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

/** A unit of comparison between two versions: a field, a column of a vintage, or the existence of a vintage. */
export type Fact =
  | { kind: "field"; path: PlainFact }
  | { kind: "column"; vintage: string; column: VintageFact }
  | { kind: "vintage"; vintage: string };

/** Returns a fact's key for sets and maps. The keys of a vintage's columns start with the vintage's key and a dot. */
export function keyOf(fact: Fact): string {
  if (fact.kind === "field") return fact.path;
  return fact.kind === "vintage" ? fact.vintage : `${fact.vintage}.${fact.column}`;
}

/** Returns a version's row with the given key; undefined if it has none. */
export function vintageOf(fields: ProjectFields, key: string): VintageFields | undefined {
  return fields.vintages.find((vintage) => vintage.key === key);
}

/** Returns a version's value of a fact; undefined for a column of a vintage that it lacks. */
export function valueOf(fields: ProjectFields, fact: Fact): unknown {
  if (fact.kind === "field") return get(fields, fact.path) as unknown;
  const vintage = vintageOf(fields, fact.vintage);
  return fact.kind === "vintage" ? vintage !== undefined : vintage?.[fact.column];
}

// A directory entry renamed meanwhile is still the same entry.
const withoutName = (value: unknown) =>
  value !== null && typeof value === "object" && "id" in value ? value.id : value;

/** Input in the details of an offer is ignored while the offer is off. */
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

/** Returns the differences between two versions, in page order. A vintage that only one of them has is one fact. */
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

/** Returns a copy of one version with the given facts taken from the other. */
export function applyFacts(
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
