import { z } from "zod";
import { bulkCall, bulkRead, decisionCall, rowsOf, type Decision } from "./decisions.ts";
import { endpoint, file } from "./endpoint.ts";
import {
  credits,
  day,
  id,
  idParams,
  instant,
  named,
  ownOnly,
  tabbedListOf,
  textInt,
  typedLines,
  typedText,
  webAddress,
} from "./shapes.ts";

export const retirementStatuses = [
  "RETIREMENT_IN_PROGRESS",
  "RETIRED",
  "DECLINED",
  "WITHDRAWN",
] as const;
export type RetirementStatus = (typeof retirementStatuses)[number];

const serialNumber = typedText(3, 200);
/** Credits of one block as a registry numbers them, the first and the last. */
export const serialBlock = z.strictObject({
  serialNumberFrom: serialNumber,
  serialNumberTo: serialNumber,
});
export type SerialBlock = z.output<typeof serialBlock>;

/** What the registry retired: one pair of serial numbers, or several blocks of them. */
const completion = z
  .strictObject({
    serialNumberFrom: serialNumber.optional(),
    serialNumberTo: serialNumber.optional(),
    blocks: z.array(serialBlock).min(1).max(100).optional(),
    registryUrl: webAddress.max(500),
    retiredAt: instant,
  })
  .superRefine(({ blocks, ...pair }, context) => {
    for (const path of ["serialNumberFrom", "serialNumberTo"] as const) {
      const end = path === "serialNumberFrom" ? blocks?.[0] : blocks?.at(-1);
      if (!blocks && pair[path] === undefined) {
        context.addIssue({ code: "custom", path: [path], message: "Required, or else blocks" });
      } else if (blocks && pair[path] !== undefined && pair[path] !== end?.[path]) {
        const message = "Not what the blocks say. Leave it out, they are enough.";
        context.addIssue({ code: "custom", path: [path], message });
      }
    }
  });
export type Completion = z.output<typeof completion>;

/** The blocks of what the registry retired, whether one pair was given or several. */
export function blocksOf({ serialNumberFrom, serialNumberTo, blocks }: Completion): SerialBlock[] {
  return blocks ?? [{ serialNumberFrom: serialNumberFrom!, serialNumberTo: serialNumberTo! }];
}

/** What operators decide on retirements. */
export const retirementDecisions = {
  complete: {
    access: "retirements:write",
    leads: { RETIREMENT_IN_PROGRESS: "RETIRED" },
    asks: completion,
  },
  decline: {
    access: "retirements:write",
    leads: { RETIREMENT_IN_PROGRESS: "DECLINED" },
    asks: z.strictObject({ reason: typedLines(3, 1000) }),
  },
} as const satisfies Record<string, Decision<RetirementStatus>>;

/** Where the buyer's own withdrawal leads; possible until an operator works on it. */
export const withdrawal = { leads: { RETIREMENT_IN_PROGRESS: "WITHDRAWN" } } as const;

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
  /** Who of the company asked for it. */
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
  /** Since when an operator works on it. */
  startedAt: instant.nullable(),
  retiredAt: instant.nullable(),
  /** Of the first block. */
  serialNumberFrom: z.string().nullable(),
  /** Of the last block. */
  serialNumberTo: z.string().nullable(),
  /** Empty until it is retired. */
  blocks: z.array(serialBlock),
  registryUrl: z.string().nullable(),
  declineReason: z.string().nullable(),
  certificateNumber: z.string().nullable(),
  /** False until the certificate's file has been made. */
  hasCertificate: z.boolean(),
});
export type Retirement = z.output<typeof retirement>;

/** Tonnes of one holding. */
const retiredTonnes = { vintageId: id, quantity: credits.min(1) };

/** What is said of a retirement beside its tonnes. */
const stated = {
  beneficiaryName: typedText(3, 200),
  purpose: z.enum(retirementPurposes),
  message: typedLines(1, 2000).optional(),
  periodFrom: day.optional(),
  periodTo: day.optional(),
  unnamed: z.boolean().optional(),
};

interface Period {
  periodFrom?: string | undefined;
  periodTo?: string | undefined;
}
const isForward = ({ periodFrom, periodTo }: Period) =>
  !periodFrom || !periodTo || periodFrom <= periodTo;
const backward = { path: ["periodTo"], error: "The end is before the beginning" };

export const newRetirement = z
  .strictObject({ ...retiredTonnes, ...stated })
  .refine(isForward, backward);

/** How many holdings can be retired at once. */
export const mostHoldingsAtOnce = 100;

/** The same of several holdings, each of which becomes a retirement: registries retire them one by one. */
export const newRetirements = z
  .strictObject({
    holdings: z
      .array(z.strictObject(retiredTonnes))
      .min(1)
      .max(mostHoldingsAtOnce)
      .refine((rows) => new Set(rows.map((row) => row.vintageId)).size === rows.length, {
        message: "Expected each vintage once",
      }),
    ...stated,
  })
  .refine(isForward, backward);

export const requestRetirement = endpoint({
  method: "POST",
  path: "/me/retirements",
  access: "admitted",
  companyRight: "buy",
  summary: "Ask for credits of a holding to be retired; cannot be undone once retired",
  body: newRetirement,
  answer: retirement,
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
  answer: z.object({ content: z.array(retirement) }),
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
    filters: { by: ownOnly },
  }),
});

export const getMyRetirement = endpoint({
  method: "GET",
  path: "/me/retirements/:id",
  access: "admitted",
  summary: "One of the caller's retirements",
  params: idParams,
  answer: retirement,
});

export const getMyCertificate = endpoint({
  method: "GET",
  path: "/me/retirements/:id/certificate",
  access: "admitted",
  summary: "The certificate of one of the caller's retirements",
  params: idParams,
  answer: file,
});

export const getMyCertificates = endpoint({
  method: "GET",
  path: "/me/retirements/certificates",
  access: "admitted",
  summary: "Every certificate of the caller's company, as a zip",
  answer: file,
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
  answer: retirement,
  idempotent: true,
  refusals: ["INVALID_TRANSITION"],
});

export const managedRetirement = retirement.extend({
  userId: id,
  companyId: id,
  username: z.string(),
  companyName: z.string().nullable(),
  /** What the certificate states beside the rest. */
  countries: z.array(z.string()),
  methodology: z.string(),
  version: z.int(),
});
export type ManagedRetirement = z.output<typeof managedRetirement>;

const managedRetirementList = tabbedListOf(managedRetirement, {
  sorts: [
    "id",
    "requestedAt",
    /** How long it has been waited for; what is retired or declined has no age and comes last. */
    "age",
    /** By the name of the company, or the username. */
    "buyer",
    "projectName",
    "year",
    "registryName",
    "quantity",
    "beneficiaryName",
    "status",
    "retiredAt",
  ],
  tabs: { field: "status", names: retirementStatuses },
  filters: {
    requestedFrom: day.optional(),
    requestedTo: day.optional(),
    companyId: textInt(1).optional(),
    projectId: textInt(1).optional(),
    registryId: textInt(1).optional(),
  },
});

export const listRetirements = endpoint({
  method: "GET",
  path: "/management/retirements",
  access: "retirements:read",
  summary: "Everybody's retirements",
  ...managedRetirementList,
  answer: managedRetirementList.answer.extend({ totalQuantity: z.int() }),
  csv: true,
});

export const getRetirement = endpoint({
  method: "GET",
  path: "/management/retirements/:id",
  access: "retirements:read",
  summary: "One retirement",
  params: idParams,
  answer: managedRetirement,
});

export const getCertificate = endpoint({
  method: "GET",
  path: "/management/retirements/:id/certificate",
  access: "retirements:read",
  summary: "The certificate of a retirement",
  params: idParams,
  answer: file,
});

export const startRetirement = endpoint({
  method: "POST",
  path: "/management/retirements/:id/start",
  access: "retirements:write",
  summary: "Begin to work on a request: from then on its buyer cannot withdraw it",
  params: idParams,
  answer: managedRetirement,
  refusals: ["INVALID_TRANSITION"],
});

export const completeRetirement = decisionCall(
  "/management/retirements/:id/complete",
  retirementDecisions.complete,
  {
    summary: "Enter what the registry retired",
    answer: managedRetirement,
    // Another retirement has these serial numbers.
    refusals: ["IN_USE"],
  },
);

export const declineRetirement = decisionCall(
  "/management/retirements/:id/decline",
  retirementDecisions.decline,
  {
    summary: "Decline with a reason; the credits return to the holding",
    answer: managedRetirement,
  },
);

export const decideOnRetirements = bulkCall(
  "/management/retirements/decisions",
  "retirements:write",
  {
    summary: "Complete or decline many retirements, one after the other",
    body: z.discriminatedUnion("decision", [
      z.strictObject({
        decision: z.literal("complete"),
        rows: rowsOf(retirementDecisions.complete.asks),
      }),
      z.strictObject({
        decision: z.literal("decline"),
        rows: rowsOf(retirementDecisions.decline.asks),
      }),
    ]),
  },
);

export const getRetirementDecisions = bulkRead(
  "/management/retirements/decisions/:id",
  "retirements:write",
);
