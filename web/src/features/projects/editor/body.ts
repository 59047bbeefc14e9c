import type { z } from "zod";
import { newProject, projectChange } from "@tonneline/contract/projects";
import { newVintage, vintageChange } from "@tonneline/contract/vintages";
import type { Base } from "./base.ts";
import { differences, type PlainFact, type VintageFact } from "./facts.ts";
import type { ProjectFields, VintageFields } from "./form.ts";
import { eurosIn, tonnesIn, typedYears, yearIn } from "./numbers.ts";

type ProjectBody = Omit<z.input<typeof newProject>, "newVintages">;
export type BodyKey = keyof ProjectBody;

const orNull = (text: string) => (text.trim() === "" ? null : text);

/** Maps the fields of a project to a request body. Unreadable values are left for the contract's schema to refuse. */
function bodyOf(fields: ProjectFields): Record<BodyKey, unknown> {
  const { financing, sponsoring } = fields;
  return {
    name: fields.name,
    description: fields.description,
    status: fields.status,
    hidden: fields.hidden,
    projectTypeId: fields.projectType?.id,
    methodology: fields.methodology,
    registryId: fields.registry?.id,
    externalId: orNull(fields.externalId),
    registryUrl: orNull(fields.registryUrl),
    registryStatus: orNull(fields.registryStatus),
    projectDeveloperId: fields.developer?.id,
    auditorId: fields.auditor?.id ?? null,
    continent: fields.continent || null,
    countries: fields.countries,
    sustainableDevelopmentGoals: fields.goals,
    labels: fields.labels,
    embedUrl: orNull(fields.embedUrl),
    youtubeVideos: fields.videos.map(({ address }) => address),
    investmentAvailable: fields.investmentAvailable,
    demonstration: fields.demonstration,
    financingDetails: financing.on
      ? {
          expectedCredits: tonnesIn(financing.expectedCredits),
          financingOpportunity: { from: financing.from, to: financing.to },
          averagePricePerCredit: eurosIn(financing.price),
          creditingPeriod: typedYears(financing.creditingPeriod),
          methodology: financing.methodology,
        }
      : null,
    sponsoringDetails: sponsoring.on
      ? {
          expectedImpact: sponsoring.expectedImpact,
          sponsoringOpportunity: { from: sponsoring.from, to: sponsoring.to },
        }
      : null,
  };
}

const renamed: Partial<Record<PlainFact, BodyKey>> = {
  projectType: "projectTypeId",
  registry: "registryId",
  developer: "projectDeveloperId",
  auditor: "auditorId",
  goals: "sustainableDevelopmentGoals",
  videos: "youtubeVideos",
};

function bodyKeyOf(path: PlainFact): BodyKey {
  if (path.startsWith("financing.")) return "financingDetails";
  if (path.startsWith("sponsoring.")) return "sponsoringDetails";
  return renamed[path] ?? (path as BodyKey);
}

/**
 * Builds the body that saves the project's own fields: all for a new project, else those that differ; undefined if none do.
 */
export function projectBody(
  base: Base,
  fields: ProjectFields,
): Record<string, unknown> | undefined {
  const body = bodyOf(fields);
  if (base.version === 0) {
    const { continent, ...others } = body;
    // If omitted, it is that of the first country.
    return continent === null ? others : body;
  }
  const changed = differences(base.fields, fields).filter((fact) => fact.kind === "field");
  if (changed.length === 0) return undefined;
  // A disabled offer is null on both sides, whatever is typed in it.
  const keys = new Set(changed.map(({ path }) => bodyKeyOf(path)));
  return { ...Object.fromEntries([...keys].map((key) => [key, body[key]])), version: base.version };
}

function columnOf(row: VintageFields, column: VintageFact): unknown {
  if (column === "year") return yearIn(row.year);
  if (column === "price") return eurosIn(row.price);
  if (column === "credits") return tonnesIn(row.credits) ?? 0;
  if (column === "periodStart" || column === "periodEnd" || column === "expectedDelivery")
    return orNull(row[column]);
  return row[column];
}

/** Builds the body that saves a row: all of a new one, else the columns that differ; undefined if none do. */
export function vintageBody(base: Base, row: VintageFields): Record<string, unknown> | undefined {
  const columns = (names: readonly VintageFact[]) =>
    Object.fromEntries(names.map((name) => [name, columnOf(row, name)]));
  if (row.vintageId === null) {
    const { methodology, ...others } = columns(allColumns);
    // Without its own, a vintage uses the project's.
    return row.methodology.trim() === "" ? others : { ...others, methodology };
  }
  const before = base.fields.vintages.find(({ key }) => key === row.key);
  const names = changeable.filter((name) => before?.[name] !== row[name]);
  if (names.length === 0) return undefined;
  return { ...columns(names), version: base.vintageVersions[row.vintageId] ?? 1 };
}

/**
 * Builds the single body that saves all differences, with the rows behind its lists of vintages, each in the list's order.
 */
export function saveBody(base: Base, fields: ProjectFields) {
  const rows = fields.vintages.map((row) => ({ row, body: vintageBody(base, row) }));
  const added = rows.filter(({ row, body }) => body && row.vintageId === null);
  const changed = rows.filter(({ row, body }) => body && row.vintageId !== null);
  const body = {
    ...(projectBody(base, fields) ?? { version: base.version }),
    ...(added.length > 0 && { newVintages: added.map((each) => each.body) }),
    ...(changed.length > 0 && {
      changedVintages: changed.map((each) => ({ ...each.body, id: each.row.vintageId })),
    }),
  };
  return { body, added: added.map(({ row }) => row), changed: changed.map(({ row }) => row) };
}

const changeable = [
  "year",
  "creditType",
  "claimType",
  "impactType",
  "status",
  "price",
  "methodology",
  "periodStart",
  "periodEnd",
  "expectedDelivery",
  "deliveryState",
  "deliveryNote",
] as const;
const allColumns = [...changeable, "credits"] as const;

/** Returns the schema that validates the project's body before sending. */
export const schemaOfProject = (base: Base) => (base.version === 0 ? newProject : projectChange);
/** Returns the schema that validates a vintage's body; a row without an id is new. */
export const schemaOfVintage = (row: VintageFields) =>
  row.vintageId === null ? newVintage : vintageChange;
