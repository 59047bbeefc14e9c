import { z } from "zod";
import {
  bulkStartNow,
  bulkRead,
  bulkStop,
  decisionCall,
  delayedBulkCall,
  rowsOf,
  type Decision,
} from "./decisions.ts";
import { endpoint, file } from "./endpoint.ts";
import {
  retirement,
  retirementStatuses,
  serialBlock,
  serialNumber,
  type RetirementStatus,
  type SerialBlock,
} from "./retirements.ts";
import {
  day,
  id,
  idParams,
  instant,
  named,
  seenVersion,
  tabbedListOf,
  textFlag,
  textInt,
  typedLines,
  webAddress,
} from "./shapes.ts";

/** What the registry retired: one pair of serial numbers, or several blocks. */
export const completion = z
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
        context.addIssue({
          code: "custom",
          path: [path],
          message: "Required, unless there are blocks",
        });
      } else if (blocks && pair[path] !== undefined && pair[path] !== end?.[path]) {
        const message = "Differs from the blocks. Leave it out: the blocks are enough.";
        context.addIssue({ code: "custom", path: [path], message });
      }
    }
  });
export type Completion = z.output<typeof completion>;

/** Returns the retired blocks, whether one pair was given or several blocks. */
export function blocksOf({ serialNumberFrom, serialNumberTo, blocks }: Completion): SerialBlock[] {
  return blocks ?? [{ serialNumberFrom: serialNumberFrom!, serialNumberTo: serialNumberTo! }];
}

/** Decisions of operators on retirements. */
export const retirementDecisions = {
  complete: {
    access: "retirements:write",
    transitions: { RETIREMENT_IN_PROGRESS: "RETIRED" },
    input: completion,
  },
  /** By an operator other than the one who entered it, if the settings require a second person. */
  confirm: {
    access: "retirements:write",
    transitions: { RETIREMENT_IN_PROGRESS: "RETIRED" },
    input: z.strictObject({ version: seenVersion }),
  },
  decline: {
    access: "retirements:write",
    transitions: { RETIREMENT_IN_PROGRESS: "DECLINED" },
    input: z.strictObject({ reason: typedLines(3, 1000) }),
  },
} as const satisfies Record<string, Decision<RetirementStatus>>;

export const managedRetirement = retirement.extend({
  userId: id,
  companyId: id,
  username: z.string(),
  companyName: z.string(),
  /** Further data for the certificate. */
  countries: z.array(z.string()),
  methodology: z.string(),
  /** What one operator entered, until another confirms it; null if nothing awaits confirmation. */
  entered: z
    .object({
      userId: id,
      username: z.string(),
      /** Full name, or the username if there is none. */
      name: z.string(),
      at: instant,
      blocks: z.array(serialBlock),
      registryUrl: z.string(),
      retiredAt: instant,
    })
    .nullable(),
  version: z.int(),
});
export type ManagedRetirement = z.output<typeof managedRetirement>;

/** Steps of a request, as in the audit log. */
export const retirementSteps = [
  "start",
  "enter",
  "complete",
  "confirm",
  "decline",
  "withdraw",
] as const;
export type RetirementStep = (typeof retirementSteps)[number];

/** A single retirement with its transitions since the request, the earliest first. */
export const retirementRecord = managedRetirement.extend({
  transitions: z.array(
    z.object({
      step: z.enum(retirementSteps),
      /** Username. */
      actor: z.string().nullable(),
      /** Full name, or the username if there is none. */
      actorName: z.string().nullable(),
      reason: z.string().nullable(),
      at: instant,
    }),
  ),
});

const managedRetirementList = tabbedListOf(managedRetirement, {
  sorts: [
    "id",
    "requestedAt",
    /** Time it has been waiting; retired and declined ones have no age and come last. */
    "age",
    /** Name of the company, or the username. */
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
    /** Only completions that one operator entered and another has to confirm. */
    entered: textFlag.optional(),
  },
});

export const listRetirements = endpoint({
  method: "GET",
  path: "/management/retirements",
  access: "retirements:read",
  summary: "All retirements",
  ...managedRetirementList,
  response: managedRetirementList.response.extend({
    totalQuantity: z.int(),
    /** Whether a completion takes effect only after another operator has confirmed it. */
    secondPerson: z.boolean(),
    /** What is in progress at each registry, regardless of the search; longest waiting first. */
    queue: z.array(
      z.object({ registry: named, waiting: z.int(), tonnes: z.int(), oldestAt: instant }),
    ),
  }),
  csv: true,
});

export const getRetirement = endpoint({
  method: "GET",
  path: "/management/retirements/:id",
  access: "retirements:read",
  summary: "One retirement, with who did what",
  params: idParams,
  response: retirementRecord,
});

export const getCertificate = endpoint({
  method: "GET",
  path: "/management/retirements/:id/certificate",
  access: "retirements:read",
  summary: "The certificate of a retirement",
  params: idParams,
  response: file("application/pdf"),
});

export const startRetirement = endpoint({
  method: "POST",
  path: "/management/retirements/:id/start",
  access: "retirements:write",
  summary: "Begin work on a request: from then on, its buyer cannot withdraw it",
  params: idParams,
  response: managedRetirement,
  refusals: ["INVALID_TRANSITION"],
});

export const completeRetirement = decisionCall(
  "/management/retirements/:id/complete",
  retirementDecisions.complete,
  {
    summary:
      "Enter what the registry retired; if the settings require a second person, it stays in progress until confirmed",
    response: managedRetirement,
    // IN_USE: another retirement has these serial numbers.
    refusals: ["IN_USE"],
  },
);

export const confirmRetirement = decisionCall(
  "/management/retirements/:id/confirm",
  retirementDecisions.confirm,
  {
    summary: "Confirm what another operator entered: the retirement is completed with it",
    response: managedRetirement,
    refusals: ["IN_USE", "VERSION_CONFLICT"],
  },
);

export const checkSerialNumbers = endpoint({
  method: "POST",
  path: "/management/retirements/serial-checks",
  access: "retirements:read",
  summary: "Check serial numbers before completing with them",
  body: z.strictObject({
    rows: z
      .array(z.strictObject({ id, blocks: z.array(serialBlock).min(1).max(100) }))
      .min(1)
      .max(1000),
  }),
  refusals: ["NOT_FOUND"],
  response: z.object({
    rows: z.array(
      z.object({
        id,
        /** How many credits the blocks number; null if the registry's format is unknown or does not match. */
        numbers: z.int().nullable(),
        /** The first problem, at its field; null if the retirement could be completed with these. */
        problem: z.object({ path: z.string(), message: z.string() }).nullable(),
      }),
    ),
  }),
});

/** A retirement as a registry's file reports it; "" for missing values. */
const registryAnswer = z.object({
  retirement: z.string(),
  serialNumberFrom: z.string(),
  serialNumberTo: z.string(),
  registryUrl: z.string(),
  retiredAt: z.string(),
});
export type RegistryAnswer = z.output<typeof registryAnswer>;

export const readRegistryFile = endpoint({
  method: "POST",
  path: "/management/retirements/registry-file",
  access: "retirements:write",
  summary: "Read a registry's response, a CSV or XLSX file; nothing is completed",
  upload: { maxBytes: 2 * 1024 * 1024 },
  response: z.object({ rows: z.array(registryAnswer) }),
});

export const declineRetirement = decisionCall(
  "/management/retirements/:id/decline",
  retirementDecisions.decline,
  {
    summary: "Decline with a reason; the credits return to the holding",
    response: managedRetirement,
  },
);

export const decideOnRetirements = delayedBulkCall(
  "/management/retirements/decisions",
  "retirements:write",
  {
    summary: "Complete, confirm or decline many retirements, one after the other",
    body: z.discriminatedUnion("decision", [
      z.strictObject({
        decision: z.literal("complete"),
        rows: rowsOf(retirementDecisions.complete.input),
      }),
      z.strictObject({
        decision: z.literal("confirm"),
        rows: rowsOf(retirementDecisions.confirm.input),
      }),
      z.strictObject({
        decision: z.literal("decline"),
        rows: rowsOf(retirementDecisions.decline.input),
      }),
    ]),
  },
);

export const getRetirementDecisions = bulkRead(
  "/management/retirements/decisions/:id",
  "retirements:write",
);

export const stopRetirementDecisions = bulkStop(
  "/management/retirements/decisions/:id/stop",
  "retirements:write",
);

export const startRetirementDecisions = bulkStartNow(
  "/management/retirements/decisions/:id/start",
  "retirements:write",
);
