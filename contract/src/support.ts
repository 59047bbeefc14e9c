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

/** The topic of a form opened without a context. */
export const generalTopic = "General Question";
/** The topic that replaces an external booking page. */
export const demoTopic = "Book a demo";
/** Topics to choose from; a form opened from a project or an order adds its own. */
export const supportTopics = [
  generalTopic,
  "Orders and invoices",
  "Portfolio and retirements",
  "My account",
  demoTopic,
] as const;

/** A message to the operators. */
export const supportMessage = z.strictObject({
  firstName: personName,
  lastName: personName,
  email,
  topic: typedText(1, 300),
  message: typedLines(3, 5000),
  /** What the form was opened from; ignored if it is unknown or not the sender's. */
  projectId: id.optional(),
  orderId: id.optional(),
});

export const sendSupportRequest = endpoint({
  method: "POST",
  path: "/support/requests",
  access: "optional",
  summary: "Write to the operators; a logged-in sender is recorded",
  body: supportMessage,
  response: noContent,
  idempotent: true,
  refusals: ["RATE_LIMITED"],
});

/** OPEN: the operators have to reply. WAITING: they have replied, and it is the sender's turn. */
export const supportStatuses = ["OPEN", "WAITING", "DONE"] as const;
export type SupportStatus = (typeof supportStatuses)[number];

const change = z.strictObject({
  version: seenVersion,
  /** WAITING can only be set by a reply. */
  status: z.enum(["OPEN", "DONE"]).optional(),
  note: typedLines(1, 5000).nullable().optional(),
});

/** Decisions of operators on requests. */
export const supportDecisions = {
  done: { access: "users:write", transitions: { OPEN: "DONE", WAITING: "DONE" }, input: change },
  reopen: { access: "users:write", transitions: { WAITING: "OPEN", DONE: "OPEN" }, input: change },
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
  /** For operators only. */
  note: z.string().nullable(),
  doneAt: instant.nullable(),
  doneBy: z.string().nullable(),
  createdAt: instant,
  version: z.int(),
});
export type SupportRequest = z.output<typeof supportRequest>;

/** Messages after the first one. */
const supportMessages = z.array(
  z.object({
    id,
    from: z.enum(["WRITER", "OPERATOR"]),
    /** The author, as the other side may see them; for a buyer, the name of an erased account is hidden. */
    name: z.string(),
    text: z.string(),
    createdAt: instant,
  }),
);
export type SupportMessages = z.output<typeof supportMessages>;

/** A request with the messages that followed. */
export const supportThread = supportRequest.extend({ messages: supportMessages });
export type SupportThread = z.output<typeof supportThread>;

export const listSupportRequests = endpoint({
  method: "GET",
  path: "/management/support-requests",
  access: "users:read",
  summary: "Messages to the operators",
  ...tabbedListOf(supportRequest, {
    sorts: [
      "id",
      "createdAt",
      "lastName",
      "email",
      "topic",
      /** By its first 80 characters. */
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
  response: supportThread,
});

export const updateSupportRequest = endpoint({
  method: "PATCH",
  path: "/management/support-requests/:id",
  access: "users:write",
  summary: "Close or reopen a request, or change its note; omitted fields stay unchanged",
  params: idParams,
  body: change,
  response: supportThread,
  refusals: ["VERSION_CONFLICT"],
});

const words = typedLines(1, 5000);

export const answerSupportRequest = endpoint({
  method: "POST",
  path: "/management/support-requests/:id/messages",
  access: "users:write",
  summary:
    "Answer the sender by email and, with an account, in the product; the request then waits for them",
  params: idParams,
  body: z.strictObject({ version: seenVersion, text: words }),
  response: supportThread,
  idempotent: true,
  refusals: ["VERSION_CONFLICT"],
});

/** A request as its sender sees it. */
export const mySupportRequest = supportRequest.pick({
  id: true,
  topic: true,
  message: true,
  status: true,
  project: true,
  orderId: true,
  createdAt: true,
});
export type MySupportRequest = z.output<typeof mySupportRequest>;
const mySupportThread = mySupportRequest.extend({ messages: supportMessages });
export type MySupportThread = z.output<typeof mySupportThread>;

export const listMySupportRequests = endpoint({
  method: "GET",
  path: "/me/support-requests",
  access: "admitted",
  summary: "The caller's requests to the operators",
  ...tabbedListOf(mySupportRequest, {
    sorts: ["id", "createdAt", "topic", "status"],
    tabs: { field: "status", names: supportStatuses },
  }),
});

export const getMySupportRequest = endpoint({
  method: "GET",
  path: "/me/support-requests/:id",
  access: "admitted",
  summary: "One of the caller's requests, with its answers",
  params: idParams,
  response: mySupportThread,
});

export const addSupportMessage = endpoint({
  method: "POST",
  path: "/me/support-requests/:id/messages",
  access: "admitted",
  summary: "Write again on a request, which reopens it if it was closed",
  params: idParams,
  body: z.strictObject({ text: words }),
  response: mySupportThread,
  idempotent: true,
  refusals: ["RATE_LIMITED"],
});
