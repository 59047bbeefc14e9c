import { z } from "zod";
import type { Decision } from "./decisions.ts";
import { endpoint, noContent } from "./endpoint.ts";
import {
  id,
  idParams,
  instant,
  repeatable,
  tabbedListOf,
  textFlag,
  typedText,
  seenVersion,
} from "./shapes.ts";

/* Imports of projects and vintages from files: upload, column mapping, dry run, then all or nothing. */

export const importFileKinds = ["projects", "vintages"] as const;
export type ImportFileKind = (typeof importFileKinds)[number];

/**
 * Fields of each file, in the order of the form. `required`: must come from a column or have one value for all rows;
 * `further`: not present in every export.
 */
export const importFields = {
  projects: {
    external_id: { required: true },
    registry: { required: true },
    name: { required: true },
    status: { required: false },
    type: { required: true },
    scope: { required: false },
    reduction_or_removal: { required: true },
    methodology: { required: false },
    country_iso2: { required: false },
    state: { required: false },
    developer: { required: true },
    verifier: { required: false },
    credits_issued: { required: true },
    credits_retired: { required: true },
    credits_remaining: { required: true },
    first_vintage_year: { required: false },
    estimated_annual_reductions: { required: false },
    compliance_program: { required: false },
    compliance_status: { required: false },
    certifications: { required: false },
    registry_url: { required: true },
    methodology_version: { required: false, further: true },
    site_location: { required: false, further: true },
    project_registered: { required: false, further: true },
    buffer_pool_deposits: { required: false, further: true },
  },
  vintages: {
    external_id: { required: true },
    vintage_year: { required: true },
    issued: { required: true },
    retired: { required: true },
    remaining: { required: true },
  },
} as const satisfies Record<
  ImportFileKind,
  Record<string, { required: boolean; further?: boolean }>
>;
export type ImportField<K extends ImportFileKind = ImportFileKind> = K extends ImportFileKind
  ? keyof (typeof importFields)[K]
  : never;

/** Where a field's values come from: a column of the file, by its header, or one value for all rows. */
export const fieldSource = z.union([
  z.strictObject({ column: z.string().min(1).max(500) }),
  z.strictObject({ value: typedText(1, 300) }),
]);
export type FieldSource = z.output<typeof fieldSource>;

const sourcesOf = <K extends ImportFileKind>(kind: K) =>
  z.partialRecord(z.enum(Object.keys(importFields[kind]) as [ImportField<K>]), fieldSource);

/** Unmapped fields are blank in every row. */
export const importMapping = z.strictObject({
  projects: sourcesOf("projects").optional(),
  vintages: sourcesOf("vintages").optional(),
});
export type ImportMapping = z.output<typeof importMapping>;

/**
 * DRAFT: files and columns are being chosen. CHECKING, CHECKED: the dry run is in progress, is done. IMPORTING, IMPORTED:
 * the import is in progress, is done. FAILED: the last attempt ended in `failure`, and nothing was changed.
 */
export const importStatuses = [
  "DRAFT",
  "CHECKING",
  "CHECKED",
  "IMPORTING",
  "IMPORTED",
  "FAILED",
] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** Whether a job is working on it, or will once its turn comes: the status changes by itself. */
export function isAtWork(status: ImportStatus): status is "CHECKING" | "IMPORTING" {
  return status === "CHECKING" || status === "IMPORTING";
}

const ofVersion = z.strictObject({ version: seenVersion });

/** What to do if rows have errors: leave them out, or save nothing while there are any. */
const errorChoices = ["LEAVE_OUT", "SAVE_NOTHING"] as const;
export type ErrorChoice = (typeof errorChoices)[number];

/** Decisions of operators on imports. */
export const importDecisions = {
  check: {
    access: "projects:write",
    transitions: { DRAFT: "CHECKING", CHECKED: "CHECKING", FAILED: "CHECKING" },
    input: ofVersion,
  },
  /** Only exactly as it was checked. */
  apply: {
    access: "projects:write",
    transitions: { CHECKED: "IMPORTING" },
    input: ofVersion.extend({ errors: z.enum(errorChoices).default("LEAVE_OUT") }),
  },
  /** Stopping an import keeps the result of its check. */
  stop: {
    access: "projects:write",
    transitions: { CHECKING: "DRAFT", IMPORTING: "CHECKED" },
    input: ofVersion,
  },
} as const satisfies Record<string, Decision<ImportStatus>>;

const rowCounts = z.object({
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
});
const importCounts = z.object({
  projects: rowCounts,
  vintages: rowCounts,
  /** Rows that are accepted with changes. */
  notices: z.int(),
});
export type ImportCounts = z.output<typeof importCounts>;

const importFile = z.object({
  name: z.string(),
  bytes: z.int(),
  /** Without the header row. */
  rows: z.int(),
  columns: z.array(z.string()),
  /** The first rows, cells in the order of `columns`; long cells are truncated. */
  sample: z.array(z.array(z.string())),
  /** The header is that of a known export: its columns are already mapped. */
  known: z.boolean(),
  /** Columns are preset as for the last file with the same header. */
  remembered: z.boolean(),
});
export type ImportFile = z.output<typeof importFile>;

export const catalogueImport = z.object({
  id,
  status: z.enum(importStatuses),
  createdAt: instant,
  createdBy: z.string(),
  files: z.object({ projects: importFile.nullable(), vintages: importFile.nullable() }),
  mapping: importMapping,
  /** While CHECKING or IMPORTING: the step, and how many `of` its rows, or parts of saving, are done. */
  progress: z
    .object({
      step: z.enum([...importFileKinds, "saving"]),
      rows: z.int(),
      of: z.int().nullable(),
    })
    .nullable(),
  /** While it is queued: what has to end first. A command-line import has neither a name nor an id. */
  waitsFor: z
    .object({
      id: id.nullable(),
      by: z.string().nullable(),
      checks: z.boolean(),
      since: instant,
    })
    .nullable(),
  /** Result of the check: what the import would do. */
  checked: importCounts.nullable(),
  checkedAt: instant.nullable(),
  /** What the import did. */
  imported: importCounts.nullable(),
  importedAt: instant.nullable(),
  failure: z.string().nullable(),
  version: z.int(),
});
export type CatalogueImport = z.output<typeof catalogueImport>;

export const listImports = endpoint({
  method: "GET",
  path: "/management/imports",
  access: "projects:read",
  summary: "The imports of files, the newest first",
  ...tabbedListOf(catalogueImport, {
    sorts: ["createdAt", "createdBy", "files", "status", "new", "changed", "refused"],
    tabs: { field: "status", names: importStatuses },
  }),
  csv: true,
});

export const getImport = endpoint({
  method: "GET",
  path: "/management/imports/:id",
  access: "projects:read",
  summary: "One import with its files, columns and progress",
  params: idParams,
  response: catalogueImport,
});

export const createImport = endpoint({
  method: "POST",
  path: "/management/imports",
  access: "projects:write",
  summary: "Start an import; its files come next",
  response: catalogueImport,
  status: 201,
  idempotent: true,
});

const fileParams = idParams.extend({ kind: z.enum(importFileKinds) });

export const setImportFile = endpoint({
  method: "POST",
  path: "/management/imports/:id/files/:kind",
  access: "projects:write",
  summary: "Upload a file of comma-separated values, replacing an earlier one",
  params: fileParams,
  upload: { maxBytes: 64 * 1024 * 1024 },
  response: catalogueImport,
  status: 201,
  refusals: ["INVALID_TRANSITION"],
});

export const removeImportFile = endpoint({
  method: "DELETE",
  path: "/management/imports/:id/files/:kind",
  access: "projects:write",
  summary: "Take a file out of an import",
  params: fileParams,
  response: catalogueImport,
  refusals: ["INVALID_TRANSITION"],
});

export const setImportMapping = endpoint({
  method: "PATCH",
  path: "/management/imports/:id",
  access: "projects:write",
  summary: "Choose the columns of the files",
  params: idParams,
  body: z.strictObject({ version: seenVersion, mapping: importMapping }),
  response: catalogueImport,
  refusals: ["INVALID_TRANSITION", "VERSION_CONFLICT"],
});

export const checkImport = endpoint({
  method: "POST",
  path: "/management/imports/:id/check",
  access: importDecisions.check.access,
  summary:
    "Check row by row what the import would do; a job does it, the import shows its progress",
  params: idParams,
  body: importDecisions.check.input,
  response: catalogueImport,
  status: 202,
  refusals: ["INVALID_TRANSITION", "VERSION_CONFLICT"],
});

export const applyImport = endpoint({
  method: "POST",
  path: "/management/imports/:id/apply",
  access: importDecisions.apply.access,
  summary: "Import what was checked, all of its good rows or nothing; a job does it",
  params: idParams,
  body: importDecisions.apply.input,
  response: catalogueImport,
  status: 202,
  refusals: ["INVALID_TRANSITION", "VERSION_CONFLICT"],
});

export const stopImport = endpoint({
  method: "POST",
  path: "/management/imports/:id/stop",
  access: importDecisions.stop.access,
  summary: "Stop a waiting or running check or import; nothing is changed",
  params: idParams,
  body: importDecisions.stop.input,
  response: catalogueImport,
  refusals: ["INVALID_TRANSITION", "VERSION_CONFLICT"],
});

export const deleteImport = endpoint({
  method: "DELETE",
  path: "/management/imports/:id",
  access: "projects:write",
  summary: "Delete an import with its files and report; imported data stays",
  params: idParams,
  response: noContent,
  refusals: ["INVALID_TRANSITION"],
});

export const importRowStates = ["NEW", "CHANGED", "UNCHANGED", "REFUSED"] as const;
export type ImportRowState = (typeof importRowStates)[number];

export const importRow = z.object({
  file: z.enum(importFileKinds),
  /** Last line of the row in the file; the header is line 1. */
  line: z.int(),
  /** The external id, with the year for a vintage; blank if the row has none. */
  key: z.string(),
  name: z.string(),
  state: z.enum(importRowStates),
  /** Why it is refused, or which values are changed; `column` is blank if the whole row is meant. */
  notes: z.array(z.object({ column: z.string(), reason: z.string() })),
});
export type ImportRow = z.output<typeof importRow>;

export const listImportRows = endpoint({
  method: "GET",
  path: "/management/imports/:id/rows",
  access: "projects:read",
  summary: "The report of the last check or import, row by row, in the order of the files",
  params: idParams,
  ...tabbedListOf(importRow, {
    sorts: ["line"],
    tabs: { field: "state", names: importRowStates },
    filters: {
      file: repeatable(z.enum(importFileKinds)).optional(),
      /** Only rows with notes. */
      noted: textFlag.optional(),
    },
  }),
  csv: true,
});
