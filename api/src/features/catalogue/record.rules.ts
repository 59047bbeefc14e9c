import { countryNames } from "@tonneline/contract/countries";
import { codeNames } from "@tonneline/contract/codes";
import {
  recordFields,
  vintageFields,
  type RecordFact,
  type RecordField,
  type VintageField,
} from "@tonneline/contract/evidence";
import { formatInteger } from "../../core/formats.ts";

/** A project's facts from the last import; older imports lack some of them. */
export interface ImportedFacts {
  name?: string;
  status?: string;
  auditor?: string;
  type?: string;
  methodology?: string;
  countries?: string[];
  impactType?: string;
  methodologyVersion?: string;
  siteLocation?: string;
  registeredOn?: string | null;
  firstVintageYear?: number | null;
  bufferPool?: number | null;
}

/** The data of a vintage that its record is derived from. */
export interface VintageSource {
  id: number;
  year: number;
  impactType: string;
  creditType: string;
  methodology: string;
  /** ACTIVE: on sale. */
  status: string;
  /** Tonnes according to the registry; null if it has no figures. */
  registryIssued: number | null;
  registryRetired: number | null;
  /** Entered by operators. */
  operatorFacts: readonly RecordFact[];
}

/** The data of a project that its record and those of its vintages are derived from. */
export interface RecordSource {
  externalId: string | null;
  registryName: string;
  registryStatus: string | null;
  projectTypeName: string;
  countries: readonly string[];
  methodology: string;
  auditorName: string | null;
  labels: readonly { kind: string; detail: string; source: string; asOf: string }[];
  /** Totals of all vintages at the registry. */
  figures: { firstYear: number; issued: number; retired: number } | null;
  imported: { facts: ImportedFacts; source: string; asOf: string } | null;
  /** Entered by operators. */
  operatorFacts: readonly RecordFact[];
  vintages: readonly VintageSource[];
}

/** The project's name at the registry; null if it is the same or unknown. */
export function nameAtRegistry({
  name,
  imported,
}: Pick<RecordSource, "imported"> & { name: string }): string | null {
  const there = imported?.facts.name ?? name;
  return there === name ? null : there;
}

interface Finding {
  /** The text, or a function that makes it: most findings are only counted. */
  value: string | (() => string) | null;
  /** Whether the registry's export says the same. */
  fromRegistry: boolean;
  applies?: boolean;
  source?: string;
  asOf?: string;
}

const seller = "The seller";
const vague = new Set(["", "Other", "Not provided"]);
/** Types whose carbon is stored in plants and soils, from which fire, felling or ploughing can release it again. */
const reversible =
  /forest|grassland|wetland|REDD|agriculture|agroforestry|soil application|rice|mangrove/i;

const findingOf = (value: Finding["value"] | undefined, fromRegistry = true): Finding => ({
  value: value || null,
  fromRegistry,
});

/** Returns the vintages that are on sale. */
export const onSale = <T extends { status: string }>(vintages: readonly T[]): T[] =>
  vintages.filter(({ status }) => status === "ACTIVE");

function impactOf({ imported }: RecordSource, vintages: readonly VintageSource[]): Finding {
  const own = [...new Set(vintages.map(({ impactType }) => impactType))].toSorted();
  const codes =
    own.length > 0 ? own : [imported?.facts.impactType].filter((code) => code !== undefined);
  const names = codes.map((code) => codeNames[code as keyof typeof codeNames]);
  return findingOf(
    names.join(", "),
    codes.every((code) => code === imported?.facts.impactType),
  );
}

function reversalOf(
  { projectTypeName, imported }: RecordSource,
  vintages: readonly VintageSource[],
): Finding {
  const pool = imported?.facts.bufferPool ?? 0;
  if (pool > 0) return findingOf(() => `Buffer pool, ${formatInteger(pool)} t`);
  const isStored = vintages.some(({ impactType }) => impactType !== "REDUCTION");
  return { ...findingOf(null), applies: isStored || reversible.test(projectTypeName) };
}

/**
 * A label means that use abroad is authorised; that the registry shows no authorisation is only known for imported projects.
 */
function article6Of({ labels, imported }: RecordSource): Finding {
  const label = labels
    .filter(({ kind }) => kind === "ARTICLE_6")
    .toSorted((a, b) => (a.asOf < b.asOf ? 1 : -1))[0];
  if (label)
    return { ...findingOf(label.detail || "Authorised"), source: label.source, asOf: label.asOf };
  return findingOf(imported ? "No authorisation shown by the registry" : null);
}

const labelNames: Record<string, string> = {
  CCP: "CCP",
  CORSIA: "CORSIA",
  CCB: "CCB",
  SOCIAL_CARBON: "Social Carbon",
};

/** The labels with their scopes; source and date are those of the newest. */
function labelsOf({ labels, imported }: RecordSource): Finding {
  const others = labels.filter(({ kind }) => kind !== "ARTICLE_6");
  if (others.length === 0) return findingOf(imported ? "None shown by the registry" : null);
  const newest = others.toSorted((a, b) => (a.asOf < b.asOf ? 1 : -1))[0]!;
  const value = others
    .map(({ kind, detail }) => [labelNames[kind] ?? kind, detail].filter(Boolean).join(" "))
    .join("; ");
  return { ...findingOf(value), source: newest.source, asOf: newest.asOf };
}

function methodologyOf(methodology: string, { imported }: RecordSource): Finding {
  return findingOf(
    vague.has(methodology) ? null : methodology,
    methodology === imported?.facts.methodology,
  );
}

const issuedText = (issued: number, retired: number) => () =>
  `${formatInteger(issued)} t issued, ${formatInteger(retired)} t retired or cancelled`;

const findings: Record<RecordField, (project: RecordSource) => Finding> = {
  registryId: ({ externalId, registryName, imported }) =>
    findingOf(externalId && `${registryName} ${externalId}`, imported !== null),
  registryStatus: ({ registryStatus, imported }) =>
    findingOf(registryStatus, registryStatus === imported?.facts.status),
  registeredOn: ({ imported }) => findingOf(imported?.facts.registeredOn),
  projectType: ({ projectTypeName: type, imported }) =>
    findingOf(type, type.toLowerCase() === imported?.facts.type?.toLowerCase()),
  country: ({ countries, imported }) =>
    findingOf(
      countries.map((code) => (countryNames as Record<string, string>)[code] ?? code).join(", "),
      countries.join() === imported?.facts.countries?.join(),
    ),
  siteLocation: ({ imported }) => findingOf(imported?.facts.siteLocation),
  methodology: (project) => methodologyOf(project.methodology, project),
  methodologyVersion: ({ imported }) => findingOf(imported?.facts.methodologyVersion),
  verifier: ({ auditorName, imported }) =>
    findingOf(auditorName, auditorName === imported?.facts.auditor),
  firstVintage: ({ figures, imported }) => {
    const first = imported?.facts.firstVintageYear ?? figures?.firstYear;
    return findingOf(first === undefined ? null : String(first));
  },
  issuedAndRetired: ({ figures }) =>
    findingOf(figures && issuedText(figures.issued, figures.retired)),
  impactType: (project) => impactOf(project, onSale(project.vintages)),
  reversalCover: (project) => reversalOf(project, onSale(project.vintages)),
  article6: article6Of,
};

const vintageFindings: Record<
  VintageField,
  (vintage: VintageSource, project: RecordSource) => Finding
> = {
  methodology: ({ methodology }, project) =>
    methodologyOf(vague.has(methodology) ? project.methodology : methodology, project),
  methodologyVersion: (_vintage, project) => findings.methodologyVersion(project),
  verifier: (_vintage, project) => findings.verifier(project),
  issuedAndRetired: ({ registryIssued, registryRetired, creditType }) => ({
    ...findingOf(registryIssued === null ? null : issuedText(registryIssued, registryRetired ?? 0)),
    applies: creditType === "EX_POST",
  }),
  impactType: (vintage, project) => impactOf(project, [vintage]),
  reversalCover: (vintage, project) => reversalOf(project, [vintage]),
  labels: (_vintage, project) => labelsOf(project),
  article6: (_vintage, project) => article6Of(project),
};

/** Facts that only the vintage itself provides, whatever was entered for its project. */
const onlyOwn: ReadonlySet<string> = new Set(["issuedAndRetired", "impactType"]);

const stateOf = ({ value, applies = true }: Finding): RecordFact["state"] => {
  if (value !== null) return "KNOWN";
  return applies ? "UNKNOWN" : "NOT_APPLICABLE";
};

function fact(
  field: RecordFact["field"],
  finding: Finding,
  { imported }: RecordSource,
): RecordFact {
  const { value, fromRegistry, source, asOf } = finding;
  const state = stateOf(finding);
  if (value === null) return { field, state };
  const known = { field, state, value: typeof value === "string" ? value : value() };
  if (source !== undefined && asOf !== undefined) return { ...known, source, asOf };
  if (!fromRegistry || !imported) return { ...known, source: seller };
  return { ...known, source: imported.source, asOf: imported.asOf };
}

const operatorFactOf = (
  field: RecordFact["field"],
  { operatorFacts }: { operatorFacts: readonly RecordFact[] },
) => operatorFacts.find((each) => each.field === field);

function factOf(field: RecordField, project: RecordSource): RecordFact {
  return operatorFactOf(field, project) ?? fact(field, findings[field](project), project);
}

function operatorFactOfVintage(field: VintageField, vintage: VintageSource, project: RecordSource) {
  return (
    operatorFactOf(field, vintage) ??
    (onlyOwn.has(field) ? undefined : operatorFactOf(field, project))
  );
}

function vintageFactOf(
  field: VintageField,
  vintage: VintageSource,
  project: RecordSource,
): RecordFact {
  const operatorFact = operatorFactOfVintage(field, vintage, project);
  return operatorFact ?? fact(field, vintageFindings[field](vintage, project), project);
}

interface RecordView {
  known: number;
  of: number;
  fields: RecordFact[];
}

const isKnown = ({ state }: { state: RecordFact["state"] }) => state === "KNOWN";
const knownOf = (facts: readonly RecordFact[]) => facts.filter(isKnown).length;

/**
 * Returns the fourteen facts of a project, each known with its source, unknown, or not applicable. An
 * operator's entry takes precedence over the registry's; nothing is inferred from other facts.
 */
export function recordOf(project: RecordSource): RecordView {
  const fields = recordFields.map((field) => factOf(field, project));
  return { known: knownOf(fields), of: fields.length, fields };
}

const ownFields: readonly string[] = vintageFields;
const sharedFields = recordFields.filter(
  (field) => field !== "firstVintage" && !ownFields.includes(field),
);

/**
 * The same for each vintage. Its fields are the facts in which vintages differ; an entry for the
 * vintage takes precedence over one for the project. The counts are for all fourteen facts.
 */
export function vintageRecordsOf(project: RecordSource): (VintageSource & RecordView)[] {
  const shared = knownCount(sharedFields, project);
  return project.vintages.map((vintage) => {
    const fields = vintageFields.map((field) => vintageFactOf(field, vintage, project));
    const of = sharedFields.length + fields.length;
    return { ...vintage, known: shared + knownOf(fields), of, fields };
  });
}

/** Counts the known facts of the vintage on sale that has the most, or of the project if none is on sale. */
export function bestKnown(project: RecordSource): Pick<RecordView, "known" | "of"> {
  const vintages = onSale(project.vintages);
  if (vintages.length === 0) {
    return { known: knownCount(recordFields, project), of: recordFields.length };
  }
  const own = vintages.map((vintage) => knownCountOfVintage(vintage, project));
  return {
    known: knownCount(sharedFields, project) + Math.max(...own),
    of: sharedFields.length + vintageFields.length,
  };
}

/** Counts known facts without formatting them: lists need the count for every project. */
function knownCount(fields: readonly RecordField[], project: RecordSource): number {
  let known = 0;
  for (const field of fields) {
    const operatorFact = operatorFactOf(field, project);
    if (operatorFact ? isKnown(operatorFact) : findings[field](project).value !== null) known++;
  }
  return known;
}

function knownCountOfVintage(vintage: VintageSource, project: RecordSource): number {
  let known = 0;
  for (const field of vintageFields) {
    const operatorFact = operatorFactOfVintage(field, vintage, project);
    if (
      operatorFact ? isKnown(operatorFact) : vintageFindings[field](vintage, project).value !== null
    )
      known++;
  }
  return known;
}
