import { z } from "zod";
import { endpoint, file, xlsxType } from "./endpoint.ts";
import {
  credits,
  day,
  id,
  idParams,
  instant,
  named,
  mineFilter,
  tabbedListOf,
  typedLines,
  typedText,
} from "./shapes.ts";

export const retirementStatuses = [
  "RETIREMENT_IN_PROGRESS",
  "RETIRED",
  "DECLINED",
  "WITHDRAWN",
] as const;
export type RetirementStatus = (typeof retirementStatuses)[number];

export const serialNumber = typedText(3, 200);
/** A block of credits by its registry serial numbers, first and last. */
export const serialBlock = z.strictObject({
  serialNumberFrom: serialNumber,
  serialNumberTo: serialNumber,
});
export type SerialBlock = z.output<typeof serialBlock>;

/** The transition of a withdrawal by the buyer; possible until an operator starts working on it. */
export const withdrawal = { transitions: { RETIREMENT_IN_PROGRESS: "WITHDRAWN" } } as const;

export const retirementPurposes = [
  "OWN_EMISSIONS",
  "ON_BEHALF",
  "CONTRIBUTION",
  "CORPORATE_INVENTORY",
  "PRODUCT_OR_EVENT",
  "REGULATORY",
  "OTHER",
] as const;

export const retirement = z.object({
  id,
  /** The member of the company who requested it. */
  userId: id,
  vintageId: id,
  projectId: id,
  projectName: z.string(),
  externalId: z.string().nullable(),
  registry: named,
  projectType: named,
  year: z.int(),
  quantity: credits,
  status: z.enum(retirementStatuses),
  beneficiaryName: z.string(),
  purpose: z.enum(retirementPurposes),
  message: z.string().nullable(),
  periodFrom: day.nullable(),
  periodTo: day.nullable(),
  unnamed: z.boolean(),
  requestedAt: instant,
  /** When an operator started working on it. */
  startedAt: instant.nullable(),
  retiredAt: instant.nullable(),
  /** First number of the first block. */
  serialNumberFrom: z.string().nullable(),
  /** Last number of the last block. */
  serialNumberTo: z.string().nullable(),
  /** Empty until it is retired. */
  blocks: z.array(serialBlock),
  registryUrl: z.string().nullable(),
  declineReason: z.string().nullable(),
  certificateNumber: z.string().nullable(),
  /** False until the certificate's file has been generated. */
  hasCertificate: z.boolean(),
});
export type Retirement = z.output<typeof retirement>;

/** Tonnes of one holding. */
const retiredTonnes = { vintageId: id, quantity: credits.min(1) };

const years = { first: 1990, last: 2100 };
/** Whether a claim may have this day (ISO): a mistyped year would put it outside every report. */
export const isClaimDay = (text: string) =>
  text >= `${years.first}-01-01` && text <= `${years.last}-12-31`;
const claimDay = day.refine(isClaimDay, {
  message: `Enter a day from ${years.first} to ${years.last}`,
});

/** Details of a retirement besides its tonnes. */
const retirementDetails = {
  /** Two characters, since some names have only two. */
  beneficiaryName: typedText(2, 200),
  purpose: z.enum(retirementPurposes),
  message: typedLines(1, 2000).optional(),
  periodFrom: claimDay.optional(),
  periodTo: claimDay.optional(),
  unnamed: z.boolean().optional(),
};

interface Period {
  periodFrom?: string | undefined;
  periodTo?: string | undefined;
}
const isInOrder = ({ periodFrom, periodTo }: Period) =>
  !periodFrom || !periodTo || periodFrom <= periodTo;
const endBeforeStart = { path: ["periodTo"], error: "The end is before the start" };

export const newRetirement = z
  .strictObject({ ...retiredTonnes, ...retirementDetails })
  .refine(isInOrder, endBeforeStart);

/** How many holdings can be retired at once. */
export const maxHoldingsAtOnce = 100;

/** Like `newRetirement`, for several holdings. Each becomes a retirement of its own: registries retire them one by one. */
export const newRetirements = z
  .strictObject({
    holdings: z
      .array(z.strictObject(retiredTonnes))
      .min(1)
      .max(maxHoldingsAtOnce)
      .refine((rows) => new Set(rows.map((row) => row.vintageId)).size === rows.length, {
        message: "Expected each vintage once",
      }),
    ...retirementDetails,
  })
  .refine(isInOrder, endBeforeStart);

export const requestRetirement = endpoint({
  method: "POST",
  path: "/me/retirements",
  access: "admitted",
  companyRight: "buy",
  summary: "Ask for credits of a holding to be retired; cannot be undone once retired",
  body: newRetirement,
  response: retirement,
  status: 201,
  idempotent: true,
  refusals: ["INSUFFICIENT_CREDITS", "NOT_FOUND", "INVALID_TRANSITION"],
});

export const requestRetirements = endpoint({
  method: "POST",
  path: "/me/retirements/batch",
  access: "admitted",
  companyRight: "buy",
  summary: "Ask for credits of several holdings to be retired: one retirement each, or none at all",
  body: newRetirements,
  response: z.object({ content: z.array(retirement) }),
  status: 201,
  idempotent: true,
  refusals: ["INSUFFICIENT_CREDITS", "NOT_FOUND", "INVALID_TRANSITION"],
});

export const listMyRetirements = endpoint({
  method: "GET",
  path: "/me/retirements",
  access: "admitted",
  summary: "The retirements of the caller's company",
  csv: true,
  ...tabbedListOf(retirement, {
    sorts: ["requestedAt", "quantity", "status", "retiredAt", "projectName"],
    tabs: { field: "status", names: retirementStatuses },
    filters: { by: mineFilter },
  }),
});

export const getMyRetirementsXlsx = endpoint({
  method: "GET",
  path: "/me/retirements/xlsx",
  access: "admitted",
  summary:
    "Every retirement of the caller's company, or of the caller alone, with its serial numbers, as a workbook",
  query: z.strictObject({ by: mineFilter }),
  response: file(xlsxType),
  generatedPerRequest: true,
  refusals: ["NOT_FOUND"],
});

export const getMyRetirement = endpoint({
  method: "GET",
  path: "/me/retirements/:id",
  access: "admitted",
  summary: "One of the caller's retirements",
  params: idParams,
  response: retirement,
});

export const getMyCertificate = endpoint({
  method: "GET",
  path: "/me/retirements/:id/certificate",
  access: "admitted",
  summary: "The certificate of one of the caller's retirements",
  params: idParams,
  response: file("application/pdf"),
});

export const getMyCertificates = endpoint({
  method: "GET",
  path: "/me/retirements/certificates",
  access: "admitted",
  summary:
    "Every certificate of the caller's company, or of the caller's own retirements, as a zip",
  query: z.strictObject({ by: mineFilter }),
  response: file("application/zip"),
  generatedPerRequest: true,
  refusals: ["NOT_FOUND"],
});

export const withdrawRetirement = endpoint({
  method: "POST",
  path: "/me/retirements/:id/withdraw",
  access: "admitted",
  companyRight: "buy",
  summary:
    "Take a request back, as long as no operator works on it; the credits return to the holding",
  params: idParams,
  response: retirement,
  idempotent: true,
  refusals: ["INVALID_TRANSITION"],
});
