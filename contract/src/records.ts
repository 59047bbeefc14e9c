import { z } from "zod";
import { endpoint, noContent, type Permission } from "./endpoint.ts";
import { mailStatuses } from "./mails.ts";
import { id, idParams, instant, textInt, typedLines } from "./shapes.ts";

/** Types of records that operators can write notes on. */
export const recordTypes = ["order", "retirement", "user", "company"] as const;
export type RecordType = (typeof recordTypes)[number];

const notes = ["note", "unnote", "strike"] as const;

/**
 * Actions of the audit log that are shown for a record, by subject; the pages have a text for each. Actions of an account
 * itself are shown with its person.
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

/** How long the author of a note may delete it; later it is struck out and stays readable. */
export const noteMinutes = 15;

const person = z.object({ userId: id, name: z.string() });

/** An operator's note on a record; its buyer never sees it. */
export const recordNote = z.object({
  id,
  text: z.string(),
  author: person,
  /** Whether the caller wrote it. */
  mine: z.boolean(),
  at: instant,
  struckAt: instant.nullable(),
  /** Colleagues who were notified of it. */
  mentioned: z.array(person),
});
export type RecordNote = z.output<typeof recordNote>;

/** An event in a record's history, as in the audit log. */
const recordEvent = z.object({
  /** 0 for the creation of the record. */
  id: z.int(),
  at: instant,
  /** The username at the time; null for the system itself. */
  actor: z.string().nullable(),
  /** Their name, or the username if the account has none or is unknown. */
  actorName: z.string().nullable(),
  /** Subject and verb: `order.approve`. */
  action: z.string(),
});

/** A mail about a record. */
const recordMail = z.object({
  id,
  to: z.string(),
  subject: z.string(),
  status: z.enum(mailStatuses),
  createdAt: instant,
  sentAt: instant.nullable(),
  lastError: z.string().nullable(),
});

/** Notes, history and mails of a record: the newest first. */
export const recordTrail = z.object({
  notes: z.array(recordNote),
  activity: z.array(recordEvent),
  mails: z.array(recordMail),
  /** Those who may read the record, and so can be mentioned, except the caller. */
  colleagues: z.array(person),
});
export type RecordTrail = z.output<typeof recordTrail>;

/** Declares the calls for records of one type; `address` is its path segment. */
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
      summary: `Report that one of the ${address} is being viewed; returns who else is viewing it`,
      params: idParams,
      response: z.object({ others: z.array(person) }),
    }),
    note: endpoint({
      method: "POST",
      path: `${one}/notes`,
      access: writing,
      summary: `Write a note on one of the ${address}, and notify those mentioned`,
      params: idParams,
      body: z.strictObject({
        text: typedLines(1, 4000),
        mentions: z.array(id).max(20).optional(),
      }),
      response: recordNote,
      status: 201,
      idempotent: true,
    }),
    drop: endpoint({
      method: "DELETE",
      path: `${one}/notes/:noteId`,
      access: writing,
      summary: `Remove one's own note; after ${noteMinutes} minutes it is struck out instead`,
      params: idParams.extend({ noteId: textInt(1) }),
      response: noContent,
    }),
  };
}

/** The calls for each type of record. */
export const records = {
  order: recordOf("orders", "orders"),
  retirement: recordOf("retirements", "retirements"),
  user: recordOf("users", "users"),
  company: recordOf("companies", "users"),
};

export const {
  read: getOrderTrail,
  visit: recordOrderVisit,
  note: addOrderNote,
  drop: deleteOrderNote,
} = records.order;
export const {
  read: getRetirementTrail,
  visit: recordRetirementVisit,
  note: addRetirementNote,
  drop: deleteRetirementNote,
} = records.retirement;
export const {
  read: getUserTrail,
  visit: recordUserVisit,
  note: addUserNote,
  drop: deleteUserNote,
} = records.user;
export const {
  read: getCompanyTrail,
  visit: recordCompanyVisit,
  note: addCompanyNote,
  drop: deleteCompanyNote,
} = records.company;
