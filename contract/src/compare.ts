import { z } from "zod";
import { image, label, vintage } from "./catalogue.ts";
import { availabilityStatuses, continents, labelKinds } from "./codes.ts";
import { creditTypeText } from "./delivery.ts";
import { formatDay } from "./days.ts";
import { endpoint, file, xlsxType } from "./endpoint.ts";
import { vintageRecord, type VintageField } from "./evidence.ts";
import { coded, id, repeatable, money, named, textInt } from "./shapes.ts";

const registryTonnes = z.int().nullable();

/** A vintage with everything that a comparison shows. A withdrawn one has neither price nor credits. */
export const comparedVintage = vintage.extend({
  /** Tonnes according to the registry, as of the last import; null if it gives no figure. */
  registryIssued: registryTonnes,
  registryRetired: registryTonnes,
  registryRemaining: registryTonnes,
  record: vintageRecord,
  project: z.object({
    id,
    name: z.string(),
    externalId: z.string().nullable(),
    registry: named,
    registryUrl: z.string().nullable(),
    registryStatus: z.string().nullable(),
    projectDeveloper: named,
    projectType: named,
    auditor: named.nullable(),
    countries: z.array(z.string()),
    continent: z.enum(continents).nullable(),
    sustainableDevelopmentGoals: z.array(z.int()),
    status: coded(availabilityStatuses),
    labels: z.array(label),
    images: z.array(image),
    reports: z.array(z.object({ id, name: z.string(), price: money })),
    demonstration: z.boolean(),
  }),
});
export type ComparedVintage = z.output<typeof comparedVintage>;

export const maxCompared = 6;

const several = "Expected two to six vintages";
const query = z.strictObject({
  ids: repeatable(textInt(1), several).refine(
    ({ length }) => length >= 2 && length <= maxCompared,
    several,
  ),
});

/** Returns vintages in the requested order; hidden and unknown ones are left out. */
export const compareVintages = endpoint({
  method: "GET",
  path: "/vintages",
  access: "admitted",
  summary: "Two to six vintages side by side",
  query,
  response: z.object({ content: z.array(comparedVintage) }),
});

export const getComparisonPdf = endpoint({
  method: "GET",
  path: "/vintages/comparison.pdf",
  access: "admitted",
  summary: "The same comparison as a PDF",
  query,
  response: file("application/pdf"),
  generatedPerRequest: true,
  refusals: ["NOT_FOUND"],
});

export const getComparisonXlsx = endpoint({
  method: "GET",
  path: "/vintages/comparison.xlsx",
  access: "admitted",
  summary: "The same comparison as a spreadsheet, with plain figures",
  query,
  response: file(xlsxType),
  generatedPerRequest: true,
  refusals: ["NOT_FOUND"],
});

export const comparedGroups = ["price", "credit", "labels", "record"] as const;
export type ComparedGroup = (typeof comparedGroups)[number];

/** One fact across all vintages. */
export interface ComparedFact {
  key: string;
  group: ComparedGroup;
  unit: "euros" | "tonnes" | "text";
  /** In the order of the vintages. Null: unknown, or for a label: not shown by the registry. */
  values: (string | number | null)[];
  differs: boolean;
  /** Index of the only value that differs, if there are three or more and all others are equal. */
  odd: number | undefined;
}

type Read = (one: ComparedVintage) => string | number | null | undefined;
type Reader = readonly [key: string, group: ComparedGroup, unit: ComparedFact["unit"], read: Read];

const period = ({ periodStart, periodEnd, year }: ComparedVintage) =>
  periodStart && periodEnd ? `${formatDay(periodStart)} – ${formatDay(periodEnd)}` : String(year);
const labelOf =
  (kind: (typeof labelKinds)[number]): Read =>
  ({ project }) => {
    const given = project.labels.filter((one) => one.kind === kind);
    return given.length === 0 ? null : given.map(({ detail }) => detail || "Yes").join(", ");
  };

/** Reads a fact of the vintage's record; "–" if it does not apply. */
const factOf =
  (field: VintageField): Read =>
  ({ record }) => {
    const fact = record.fields.find((one) => one.field === field);
    return fact?.state === "NOT_APPLICABLE" ? "–" : fact?.value;
  };

/** Reads a registry figure; "–" for expected credits, which are not at the registry yet. */
const registryFigure =
  (key: "registryIssued" | "registryRetired" | "registryRemaining"): Read =>
  (one) =>
    one.creditType.id === "EX_ANTE" ? "–" : one[key];

const readers: readonly Reader[] = [
  [
    "price",
    "price",
    "euros",
    (one) => {
      if (one.status.id === "WITHDRAWN") return "–";
      return one.project.status.id === "CONTACT_REQUIRED" ? null : one.price;
    },
  ],
  ["available", "price", "tonnes", (one) => one.availableCredits],
  [
    "status",
    "price",
    "text",
    (one) => (one.status.id === "WITHDRAWN" ? one.status.name : one.project.status.name),
  ],
  ["report", "price", "euros", ({ project }) => project.reports[0]?.price],
  [
    "creditType",
    "credit",
    "text",
    (one) => creditTypeText(one.creditType.id, one.expectedDelivery),
  ],
  ["claimType", "credit", "text", (one) => one.claimType.name],
  ["impactType", "credit", "text", (one) => one.impactType.name],
  ["period", "credit", "text", period],
  ...labelKinds.map((kind): Reader => [kind, "labels", "text", labelOf(kind)]),
  ["known", "record", "text", ({ record: { known, of } }) => `${known} of ${of}`],
  ["projectType", "record", "text", ({ project }) => project.projectType.name],
  ["countries", "record", "text", ({ project }) => project.countries.join(", ")],
  [
    "registry",
    "record",
    "text",
    ({ project }) => [project.registry.name, project.externalId].filter(Boolean).join(" "),
  ],
  ["registryStatus", "record", "text", ({ project }) => project.registryStatus],
  ["developer", "record", "text", ({ project }) => project.projectDeveloper.name],
  ["methodology", "record", "text", (one) => one.methodology],
  ["verifier", "record", "text", factOf("verifier")],
  ["methodologyVersion", "record", "text", factOf("methodologyVersion")],
  ["reversalCover", "record", "text", factOf("reversalCover")],
  ["article6", "record", "text", factOf("article6")],
  ["issued", "record", "tonnes", registryFigure("registryIssued")],
  ["retired", "record", "tonnes", registryFigure("registryRetired")],
  ["remaining", "record", "tonnes", registryFigure("registryRemaining")],
];

/** Returns the facts of a comparison by group; within a group, facts that differ come first. */
export function comparedFacts(vintages: readonly ComparedVintage[]): ComparedFact[] {
  const facts = readers.map(([key, group, unit, read]): ComparedFact => {
    const values = vintages.map((one) => read(one) || (read(one) === 0 ? 0 : null));
    return {
      key,
      group,
      unit,
      values,
      differs: new Set(values).size > 1,
      odd: indexOfOddOne(values),
    };
  });
  return comparedGroups.flatMap((group) => {
    const own = facts.filter((fact) => fact.group === group);
    return [...own.filter(({ differs }) => differs), ...own.filter(({ differs }) => !differs)];
  });
}

function indexOfOddOne(values: ComparedFact["values"]): number | undefined {
  if (values.length < 3 || new Set(values).size !== 2) return undefined;
  const index = values.findIndex((value) => values.indexOf(value) === values.lastIndexOf(value));
  return index < 0 ? undefined : index;
}
