import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { creditTypes } from "./codes.ts";
import {
  day,
  id,
  idParams,
  instant,
  money,
  pageOf,
  pageQuery,
  textInt,
  typedText,
} from "./shapes.ts";

/*
 * What is known about a project and each of its vintages: the registry's figures, fourteen facts that a claim rests on, the
 * price history.
 */

/** The facts that an auditor asks for when a claim is made, in display order. */
export const recordFields = [
  "registryId",
  "registryStatus",
  "registeredOn",
  "projectType",
  "country",
  "siteLocation",
  "methodology",
  "methodologyVersion",
  "verifier",
  "firstVintage",
  "issuedAndRetired",
  "impactType",
  "reversalCover",
  "article6",
] as const;
export type RecordField = (typeof recordFields)[number];

/**
 * The facts in which vintages of one project differ. A claim is made with a vintage: of its fourteen facts these belong to
 * the vintage, the others to its project. `labels` is listed in place of the project's first vintage.
 */
export const vintageFields = [
  "methodology",
  "methodologyVersion",
  "verifier",
  "issuedAndRetired",
  "impactType",
  "reversalCover",
  "labels",
  "article6",
] as const;
export type VintageField = (typeof vintageFields)[number];

/**
 * A host country's position on a corresponding adjustment: its commitment and progress, in the terms of the Climate Action
 * Data Trust. "Unknown" is stored as a fact that is not known.
 */
export const adjustments = [
  "Not required",
  "Committed, not started",
  "Committed, pending",
  "Committed, completed",
] as const;

export const factStates = ["KNOWN", "UNKNOWN", "NOT_APPLICABLE"] as const;

export const recordFact = z.object({
  field: z.enum([...recordFields, "labels"]),
  state: z.enum(factStates),
  /** Absent unless known. */
  value: z.string().optional(),
  /** The source, and the date it refers to; absent if there is no source. */
  source: z.string().optional(),
  asOf: day.optional(),
});
export type RecordFact = z.output<typeof recordFact>;

/** How much is known, fact by fact; `of` includes facts that do not apply. */
const record = z.object({ known: z.int(), of: z.int(), fields: z.array(recordFact) });

/** Counts all fourteen facts, but lists only those that belong to the vintage. */
export const vintageRecord = record.extend({ vintageId: id });
export type VintageRecord = z.output<typeof vintageRecord>;

const year = z.int().min(1990).max(2100);
/** May be negative: a registry's correction of a year. */
const tonnes = z.int();

export const evidence = z.object({
  /** Source of the registry's figures and the day they refer to; null without figures. */
  source: z.string().nullable(),
  asOf: day.nullable(),
  /** All credits of the project at its registry, the oldest vintage first; the remainder is not what is for sale. */
  issuance: z.array(
    z.object({ vintageYear: year, issued: tonnes, retired: tonnes, remaining: tonnes }),
  ),
  /** By calendar year of retirement or cancellation, whoever held them. */
  retirements: z.array(z.object({ year, tonnes })),
  /** Calendar years of the first and last issuance, such as "2022": no export gives the day. */
  firstIssuedAt: z.string().nullable(),
  lastIssuedAt: z.string().nullable(),
  completeness: record,
  /** Vintages on sale, the newest first. */
  vintages: z.array(vintageRecord),
  /** Prices in this marketplace, from the first one on; null means on request. */
  priceHistory: z.array(
    z.object({
      vintageId: id,
      points: z.array(z.object({ date: instant, price: money.nullable() })),
    }),
  ),
});
export type Evidence = z.output<typeof evidence>;

export const getEvidence = endpoint({
  method: "GET",
  path: "/projects/:id/evidence",
  access: "admitted",
  summary: "A project's registry data, known facts and price history",
  params: idParams,
  response: evidence,
});

/** A fact as entered by an operator, with its source. */
export const enteredFact = z
  .strictObject({
    state: z.enum(factStates),
    value: typedText(1, 300).optional(),
    source: typedText(1, 300),
    asOf: day,
  })
  .refine(({ state, value }) => (state === "KNOWN") === (value !== undefined), {
    path: ["value"],
    message: "Say what is known, and nothing else",
  });
export type EnteredFact = z.output<typeof enteredFact>;

/** Returns why a value is not valid for a fact; undefined if it is. */
export function factProblem(
  field: RecordField | VintageField,
  { value }: Pick<EnteredFact, "value">,
): string | undefined {
  const isState = (adjustments as readonly (string | undefined)[]).includes(value);
  if (field !== "article6" || value === undefined || isState) return undefined;
  return `Enter one of: ${adjustments.join("; ")}`;
}

const factParams = idParams.extend({ field: z.enum(recordFields) });
const vintageFactParams = idParams.extend({ vintageId: textInt(1), field: z.enum(vintageFields) });

export const getProjectFacts = endpoint({
  method: "GET",
  path: "/management/projects/:id/evidence",
  access: "projects:read",
  summary: "The fourteen facts of a project, hidden projects included",
  params: idParams,
  response: record,
});

export const setProjectFact = endpoint({
  method: "PUT",
  path: "/management/projects/:id/evidence/:field",
  access: "projects:write",
  summary:
    "Enter a fact of a project in the seller's name; it takes precedence over the registry's",
  params: factParams,
  body: enteredFact,
  response: record,
});

export const listVintageFacts = endpoint({
  method: "GET",
  path: "/management/projects/:id/evidence/vintages",
  access: "projects:read",
  summary: "The facts of a project's vintages, including withdrawn ones, newest first",
  params: idParams,
  query: pageQuery,
  response: pageOf(vintageRecord.extend({ year, creditType: z.enum(creditTypes) })),
});

export const setVintageFact = endpoint({
  method: "PUT",
  path: "/management/projects/:id/evidence/vintages/:vintageId/:field",
  access: "projects:write",
  summary: "Enter a fact of one vintage; it takes precedence over the project's and the registry's",
  params: vintageFactParams,
  body: enteredFact,
  response: vintageRecord,
});

export const deleteVintageFact = endpoint({
  method: "DELETE",
  path: "/management/projects/:id/evidence/vintages/:vintageId/:field",
  access: "projects:write",
  summary: "Remove a fact of a vintage",
  params: vintageFactParams,
  response: vintageRecord,
});

/** Required columns of a file of facts, in any order; the header row names them. */
export const factColumns = ["registry_id", "fact", "state", "value", "source", "as_of"] as const;
/** Optional column. With a year, the fact applies to the project's vintages of that year; blank, to the project. */
export const vintageColumn = "vintage";
export const maxFactsBytes = 5 * 1024 * 1024;

export const importFacts = endpoint({
  method: "POST",
  path: "/management/evidence/import",
  access: "projects:write",
  summary: "Import facts from a CSV file; invalid rows are reported by line, the others are saved",
  upload: { maxBytes: maxFactsBytes },
  response: z.object({
    changed: z.int(),
    /** Facts that were already stored like this. */
    same: z.int(),
    refused: z.array(z.object({ line: z.int(), reason: z.string() })),
  }),
});

export const deleteProjectFact = endpoint({
  method: "DELETE",
  path: "/management/projects/:id/evidence/:field",
  access: "projects:write",
  summary: "Remove a fact, so that the registry's applies again",
  params: factParams,
  response: record,
});
