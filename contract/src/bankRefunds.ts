import { z } from "zod";
import { endpoint, file } from "./endpoint.ts";
import { iban } from "./settings.ts";
import {
  day,
  id,
  idParams,
  instant,
  money,
  positiveMoney,
  tabbedListOf,
  typedLines,
  typedText,
} from "./shapes.ts";

/** LISTED: to be put in a file; SENT: in a file; DONE: has left the account; REFUSED: the bank refused it or sent it back. */
export const refundStates = ["LISTED", "SENT", "DONE", "REFUSED", "REMOVED"] as const;

/** A refund of what a payer overpaid. */
export const bankRefund = z.object({
  id,
  entryId: id,
  status: z.enum(refundStates),
  name: z.string(),
  iban: z.string(),
  amount: money,
  text: z.string(),
  /** The payment file that contains it. */
  fileId: id.nullable(),
  doneOn: day.nullable(),
  /** The statement entry by which it left. */
  doneEntryId: id.nullable(),
  /** Null unless the bank refused it or sent it back. */
  refusal: z
    .object({
      reason: z.string(),
      /** Null if a file from the bank says so. */
      by: z.string().nullable(),
      at: instant,
      /** The day on which it came back; null if it never left. */
      backOn: day.nullable(),
    })
    .nullable(),
  /** Why the bank did not carry out the one that this one repeats. */
  refusedBefore: z.string().nullable(),
  createdBy: z.string(),
  createdAt: instant,
});
export type BankRefund = z.output<typeof bankRefund>;

// SEPA lengths of names and texts (EPC AOS): 70 and 140 characters.
export const refundBankEntry = endpoint({
  method: "POST",
  path: "/management/bank/entries/:id/refund",
  access: "orders:write",
  summary: "Put the excess of a booked entry, or part of it, on the refund list",
  params: idParams,
  body: z.strictObject({
    amount: positiveMoney(),
    name: typedText(1, 70),
    iban,
    text: typedText(1, 140),
  }),
  response: bankRefund,
  idempotent: true,
  refusals: ["INVALID_TRANSITION"],
});

export const listBankRefunds = endpoint({
  method: "GET",
  path: "/management/bank/refunds",
  access: "orders:read",
  summary: "The refund list",
  csv: true,
  ...tabbedListOf(bankRefund, {
    sorts: ["createdAt", "name", "amount"],
    tabs: { field: "status", names: refundStates },
  }),
});

export const removeBankRefund = endpoint({
  method: "POST",
  path: "/management/bank/refunds/:id/remove",
  access: "orders:write",
  summary: "Take a refund that is in no file yet off the list",
  params: idParams,
  response: bankRefund,
  refusals: ["INVALID_TRANSITION"],
});

export const completeBankRefund = endpoint({
  method: "POST",
  path: "/management/bank/refunds/:id/done",
  access: "orders:write",
  summary: "Mark a refund as sent; a statement that names it does so automatically",
  params: idParams,
  body: z.strictObject({ on: day }),
  response: bankRefund,
  refusals: ["INVALID_TRANSITION"],
});

const because = z.strictObject({ reason: typedLines(3, 1000) });

export const refuseBankRefund = endpoint({
  method: "POST",
  path: "/management/bank/refunds/:id/refuse",
  access: "orders:write",
  summary:
    "Record that the bank refused a refund: it is listed again; not once a statement shows it leaving",
  params: idParams,
  body: because,
  response: bankRefund,
  refusals: ["INVALID_TRANSITION"],
});

export const refuseRefundFile = endpoint({
  method: "POST",
  path: "/management/bank/refunds/files/:id/refuse",
  access: "orders:write",
  summary: "Record that the bank refused a whole file: its refunds are listed again",
  params: idParams,
  body: because,
  response: z.object({ refunds: z.int(), amount: money }),
  refusals: ["INVALID_TRANSITION"],
});

export const createRefundFile = endpoint({
  method: "POST",
  path: "/management/bank/refunds/file",
  access: "orders:write",
  summary: "Write all listed refunds into one file for the bank (pain.001.001.09)",
  response: z.object({ id, refunds: z.int(), amount: money }),
  refusals: ["INVALID_TRANSITION"],
});

export const getRefundFile = endpoint({
  method: "GET",
  path: "/management/bank/refunds/files/:id",
  access: "orders:write",
  summary: "The file for the bank",
  params: idParams,
  response: file("application/xml"),
});
