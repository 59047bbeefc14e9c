import { z } from "zod";
import { endpoint, file } from "./endpoint.ts";
import { id, idParams, instant, tabbedListOf, textInt } from "./shapes.ts";

/** WAITING: not delivered yet, delivery is being retried. FAILED: given up, until an operator resends it. */
export const mailStatuses = ["WAITING", "SENT", "FAILED"] as const;
export type MailStatus = (typeof mailStatuses)[number];

export const mail = z.object({
  id,
  to: z.string(),
  subject: z.string(),
  /** The permission needed to read this mail: that for the record it is about. */
  permission: z.string(),
  /** Null, without attachments, for callers who lack the permission. Link tokens are shown only in this inbox. */
  text: z.string().nullable(),
  html: z.string().nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
  status: z.enum(mailStatuses),
  /** Attempts since it was written or last resent. */
  attempts: z.int(),
  /** The mail server's response to the last failed attempt. */
  lastError: z.string().nullable(),
  nextTryAt: instant.nullable(),
  attachments: z.array(z.object({ id, name: z.string(), mediaType: z.string(), bytes: z.int() })),
});
export type Mail = z.output<typeof mail>;

export const listMails = endpoint({
  method: "GET",
  path: "/management/mails",
  access: "settings:read",
  summary: "Every email of the product: waiting, sent or failed; newest first",
  csv: true,
  ...tabbedListOf(mail, {
    sorts: ["id", "createdAt", "sentAt", "to", "subject", "status"],
    tabs: { field: "status", names: mailStatuses },
  }),
});

export const getMail = endpoint({
  method: "GET",
  path: "/management/mails/:id",
  access: "settings:read",
  summary: "One email",
  params: idParams,
  response: mail,
});

export const getMailAttachment = endpoint({
  method: "GET",
  path: "/management/mails/:id/attachments/:attachmentId",
  access: "settings:read",
  summary: "A file attached to an email",
  params: idParams.extend({ attachmentId: textInt(1) }),
  response: file("application/pdf", "application/xml"),
});

export const resendMail = endpoint({
  method: "POST",
  path: "/management/mails/:id/resend",
  access: "settings:write",
  summary: "Send an email again, with the same Message-ID",
  params: idParams,
  response: mail,
  refusals: ["INVALID_TRANSITION"],
});

export const resendMails = endpoint({
  method: "POST",
  path: "/management/mails/resend",
  access: "settings:write",
  summary: "Send several emails again; without ids, all that failed",
  body: z.strictObject({ ids: z.array(id).min(1).max(1000).optional() }),
  response: z.object({ count: z.int() }),
});
