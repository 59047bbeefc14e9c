import {
  importFields,
  type FieldSource,
  type ImportFileKind,
  type ImportMapping,
  type ImportStatus,
} from "@tonneline/contract/imports";
import type { CsvFacts } from "./csv.ts";

/** Whether files, columns and the import itself may be changed: no job is working on it, and it is not done. */
export function isOpen(status: ImportStatus): boolean {
  return status === "DRAFT" || status === "CHECKED" || status === "FAILED";
}

/** Whether the header has all fields of the file under our names, as in the registries' database export. */
export function isKnown(kind: ImportFileKind, columns: readonly string[]): boolean {
  return Object.entries(importFields[kind]).every(
    ([field, facts]) => "further" in facts || columns.includes(field),
  );
}

const normalized = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();

// The names of these fields in other exports, in the form that `normalized` returns.
const otherNames: Partial<Record<string, readonly string[]>> = {
  external_id: ["project id", "id", "registry id"],
  name: ["project name", "title"],
  status: ["project status", "registry status"],
  type: ["project type"],
  scope: ["sector", "sectoral scope"],
  reduction_or_removal: ["impact type"],
  methodology: ["protocol", "methodology protocol"],
  country_iso2: ["country code", "country"],
  state: ["region", "state province"],
  developer: ["project developer", "proponent", "project proponent"],
  verifier: ["auditor", "validation verification body"],
  credits_issued: ["issued", "total credits issued"],
  credits_retired: ["retired", "total credits retired"],
  credits_remaining: ["remaining", "total credits remaining"],
  project_registered: ["registered on", "registration date"],
  buffer_pool_deposits: ["buffer pool"],
  registry_url: ["url", "link", "registry link"],
  vintage_year: ["vintage", "year"],
  issued: ["credits issued", "quantity issued"],
  retired: ["credits retired", "quantity retired"],
  remaining: ["credits remaining", "available"],
};

/** Suggests columns for the fields by the header's names: a starting point for the operator to correct. */
export function guessSources(
  kind: ImportFileKind,
  { columns }: Pick<CsvFacts, "columns">,
): Partial<Record<string, FieldSource>> {
  const byWords = new Map(columns.map((column) => [normalized(column), column]));
  const found = Object.keys(importFields[kind]).flatMap((field) => {
    const names = [field, ...(otherNames[field] ?? [])].map(normalized);
    const column = names.map((name) => byWords.get(name)).find((each) => each !== undefined);
    return column === undefined ? [] : [[field, { column }] as const];
  });
  return Object.fromEntries(found);
}

export interface MappingFault {
  path: string;
  message: string;
}

/** What prevents the files from being checked: required fields without a source, and columns that the file lacks. */
export function mappingFaults(
  mapping: ImportMapping,
  files: Record<ImportFileKind, Pick<CsvFacts, "columns"> | null>,
): MappingFault[] {
  if (!files.projects && !files.vintages) {
    return [{ path: "files", message: "Choose a file of projects or of vintages" }];
  }
  return (["projects", "vintages"] as const).flatMap((kind) => {
    const facts = files[kind];
    if (!facts) return [];
    const sources: Partial<Record<string, FieldSource>> = mapping[kind] ?? {};
    return Object.entries(importFields[kind]).flatMap(([field, { required }]) => {
      const source = sources[field];
      const path = `mapping.${kind}.${field}`;
      if (!source) return required ? [{ path, message: "Choose a column, or enter a text" }] : [];
      if ("value" in source || facts.columns.includes(source.column)) return [];
      return [{ path, message: `The file has no column ${source.column}` }];
    });
  });
}
