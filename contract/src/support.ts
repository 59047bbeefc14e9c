import { z } from "zod";
import { personName } from "./accounts.ts";
import type { Decision } from "./decisions.ts";
import { endpoint, noContent } from "./endpoint.ts";
import {
  day,
  email,
  id,
  idParams,
  instant,
  tabbedListOf,
  typedLines,
  typedText,
  seenVersion,
} from "./shapes.ts";

/** The topic of a form that was opened beside nothing in particular. */
export const generalTopic = "General Question";
/** The topic that stands in for an external booking page. */
export const demoTopic = "Book a demo";
/** Topics to choose from; a form that was opened beside a project or an order adds its own. */
export const supportTopics = [
  generalTopic,
  "Orders and invoices",
  "Portfolio and retirements",
  "My account",
  demoTopic,
] as const;

/** What somebody writes to the operators. */
export const supportMessage = z.strictObject({
  firstName: personName,
  lastName: personName,
  email,
  topic: typedText(1, 300),
  message: typedLines(3, 5000),
  /** What the form was opened beside; what is unknown or not the sender's is left out. */
  projectId: id.optional(),
  orderId: id.optional(),
});

export const sendSupportRequest = endpoint({
  method: "POST",
  path: "/support/requests",
  access: "optional",
  summary: "Write to the operators; who is logged in is noted with it",
  body: supportMessage,
  answer: noContent,
  refusals: ["RATE_LIMITED"],
});

export const supportStatuses = ["OPEN", "DONE"] as const;
export type SupportStatus = (typeof supportStatuses)[number];

const change = z.strictObject({
  version: seenVersion,
  status: z.enum(supportStatuses).optional(),
  note: typedLines(1, 5000).nullable().optional(),
});

/** What operators decide on requests. */
export const supportDecisions = {
  done: { access: "users:write", leads: { OPEN: "DONE" }, asks: change },
  reopen: { access: "users:write", leads: { DONE: "OPEN" }, asks: change },
} as const satisfies Record<string, Decision<SupportStatus>>;

export const supportRequest = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  topic: z.string(),
  message: z.string(),
  status: z.enum(supportStatuses),
  /** The account that sent it; null for a visitor. */
  username: z.string().nullable(),
  project: z.object({ id, name: z.string() }).nullable(),
  orderId: id.nullable(),
  /** For the operators only. */
  note: z.string().nullable(),
  doneAt: instant.nullable(),
  doneBy: z.string().nullable(),
  createdAt: instant,
  version: z.int(),
});
export type SupportRequest = z.output<typeof supportRequest>;

export const listSupportRequests = endpoint({
  method: "GET",
  path: "/management/support-requests",
  access: "users:read",
  summary: "What people wrote to the operators",
  ...tabbedListOf(supportRequest, {
    sorts: [
      "id",
      "createdAt",
      "lastName",
      "email",
      "topic",
      /** By its first 80 letters. */
      "message",
      "status",
      "doneAt",
    ],
    tabs: { field: "status", names: supportStatuses },
    filters: { createdFrom: day.optional(), createdTo: day.optional() },
  }),
  csv: true,
});

export const getSupportRequest = endpoint({
  method: "GET",
  path: "/management/support-requests/:id",
  access: "users:read",
  summary: "One request",
  params: idParams,
  answer: supportRequest,
});

export const updateSupportRequest = endpoint({
  method: "PATCH",
  path: "/management/support-requests/:id",
  access: "users:write",
  summary: "Mark a request done or open it again, and note something; what is left out stays",
  params: idParams,
  body: change,
  answer: supportRequest,
  refusals: ["VERSION_CONFLICT"],
});
