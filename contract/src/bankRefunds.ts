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
  typedText,
} from "./shapes.ts";

/** LISTED: to be put in a file; SENT: in a file; DONE: has left the account. */
export const refundStates = ["LISTED", "SENT", "DONE", "REMOVED"] as const;

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
