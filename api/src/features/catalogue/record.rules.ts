import { countryNames } from "@tonneline/contract/countries";
import { codeNames } from "@tonneline/contract/codes";
import { recordFields, type RecordFact, type RecordField } from "@tonneline/contract/evidence";

/** What the last import said of a project; of older imports some is absent. */
export interface ImportedFacts {
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

/** A project as its record is made from it. */
export interface RecordSource {
  externalId: string | null;
  registryName: string;
  registryStatus: string | null;
  projectType: string;
  countries: readonly string[];
  methodology: string;
  auditor: string | null;
  /** Of its vintages on sale. */
  impactTypes: readonly string[];
  article6: readonly { detail: string; source: string; asOf: string }[];
  /** The sums of all vintages at the registry. */
  figures: { firstYear: number; issued: number; retired: number } | null;
  imported: { facts: ImportedFacts; source: string; asOf: string } | null;
  /** By operators. */
  told: readonly RecordFact[];
}

interface Finding {
  value: string | null;
  /** The registry's export says the same. */
  fromRegistry: boolean;
  applies?: boolean;
  source?: string;
  asOf?: string;
}

const tonnes = new Intl.NumberFormat("en-GB");
const seller = "The seller";
const vague = new Set(["", "Other", "Not provided"]);
/** Types whose tonnes are carbon in plants and soils, which fire, felling or a plough can release again. */
const reversible =
  /forest|grassland|wetland|REDD|agriculture|agroforestry|soil application|rice|mangrove/i;

const yes = (value: string | null | undefined, fromRegistry = true): Finding => ({
  value: value || null,
  fromRegistry,
});

function impactOf({ impactTypes, imported }: RecordSource): Finding {
  const own = [...new Set(impactTypes)].toSorted();
  const codes =
    own.length > 0 ? own : [imported?.facts.impactType].filter((code) => code !== undefined);
  const value = codes.map((code) => codeNames[code as keyof typeof codeNames]).join(", ");
  return yes(
    value,
    codes.every((code) => code === imported?.facts.impactType),
  );
}

function reversalOf(project: RecordSource): Finding {
  const { projectType, imported, impactTypes } = project;
  const pool = imported?.facts.bufferPool ?? 0;
  if (pool > 0) return yes(`Buffer pool, ${tonnes.format(pool)} t`);
  const isStored = impactTypes.some((code) => code !== "REDUCTION");
  return { ...yes(null), applies: isStored || reversible.test(projectType) };
}

/** A label says that use abroad was authorised; that the registry shows none is known only of what it exports. */
function article6Of({ article6, imported }: RecordSource): Finding {
  const [label] = article6;
  if (label)
    return { ...yes(label.detail || "Authorised"), source: label.source, asOf: label.asOf };
  return yes(imported ? "No authorisation shown by the registry" : null);
}

const findings: Record<RecordField, (project: RecordSource) => Finding> = {
  registryId: ({ externalId, registryName, imported }) =>
    yes(externalId && `${registryName} ${externalId}`, imported !== null),
  registryStatus: ({ registryStatus, imported }) =>
    yes(registryStatus, registryStatus === imported?.facts.status),
  registeredOn: ({ imported }) => yes(imported?.facts.registeredOn),
  projectType: ({ projectType, imported }) =>
    yes(projectType, projectType.toLowerCase() === imported?.facts.type?.toLowerCase()),
  country: ({ countries, imported }) =>
    yes(
      countries.map((code) => (countryNames as Record<string, string>)[code] ?? code).join(", "),
      countries.join() === imported?.facts.countries?.join(),
    ),
  siteLocation: ({ imported }) => yes(imported?.facts.siteLocation),
  methodology: ({ methodology, imported }) =>
    yes(vague.has(methodology) ? null : methodology, methodology === imported?.facts.methodology),
  methodologyVersion: ({ imported }) => yes(imported?.facts.methodologyVersion),
  verifier: ({ auditor, imported }) => yes(auditor, auditor === imported?.facts.auditor),
  firstVintage: ({ figures, imported }) => {
    const first = imported?.facts.firstVintageYear ?? figures?.firstYear;
    return yes(first === undefined ? null : String(first));
  },
  issuedAndRetired: ({ figures }) =>
    yes(
      figures &&
        `${tonnes.format(figures.issued)} t issued, ${tonnes.format(figures.retired)} t retired or cancelled`,
    ),
  impactType: impactOf,
  reversalCover: reversalOf,
  article6: article6Of,
};

function factOf(field: RecordField, project: RecordSource): RecordFact {
  const told = project.told.find((each) => each.field === field);
  if (told) return told;
  const { value, fromRegistry, applies = true, source, asOf } = findings[field](project);
  if (value === null) return { field, state: applies ? "UNKNOWN" : "NOT_APPLICABLE" };
  const known = { field, state: "KNOWN" as const, value };
  if (source !== undefined && asOf !== undefined) return { ...known, source, asOf };
  const { imported } = project;
  if (!fromRegistry || !imported) return { ...known, source: seller };
  return { ...known, source: imported.source, asOf: imported.asOf };
}

/**
 * The fourteen facts of a project, each known with its source, not known, or not applicable. What an operator told
 * stands before the registry's word; nothing is guessed from anything else.
 */
export function recordOf(project: RecordSource): {
  known: number;
  of: number;
  fields: RecordFact[];
} {
  const fields = recordFields.map((field) => factOf(field, project));
  return {
    known: fields.filter(({ state }) => state === "KNOWN").length,
    of: fields.length,
    fields,
  };
}
