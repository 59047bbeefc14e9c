import { z } from "zod";
import { endpoint, noContent } from "./endpoint.ts";
import { mailWords } from "./mailTexts.ts";
import { day, id, idParams, instant, money, tabbedListOf, textInt, typedLines } from "./shapes.ts";

/** Days past the due date. */
export const ageBuckets = ["NOT_DUE", "1_14", "15_30", "31_60", "OVER_60"] as const;
export type AgeBucket = (typeof ageBuckets)[number];

// Reminder levels: friendly, firm, formal.
const level = z.union([z.literal(1), z.literal(2), z.literal(3)], {
  error: "Expected a level from 1 to 3",
});

/**
 * Why no automatic reminder is sent: someone stopped them, or a payment that covers the invoice is waiting in the bank
 * list.
 */
export const stopKinds = ["PAUSED", "DISPUTE", "BANK"] as const;

const stop = z.object({
  kind: z.enum(stopKinds),
  /** Last day of a pause. */
  until: day.nullable(),
  reason: z.string(),
  by: z.string().nullable(),
  since: day.nullable(),
});

/** An unpaid invoice. `id` is its order's. */
export const receivable = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  invoiceNumber: z.string(),
  invoiceEmail: z.string(),
  dueOn: day,
  /** 0 until it is due. */
  daysLate: z.int(),
  bucket: z.enum(ageBuckets),
  total: money,
  open: money,
  /** Level of the last reminder; 0 without one. */
  level: z.int().min(0).max(3),
  remindedOn: day.nullable(),
  /** The next reminder and its date; null if none is scheduled. */
  next: z.object({ level, on: day }).nullable(),
  stop: stop.nullable(),
});
export type Receivable = z.output<typeof receivable>;

const receivables = tabbedListOf(receivable, {
  sorts: ["dueOn", "companyName", "open", "id", "invoiceNumber"],
  tabs: { field: "bucket", names: ageBuckets },
  filters: { companyId: textInt(1).optional() },
});

export const listReceivables = endpoint({
  method: "GET",
  path: "/management/receivables",
  access: "orders:read",
  summary: "Unpaid invoices by age, longest overdue first",
  ...receivables,
  response: receivables.response.extend({
    /** The day from which ages are calculated. */
    asOf: day,
    ageing: z.array(z.object({ bucket: z.enum(ageBuckets), invoices: z.int(), amount: money })),
    total: z.object({ invoices: z.int(), amount: money }),
  }),
  csv: true,
});

/** The amounts a reminder demands. */
const reminderSums = {
  level,
  amount: money,
  /** Lump sum and interest according to the settings; 0 without. */
  fee: money,
  interest: money,
  total: money,
  payBy: day,
};

export const reminder = z.object({
  id,
  ...reminderSums,
  sentTo: z.array(z.string()),
  sentAt: instant,
  sentBy: z.string().nullable(),
});

export const getReminders = endpoint({
  method: "GET",
  path: "/management/orders/:id/reminders",
  access: "orders:read",
  summary: "Reminders of an order that were sent, and the email of the next one",
  params: idParams,
  query: z.strictObject({ level: textInt(1, 3).optional() }),
  response: z.object({
    sent: z.array(reminder),
    stop: stop.nullable(),
    /** Null if no reminder can be sent. */
    preview: z
      .object({
        ...reminderSums,
        sentTo: z.array(z.string()),
        subject: z.string(),
        /** Paragraphs separated by empty lines. */
        body: z.string(),
        /** The demanded amounts, under the paragraphs; always included. */
        lines: z.array(z.string()),
      })
      .nullable(),
  }),
});

export const sendReminder = endpoint({
  method: "POST",
  path: "/management/orders/:id/reminders",
  access: "orders:write",
  summary:
    "Remind a buyer of an invoice; each level once, and after the first only what is overdue",
  params: idParams,
  body: z.strictObject({
    level,
    /** Replaces the text of its level, for this mail only; no variables. */
    words: mailWords.optional(),
  }),
  response: reminder,
  status: 201,
  idempotent: true,
  refusals: ["INVALID_TRANSITION"],
});

/** The longest that reminders may be paused, in days: a mistyped year would stop them for good. */
export const maxPauseDays = 365;

export const stopReminders = endpoint({
  method: "PUT",
  path: "/management/orders/:id/reminders/stop",
  access: "orders:write",
  summary:
    "Pause the reminders of an order until a day, or note that the buyer disputes its invoice",
  params: idParams,
  body: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("PAUSED"), until: day, reason: typedLines(3, 1000) }),
    z.strictObject({ kind: z.literal("DISPUTE"), reason: typedLines(3, 1000) }),
  ]),
  response: noContent,
  refusals: ["INVALID_TRANSITION"],
});

export const resumeReminders = endpoint({
  method: "DELETE",
  path: "/management/orders/:id/reminders/stop",
  access: "orders:write",
  summary: "Resume the reminders of an order",
  params: idParams,
  /** The author of the stop that the caller saw; a stop set by someone else stays. */
  query: z.strictObject({ by: z.string().max(200).optional() }),
  response: noContent,
  refusals: ["INVALID_TRANSITION"],
});
