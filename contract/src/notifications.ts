import { z } from "zod";
import { companyRoles } from "./companyRoles.ts";
import { notificationCodes } from "./codes.ts";
import { recordTypes } from "./records.ts";
import { endpoint, noContent } from "./endpoint.ts";
import { id, instant, pageOf, pageQuery, textFlag, textInt } from "./shapes.ts";

export type NotificationCode = (typeof notificationCodes)[number];

/** Figures and names for the message; which are present depends on the code. */
export const notificationFacts = z.object({
  projectId: id.optional(),
  projectName: z.string().optional(),
  year: z.int().optional(),
  before: z.union([z.string(), z.number()]).optional(),
  after: z.union([z.string(), z.number()]).optional(),
  orderId: id.optional(),
  invoiceNumber: z.string().optional(),
  creditNoteNumber: z.string().optional(),
  total: z.number().optional(),
  dueOn: z.string().optional(),
  reason: z.string().optional(),
  credits: z.int().optional(),
  retirementId: id.optional(),
  searchId: id.optional(),
  searchName: z.string().optional(),
  /** A query string of the project list. */
  searchQuery: z.string().optional(),
  count: z.int().optional(),
  person: z.string().optional(),
  companyName: z.string().optional(),
  role: z.enum(companyRoles).optional(),
  approvalId: id.optional(),
  recordType: z.enum(recordTypes).optional(),
  recordId: id.optional(),
  supportRequestId: id.optional(),
  topic: z.string().optional(),
  quoteId: id.optional(),
  quoteNumber: z.string().optional(),
});
export type NotificationFacts = z.output<typeof notificationFacts>;

/** `code` is any text: a newer server may have codes that this browser does not know. */
export const notification = z.object({
  id,
  code: z.string(),
  occuredAt: instant,
  read: z.boolean(),
  facts: notificationFacts,
});
export type Notification = z.output<typeof notification>;

export const listNotifications = endpoint({
  method: "GET",
  path: "/me/notifications",
  access: "admitted",
  summary: "The caller's notifications, newest first",
  query: pageQuery.extend({ read: textFlag.optional() }),
  response: pageOf(notification),
});

export const markNotificationsRead = endpoint({
  method: "POST",
  path: "/me/notifications/read",
  access: "admitted",
  summary: "Mark one notification read, or all without an id",
  query: z.strictObject({
    notificationId: textInt(1).optional(),
    /** Marks only those up to this id: later ones, which the reader has not seen, stay unread. */
    upTo: textInt(1).optional(),
  }),
  response: noContent,
  refusals: ["NOT_FOUND"],
});
