import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { day, id, idParams, instant, money, typedText } from "./shapes.ts";

/* What is known about a project: the registry's figures, fourteen facts that a claim rests on, the prices so far. */

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

export const factStates = ["KNOWN", "UNKNOWN", "NOT_APPLICABLE"] as const;

export const recordFact = z.object({
  field: z.enum(recordFields),
  state: z.enum(factStates),
  /** Absent unless known. */
  value: z.string().optional(),
  /** Who says so, and of which day it is; absent where nobody says anything. */
  source: z.string().optional(),
  asOf: day.optional(),
});
export type RecordFact = z.output<typeof recordFact>;

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
  completeness: z.object({
    known: z.int(),
    /** All facts, also those that do not apply. */
    of: z.int(),
    fields: z.array(recordFact),
  }),
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
  answer: evidence,
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

const factParams = idParams.extend({ field: z.enum(recordFields) });
const record = evidence.shape.completeness;

export const getRecord = endpoint({
  method: "GET",
  path: "/management/projects/:id/evidence",
  access: "projects:read",
  summary: "The fourteen facts of a project, hidden ones too",
  params: idParams,
  answer: record,
});

export const tellFact = endpoint({
  method: "PUT",
  path: "/management/projects/:id/evidence/:field",
  access: "projects:write",
  summary: "Say a fact of a project in the seller's name; it stands before the registry's",
  params: factParams,
  body: toldFact,
  answer: record,
});

/** The columns of a file of facts, in any order; a header names them. */
export const factColumns = ["registry_id", "fact", "state", "value", "source", "as_of"] as const;
export const maxFactsBytes = 5 * 1024 * 1024;

export const importFacts = endpoint({
  method: "POST",
  path: "/management/evidence/import",
  access: "projects:write",
  summary:
    "Say many facts by a CSV file; what cannot be taken is told by its line, the rest is kept",
  upload: { maxBytes: maxFactsBytes },
  answer: z.object({
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
  summary: "Take a fact back, so that the registry's own word stands again",
  params: factParams,
  answer: record,
});
