import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import {
  day,
  id,
  idParams,
  instant,
  listOf,
  money,
  paymentAmount,
  signedMoney,
  tabbedListOf,
  textFlag,
  textInt,
  typedLines,
  typedText,
} from "./shapes.ts";

/** The ISO 20022 messages of a bank about an account: movements of today, a statement, single advices. */
export const statementKinds = ["camt.052", "camt.053", "camt.054"] as const;

/** The largest file that is taken, and what all files of a zip may be together. */
export const maxStatementBytes = 20 * 1024 * 1024;
export const maxUnpackedBytes = 100 * 1024 * 1024;

/** A statement; `opening` plus its entries is `closing`, which was checked when it was added. */
export const bankStatement = z.object({
  id: id.nullable(),
  account: z.string(),
  kind: z.enum(statementKinds),
  /** The message's version, such as "08". */
  version: z.string(),
  /** The bank's own name of it. */
  statementId: z.string(),
  from: day,
  to: day,
  /** Null where the bank gives none, as for movements of today. */
  opening: signedMoney.nullable(),
  closing: signedMoney.nullable(),
  incoming: money,
  outgoing: money,
  entries: z.int(),
  /** Those that were known before. */
  duplicates: z.int(),
  /** The statement before ends with its opening balance; null where there is none to compare with. */
  follows: z.boolean().nullable(),
  /** As the bank counts within a year; null where it gives none. */
  number: z.int().nullable(),
  /** What is missing before it; null when nothing is. */
  gap: z
    .object({
      /** The statement before, when it ends with another balance than this one begins with. */
      before: z.object({ statementId: z.string(), to: day, closing: signedMoney }).nullable(),
      /** The numbers that are left out. */
      numbers: z.object({ first: z.int(), last: z.int() }).nullable(),
      /** Why somebody took the statement all the same. */
      reason: z.string().nullable(),
    })
    .nullable(),
  fileName: z.string(),
});
export type BankStatement = z.output<typeof bankStatement>;

export const entryStatuses = ["MATCHED", "SUGGESTED", "UNMATCHED", "BOOKED", "IGNORED"] as const;
export type EntryStatus = (typeof entryStatuses)[number];

/** Why an entry is thought to be for an order, or for none. Only REFERENCE is sure. */
export const matchReasons = [
  "REFERENCE",
  "REFERENCE_PART",
  "REFERENCE_OVER",
  "REFERENCE_CHARGES",
  "REFERENCE_SEVERAL",
  "NUMBER",
  "NUMBER_PART",
  "NUMBER_OVER",
  "PAYER",
  "PAYER_SEVERAL",
  "NAME",
  "AMOUNT",
  "RETURN",
  "ALREADY_PAID",
  "NOT_APPROVED",
  "SEVERAL_AMOUNTS",
  "NOTHING",
] as const;
export type MatchReason = (typeof matchReasons)[number];

const entryOrder = z.object({
  orderId: id,
  /** What is booked for it, or would be. */
  amount: signedMoney,
  companyName: z.string(),
  dueOn: day.nullable(),
  /** What is open of it now. */
  open: money,
});

/** A movement on an account as the bank tells it. */
export const bankEntry = z.object({
  id,
  statementId: id,
  account: z.string(),
  status: z.enum(entryStatuses),
  bookedOn: day,
  valueOn: day.nullable(),
  /** Below zero: it left the account. */
  amount: signedMoney,
  payer: z.string(),
  payerIban: z.string(),
  /** What the payer wrote. */
  text: z.string(),
  /** Creditor references (ISO 11649) that the payer gave in their own field. */
  references: z.array(z.string()),
  /** The bank's reference; null when it gave none. */
  bankReference: z.string().nullable(),
  /** Why the bank took a payment back, as it says; null for any other entry. */
  returnReason: z.string().nullable(),
  why: z.enum(matchReasons),
  /** The orders that it is booked for, or probably is for. */
  orders: z.array(entryOrder),
  /** Of a booked entry what no order got and does not go back: paid too much. */
  rest: signedMoney,
  /** What goes back to the payer, or has gone. */
  refunded: money,
  /** Why it was put aside. */
  reason: z.string().nullable(),
  /** The rule that it was put aside by, or with. */
  ruleId: id.nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  /** The newest booking of it that was taken back; null when none was. */
  takenBack: z.object({ by: z.string(), at: instant, reason: z.string() }).nullable(),
  version: z.int(),
});
export type BankEntry = z.output<typeof bankEntry>;

export const importStatements = endpoint({
  method: "POST",
  path: "/management/bank/statements",
  access: "orders:write",
  summary:
    "Add statements: camt.052, .053 or .054, versions 02 to 13, as XML or zip; books nothing",
  query: z.strictObject({
    /** Reads and checks, and keeps nothing. */
    dryRun: textFlag.optional(),
  }),
  upload: { maxBytes: maxStatementBytes },
  response: z.object({
    /** `isNew`: it was not added before, whether or not its entries are known. */
    statements: z.array(bankStatement.extend({ isNew: z.boolean() })),
    /** Files of a zip that were left out, and why. */
    refused: z.array(z.object({ fileName: z.string(), reason: z.string() })),
    /** How the new entries match, by count and euros, come or gone. */
    found: z.array(
      z.object({ status: z.enum(entryStatuses), entries: z.int(), amount: signedMoney }),
    ),
  }),
  status: 201,
});

export const listStatements = endpoint({
  method: "GET",
  path: "/management/bank/statements",
  access: "orders:read",
  summary: "The statements that were added",
  csv: true,
  ...listOf(
    bankStatement.extend({
      id,
      /** How many of its entries are booked or put aside. */
      done: z.int(),
      addedBy: z.string(),
      addedAt: instant,
    }),
    {
      sorts: ["to", "from", "account", "statementId", "addedAt"],
      filters: { id: textInt(1).optional() },
    },
  ),
});

const because = z.strictObject({ reason: typedLines(3, 1000) });

export const acceptGap = endpoint({
  method: "POST",
  path: "/management/bank/statements/:id/accept",
  access: "orders:write",
  summary: "Accept a statement although those before it are missing",
  params: idParams,
  body: because,
  response: bankStatement,
  refusals: ["INVALID_TRANSITION"],
});

export const listEntries = endpoint({
  method: "GET",
  path: "/management/bank/entries",
  access: "orders:read",
  summary: "Entries of all statements",
  csv: true,
  ...tabbedListOf(bankEntry, {
    sorts: ["bookedOn", "amount", "payer", "status", "id"],
    tabs: { field: "status", names: entryStatuses },
    filters: {
      statementId: textInt(1).optional(),
      orderId: textInt(1).optional(),
      ruleId: textInt(1).optional(),
      account: z
        .string()
        .regex(/^[A-Z]{2}[0-9A-Z]{2,32}$/)
        .optional(),
      from: day.optional(),
      to: day.optional(),
    },
  }),
});

export const getEntry = endpoint({
  method: "GET",
  path: "/management/bank/entries/:id",
  access: "orders:read",
  summary: "One entry",
  params: idParams,
  response: bankEntry,
});

export const bookEntry = endpoint({
  method: "POST",
  path: "/management/bank/entries/:id/book",
  access: "orders:write",
  summary:
    "Book an entry for one order or several; what no order gets was paid too much, and can be sent back",
  params: idParams,
  body: z.strictObject({
    orders: z
      .array(
        z.strictObject({
          orderId: id,
          /** Euros; of an entry that left the account what was taken back. */
          amount: paymentAmount,
          /** Euros that the caller saw open; refused where a colleague has changed that since. */
          open: money.optional(),
        }),
      )
      .min(1)
      .max(100)
      .refine((orders) => new Set(orders.map(({ orderId }) => orderId)).size === orders.length, {
        message: "Name each order once",
      }),
  }),
  response: bankEntry,
  refusals: ["INVALID_TRANSITION"],
});

export const unbookEntry = endpoint({
  method: "POST",
  path: "/management/bank/entries/:id/unbook",
  access: "orders:write",
  summary: "Take a booking back, or reopen an entry that was put aside",
  params: idParams,
  body: because,
  response: bankEntry,
  refusals: ["INVALID_TRANSITION"],
});

export const ignoreEntry = endpoint({
  method: "POST",
  path: "/management/bank/entries/:id/ignore",
  access: "orders:write",
  summary:
    "Put an entry aside that is for no order, and later ones like it where that is asked for",
  params: idParams,
  body: because.extend({
    /** Later entries of this counterparty with these words go aside by themselves. */
    always: z.strictObject({ words: typedText(0, 140) }).optional(),
  }),
  response: bankEntry,
  refusals: ["INVALID_TRANSITION"],
});

/** Entries that one call books at most. */
export const maxBookedAtOnce = 500;

export const bookSureEntries = endpoint({
  method: "POST",
  path: "/management/bank/book-sure",
  access: "orders:write",
  summary:
    "Book every entry whose reference and amount are those of an open order, each for itself",
  response: z.object({
    results: z.array(
      z.object({
        entryId: id,
        orderIds: z.array(id),
        amount: signedMoney,
        status: z.enum(["BOOKED", "REFUSED"]),
        /** Why it was not booked, in words. */
        detail: z.string().optional(),
      }),
    ),
    /** Sure ones that are left, where there were more than one call books. */
    remaining: z.int(),
  }),
});

const figure = z.object({ count: z.int(), amount: signedMoney });

export const getBank = endpoint({
  method: "GET",
  path: "/management/bank",
  access: "orders:read",
  summary: "The figures of the bank's page",
  response: z.object({
    accounts: z.array(
      z.object({
        iban: z.string(),
        /** Of the newest statement with a balance. */
        balance: signedMoney.nullable(),
        on: day.nullable(),
      }),
    ),
    /** What is to be decided on, whether it came or left: one does not make up for the other. */
    matched: figure,
    toCheck: figure,
    oldestToCheck: day.nullable(),
    /** Statements before which something is missing that nobody has taken so, the newest first; at most ten. */
    gaps: z.array(bankStatement),
    openInvoices: figure,
    /** What was paid beyond what was asked. */
    credit: figure,
  }),
});
export type BankFigures = z.output<typeof getBank.response>;
