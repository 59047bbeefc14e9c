import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { creditTypes } from "./codes.ts";
import { day, id, idParams, instant, money, textInt, typedText } from "./shapes.ts";

/*
 * What is known about a project and each of its vintages: the registry's figures, fourteen facts that a claim rests on,
 * the prices so far.
 */

/** The facts that an auditor asks for when a claim is made, in the order in which they are shown. */
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
 * The facts in which vintages of one project differ. A claim is made with a vintage: of its fourteen facts these are its
 * own, the others are its project's; `labels` stand in the place of the project's first vintage.
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
 * How a host country stands to a corresponding adjustment: what it declared and how far it is, in the words of the
 * Climate Action Data Trust. "Unknown" is said as a fact that is not known.
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
  /** Who says so, and of which day it is; absent where nobody says anything. */
  source: z.string().optional(),
  asOf: day.optional(),
});
export type RecordFact = z.output<typeof recordFact>;

/** How much is known of something, fact by fact; `of` counts those that do not apply as well. */
const record = z.object({ known: z.int(), of: z.int(), fields: z.array(recordFact) });

/** Of all fourteen facts those are listed that are the vintage's own. */
export const vintageRecord = record.extend({ vintageId: id });
export type VintageRecord = z.output<typeof vintageRecord>;

const year = z.int().min(1990).max(2100);
/** A registry corrects a year by less than nothing. */
const tonnes = z.int();

export const evidence = z.object({
  /** What the registry's figures were read from, and of which day they are; null without figures. */
  source: z.string().nullable(),
  asOf: day.nullable(),
  /** All credits of the project at its registry, the oldest vintage first; what remains is not what is for sale. */
  issuance: z.array(
    z.object({ vintageYear: year, issued: tonnes, retired: tonnes, remaining: tonnes }),
  ),
  /** By the calendar year in which they were retired or cancelled, whoever held them. */
  retirements: z.array(z.object({ year, tonnes })),
  /** The calendar years of the first and last issue, such as "2022": no export names the day. */
  firstIssuedAt: z.string().nullable(),
  lastIssuedAt: z.string().nullable(),
  completeness: record,
  /** The vintages on sale, the newest first. */
  vintages: z.array(vintageRecord),
  /** What this marketplace asked, from the first price on; a null price is one on request. */
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
  summary: "What the registry says of a project, which facts are known, and its prices so far",
  params: idParams,
  response: evidence,
});

/** One fact in an operator's words, with where it comes from. */
export const toldFact = z
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
export type ToldFact = z.output<typeof toldFact>;

/** Why a fact cannot be said so; undefined where it can. */
export function toldProblem(
  field: RecordField | VintageField,
  { value }: Pick<ToldFact, "value">,
): string | undefined {
  const isState = (adjustments as readonly (string | undefined)[]).includes(value);
  if (field !== "article6" || value === undefined || isState) return undefined;
  return `Say one of: ${adjustments.join("; ")}`;
}

const factParams = idParams.extend({ field: z.enum(recordFields) });
const vintageFactParams = idParams.extend({ vintageId: textInt(1), field: z.enum(vintageFields) });

export const getRecord = endpoint({
  method: "GET",
  path: "/management/projects/:id/evidence",
  access: "projects:read",
  summary: "The fourteen facts of a project, hidden ones too",
  params: idParams,
  response: record,
});

export const tellFact = endpoint({
  method: "PUT",
  path: "/management/projects/:id/evidence/:field",
  access: "projects:write",
  summary:
    "Enter a fact of a project in the seller's name; it takes precedence over the registry's",
  params: factParams,
  body: toldFact,
  response: record,
});

export const getVintageRecords = endpoint({
  method: "GET",
  path: "/management/projects/:id/evidence/vintages",
  access: "projects:read",
  summary: "The facts of a project's vintages, withdrawn ones too, the newest first",
  params: idParams,
  response: z.object({
    content: z.array(vintageRecord.extend({ year, creditType: z.enum(creditTypes) })),
  }),
});

export const tellVintageFact = endpoint({
  method: "PUT",
  path: "/management/projects/:id/evidence/vintages/:vintageId/:field",
  access: "projects:write",
  summary: "Enter a fact of one vintage; it takes precedence over the project's and the registry's",
  params: vintageFactParams,
  body: toldFact,
  response: vintageRecord,
});

export const forgetVintageFact = endpoint({
  method: "DELETE",
  path: "/management/projects/:id/evidence/vintages/:vintageId/:field",
  access: "projects:write",
  summary: "Remove a fact of a vintage",
  params: vintageFactParams,
  response: vintageRecord,
});

/** The columns that a file of facts needs, in any order; a header names them. */
export const factColumns = ["registry_id", "fact", "state", "value", "source", "as_of"] as const;
/** May be absent. A year: the fact is that of the project's vintages of that year. Blank: of the project. */
export const vintageColumn = "vintage";
export const maxFactsBytes = 5 * 1024 * 1024;

export const importFacts = endpoint({
  method: "POST",
  path: "/management/evidence/import",
  access: "projects:write",
  summary:
    "Say many facts by a CSV file; what cannot be taken is told by its line, the rest is kept",
  upload: { maxBytes: maxFactsBytes },
  response: z.object({
    changed: z.int(),
    /** Said so before. */
    same: z.int(),
    refused: z.array(z.object({ line: z.int(), reason: z.string() })),
  }),
});

export const forgetFact = endpoint({
  method: "DELETE",
  path: "/management/projects/:id/evidence/:field",
  access: "projects:write",
  summary: "Remove a fact, so that the registry's applies again",
  params: factParams,
  response: record,
});
