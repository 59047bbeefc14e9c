import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { day, id, idParams, instant, tabbedListOf } from "./shapes.ts";

export const bankRuleStates = ["ACTIVE", "ENDED"] as const;

/** What later entries of the bank are put aside by. */
export const bankRule = z.object({
  id,
  state: z.enum(bankRuleStates),
  /** It is about what leaves the account. */
  outgoing: z.boolean(),
  payer: z.string(),
  payerIban: z.string(),
  /** Each of them stands in the entry's text; empty where the counterparty alone tells. */
  words: z.string(),
  reason: z.string(),
  /** How many entries it put aside, with the one it was made of; and the day of the newest. */
  entries: z.int(),
  newestOn: day.nullable(),
  createdBy: z.string(),
  createdAt: instant,
  endedBy: z.string().nullable(),
  endedAt: instant.nullable(),
});
export type BankRule = z.output<typeof bankRule>;

export const listBankRules = endpoint({
  method: "GET",
  path: "/management/bank/rules",
  access: "orders:read",
  summary: "Rules by which entries of the bank are put aside",
  csv: true,
  ...tabbedListOf(bankRule, {
    sorts: ["createdAt", "payer", "reason"],
    tabs: { field: "state", names: bankRuleStates },
  }),
});

export const endBankRule = endpoint({
  method: "POST",
  path: "/management/bank/rules/:id/end",
  access: "orders:write",
  summary: "End a rule: what it put aside stays put aside",
  params: idParams,
  response: bankRule,
  refusals: ["INVALID_TRANSITION"],
});
