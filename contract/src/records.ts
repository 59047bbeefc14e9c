import { z } from "zod";
import { endpoint, noContent, type Permission } from "./endpoint.ts";
import { mailStatuses } from "./mails.ts";
import { id, idParams, instant, textInt, typedLines } from "./shapes.ts";

/** What operators keep notes on. */
export const recordTypes = ["order", "retirement", "user", "company"] as const;
export type RecordType = (typeof recordTypes)[number];

const notes = ["note", "unnote", "strike"] as const;

/**
 * What the audit log says was done to a record, by what it begins with; the pages have words for each. What an account
 * did itself stands beside its person.
 */
export const recordActions = {
  order: [
    ...notes,
    "create",
    "approve",
    "pay",
    "payment",
    "unbook",
    "reject",
    "reopen",
    "remind",
    "stopReminders",
    "resumeReminders",
    "credit",
    "refund",
    "correctInvoice",
  ],
  retirement: [...notes, "request", "start", "enter", "confirm", "complete", "decline", "withdraw"],
  user: [...notes, "register", "change", "block", "unblock", "export", "erase"],
  company: [
    ...notes,
    "register",
    "budgets",
    "block",
    "unblock",
    "change",
    "details",
    "eInvoices",
    "invite",
    "uninvite",
    "join",
    "leave",
    "limit",
    "merge",
    "remove",
    "role",
    "rules",
    "target",
    "vat-check",
  ],
  login: ["succeed", "fail"],
  session: ["end", "end-others", "stolen"],
  password: ["change", "reset"],
  passkey: ["add", "remove"],
  secondFactor: ["enable", "remove", "reset"],
} as const;
export type RecordActions = typeof recordActions;
export type RecordAction = {
  [Subject in keyof RecordActions]: `${Subject}.${RecordActions[Subject][number]}`;
}[keyof RecordActions];

/** How long the author of a note may take it away; after that it is struck out and stays readable. */
export const noteMinutes = 15;

const person = z.object({ userId: id, name: z.string() });

/** What an operator wrote about a record; its buyer never reads it. */
export const recordNote = z.object({
  id,
  text: z.string(),
  author: person,
  /** The caller wrote it. */
  mine: z.boolean(),
  at: instant,
  struckAt: instant.nullable(),
  /** Who was told of it. */
  mentioned: z.array(person),
});
export type RecordNote = z.output<typeof recordNote>;

/** Something that was done to a record, as the audit log has it. */
const recordEvent = z.object({
  /** 0 for how it began. */
  id: z.int(),
  at: instant,
  /** The username as it was then; null for the product itself. */
  actor: z.string().nullable(),
  /** What they are called: their name, or the username where nobody is known by it. */
  actorName: z.string().nullable(),
  /** Thing and verb: `order.approve`. */
  action: z.string(),
});

/** A mail that was written about a record. */
const recordMail = z.object({
  id,
  to: z.string(),
  subject: z.string(),
  status: z.enum(mailStatuses),
  createdAt: instant,
  sentAt: instant.nullable(),
  lastError: z.string().nullable(),
});

/** What there is beside a record itself: the newest first. */
export const recordTrail = z.object({
  notes: z.array(recordNote),
  activity: z.array(recordEvent),
  mails: z.array(recordMail),
  /** Who may read it, and so be mentioned, apart from the caller. */
  colleagues: z.array(person),
});
export type RecordTrail = z.output<typeof recordTrail>;

/** The calls about the records of one type, which is called so in its addresses. */
function recordOf<const A extends string>(address: A, area: "orders" | "retirements" | "users") {
  const one = `/management/records/${address}/:id` as const;
  const reading = `${area}:read` satisfies Permission;
  const writing = `${area}:write` satisfies Permission;
  return {
    read: endpoint({
      method: "GET",
      path: one,
      access: reading,
      summary: `Notes on one of the ${address}, what was done to it, and its emails`,
      params: idParams,
      response: recordTrail,
    }),
    visit: endpoint({
      method: "POST",
      path: `${one}/visits`,
      access: reading,
      summary: `Say that one of the ${address} is being looked at; returns who else is looking`,
      params: idParams,
      response: z.object({ others: z.array(person) }),
    }),
    note: endpoint({
      method: "POST",
      path: `${one}/notes`,
      access: writing,
      summary: `Write a note on one of the ${address}, and tell those who are mentioned`,
      params: idParams,
      body: z.strictObject({
        text: typedLines(1, 4000),
        mentions: z.array(id).max(20).optional(),
      }),
      response: recordNote,
      status: 201,
    }),
    drop: endpoint({
      method: "DELETE",
      path: `${one}/notes/:noteId`,
      access: writing,
      summary: `Take a note of one's own away; after ${noteMinutes} minutes it is struck out`,
      params: idParams.extend({ noteId: textInt(1) }),
      response: noContent,
    }),
  };
}

/** The calls about each type of record. */
export const records = {
  order: recordOf("orders", "orders"),
  retirement: recordOf("retirements", "retirements"),
  user: recordOf("users", "users"),
  company: recordOf("companies", "users"),
};

export const {
  read: getOrderTrail,
  visit: visitOrder,
  note: noteOrder,
  drop: dropOrderNote,
} = records.order;
export const {
  read: getRetirementTrail,
  visit: visitRetirement,
  note: noteRetirement,
  drop: dropRetirementNote,
} = records.retirement;
export const {
  read: getUserTrail,
  visit: visitUser,
  note: noteUser,
  drop: dropUserNote,
} = records.user;
export const {
  read: getCompanyTrail,
  visit: visitCompany,
  note: noteCompany,
  drop: dropCompanyNote,
} = records.company;
