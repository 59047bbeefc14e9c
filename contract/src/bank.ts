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

/** ISO 20022 account messages: intraday movements, statements, single notifications. */
export const statementKinds = ["camt.052", "camt.053", "camt.054"] as const;

/** The largest upload accepted, and the limit for all files of a zip together once unpacked. */
export const maxStatementBytes = 20 * 1024 * 1024;
export const maxUnpackedBytes = 100 * 1024 * 1024;

/** A statement. `opening` plus its entries equals `closing`: this was verified when it was added. */
export const bankStatement = z.object({
  id: id.nullable(),
  account: z.string(),
  kind: z.enum(statementKinds),
  /** Version of the message format, such as "08". */
  version: z.string(),
  /** The bank's own identifier. */
  statementId: z.string(),
  from: day,
  to: day,
  /** Null if the bank gives none, as for intraday movements. */
  opening: signedMoney.nullable(),
  closing: signedMoney.nullable(),
  incoming: money,
  outgoing: money,
  entries: z.int(),
  /** Entries that already existed. */
  duplicates: z.int(),
  /** Whether the previous statement closes with this one's opening balance; null if there is none to compare with. */
  follows: z.boolean().nullable(),
  /** The bank's sequence number within a year; null if it gives none. */
  number: z.int().nullable(),
  /** What is missing before it; null if nothing is. */
  gap: z
    .object({
      /** The previous statement, if its closing balance differs from this one's opening balance. */
      before: z.object({ statementId: z.string(), to: day, closing: signedMoney }).nullable(),
      /** The sequence numbers that were skipped. */
      numbers: z.object({ first: z.int(), last: z.int() }).nullable(),
      /** Why someone accepted the statement despite the gap. */
      reason: z.string().nullable(),
    })
    .nullable(),
  fileName: z.string(),
});
export type BankStatement = z.output<typeof bankStatement>;

export const entryStatuses = ["MATCHED", "SUGGESTED", "UNMATCHED", "BOOKED", "IGNORED"] as const;
export type EntryStatus = (typeof entryStatuses)[number];

/** Why an entry is matched to an order, or to none. Only REFERENCE is certain. */
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
  "REFUND_RETURN",
  "ALREADY_PAID",
  "NOT_APPROVED",
  "SEVERAL_AMOUNTS",
  "NOTHING",
] as const;
export type MatchReason = (typeof matchReasons)[number];

const entryOrder = z.object({
  orderId: id,
  /** The amount booked to it, or proposed. */
  amount: signedMoney,
  companyName: z.string(),
  dueOn: day.nullable(),
  /** The amount due on it now. */
  open: money,
});

/** A movement on an account as reported by the bank. */
export const bankEntry = z.object({
  id,
  statementId: id,
  account: z.string(),
  status: z.enum(entryStatuses),
  bookedOn: day,
  valueOn: day.nullable(),
  /** Negative if it left the account. */
  amount: signedMoney,
  /** Whoever paid; the payee of an outgoing entry. */
  payer: z.string(),
  payerIban: z.string(),
  /** The payer's remittance text. */
  text: z.string(),
  /** Creditor references (ISO 11649) from the structured reference field. */
  references: z.array(z.string()),
  /** The bank's reference; null when it gave none. */
  bankReference: z.string().nullable(),
  /** The bank's reason for returning a payment; null for any other entry. */
  returnReason: z.string().nullable(),
  why: z.enum(matchReasons),
  /** The orders that it is booked to, or is probably meant for. */
  orders: z.array(entryOrder),
  /** The unallocated part of a booked entry that is not to be refunded: overpaid. */
  rest: signedMoney,
  /** The amount to be refunded to the payer, or refunded already. */
  refunded: money,
  /** Why it was put aside. */
  reason: z.string().nullable(),
  /** The rule that put it aside, or was created with it. */
  ruleId: id.nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  /** The latest booking that was reverted; null if none was. */
  takenBack: z.object({ by: z.string(), at: instant, reason: z.string() }).nullable(),
  version: z.int(),
});
export type BankEntry = z.output<typeof bankEntry>;

export const importBankStatements = endpoint({
  method: "POST",
  path: "/management/bank/statements",
  access: "orders:write",
  summary:
    "Add statements (camt.052, .053 or .054, versions 02 to 14) and status reports of refund files (pain.002), as XML or zip; books nothing",
  query: z.strictObject({
    /** Parses and checks without storing anything. */
    dryRun: textFlag.optional(),
  }),
  upload: { maxBytes: maxStatementBytes },
  response: z.object({
    /** `isNew`: the statement had not been added before, whether or not its entries were known. */
    statements: z.array(bankStatement.extend({ isNew: z.boolean() })),
    /** Status reports of refund files; `isNew`: one refuses what was not known to be refused. */
    reports: z.array(z.object({ fileId: id, isNew: z.boolean() })),
    /** Refunds that the bank refused, or sent back (`cameBack`): they are on the refund list again. */
    refusals: z.array(
      z.object({
        refundId: id,
        name: z.string(),
        amount: money,
        reason: z.string(),
        cameBack: z.boolean(),
      }),
    ),
    /** Files of a zip, or parts of a file, that were skipped, and why. */
    refused: z.array(z.object({ fileName: z.string(), reason: z.string() })),
    /** How the new entries match, by count and euros, incoming and outgoing. */
    found: z.array(
      z.object({ status: z.enum(entryStatuses), entries: z.int(), amount: signedMoney }),
    ),
  }),
  status: 201,
});

export const listBankStatements = endpoint({
  method: "GET",
  path: "/management/bank/statements",
  access: "orders:read",
  summary: "Added bank statements",
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

export const acceptStatementGap = endpoint({
  method: "POST",
  path: "/management/bank/statements/:id/accept",
  access: "orders:write",
  summary: "Accept a statement although previous ones are missing",
  params: idParams,
  body: because,
  response: bankStatement,
  refusals: ["INVALID_TRANSITION"],
});

export const listBankEntries = endpoint({
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

export const getBankEntry = endpoint({
  method: "GET",
  path: "/management/bank/entries/:id",
  access: "orders:read",
  summary: "One entry",
  params: idParams,
  response: bankEntry,
});

export const bookBankEntry = endpoint({
  method: "POST",
  path: "/management/bank/entries/:id/book",
  access: "orders:write",
  summary:
    "Book an entry for one or more orders; any excess counts as overpaid and can be refunded",
  params: idParams,
  body: z.strictObject({
    orders: z
      .array(
        z.strictObject({
          orderId: id,
          /** Euros; for an outgoing entry the amount reversed. */
          amount: paymentAmount,
          /** The amount due in euros that the caller saw; refused if a colleague has changed it since. */
          open: money.optional(),
        }),
      )
      .min(1)
      .max(100)
      .refine((orders) => new Set(orders.map(({ orderId }) => orderId)).size === orders.length, {
        message: "Enter each order only once",
      }),
  }),
  response: bankEntry,
  refusals: ["INVALID_TRANSITION"],
});

export const unbookBankEntry = endpoint({
  method: "POST",
  path: "/management/bank/entries/:id/unbook",
  access: "orders:write",
  summary: "Reverse a booking, or restore an entry that was put aside",
  params: idParams,
  body: because,
  response: bankEntry,
  refusals: ["INVALID_TRANSITION"],
});

export const ignoreBankEntry = endpoint({
  method: "POST",
  path: "/management/bank/entries/:id/ignore",
  access: "orders:write",
  summary: "Put aside an entry that is for no order, and optionally later ones like it",
  params: idParams,
  body: because.extend({
    /** Creates a rule: later entries of this counterparty with these words are put aside automatically. */
    always: z.strictObject({ words: typedText(0, 140) }).optional(),
  }),
  response: bankEntry,
  refusals: ["INVALID_TRANSITION"],
});

/** The most entries that one call books. */
export const maxBookedAtOnce = 500;

export const bookMatchedEntries = endpoint({
  method: "POST",
  path: "/management/bank/book-sure",
  access: "orders:write",
  summary: "Book every entry whose reference and amount match an open order, each independently",
  response: z.object({
    results: z.array(
      z.object({
        entryId: id,
        orderIds: z.array(id),
        amount: signedMoney,
        status: z.enum(["BOOKED", "REFUSED"]),
        /** Why it was not booked, as text. */
        detail: z.string().optional(),
      }),
    ),
    /** Certain matches left over, if there were more than one call books. */
    remaining: z.int(),
  }),
});

const figure = z.object({ count: z.int(), amount: signedMoney });

export const getBankSummary = endpoint({
  method: "GET",
  path: "/management/bank",
  access: "orders:read",
  summary: "The figures of the bank's page",
  response: z.object({
    accounts: z.array(
      z.object({
        iban: z.string(),
        /** Of the latest statement with a balance. */
        balance: signedMoney.nullable(),
        on: day.nullable(),
      }),
    ),
    /** To be decided; `amount` is what came in. */
    matched: figure,
    toCheck: figure.extend({ outgoing: money }),
    oldestToCheck: day.nullable(),
    /** Statements with an unaccepted gap before them, the newest first; at most ten. */
    gaps: z.array(bankStatement),
    openInvoices: figure,
    /** Amounts paid beyond what was due. */
    credit: figure,
  }),
});
export type BankFigures = z.output<typeof getBankSummary.response>;
