import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { day, id, idParams, instant, tabbedListOf } from "./shapes.ts";

export const bankRuleStates = ["ACTIVE", "ENDED"] as const;

/** A rule by which later bank entries are put aside. */
export const bankRule = z.object({
  id,
  state: z.enum(bankRuleStates),
  /** It applies to outgoing entries. */
  outgoing: z.boolean(),
  payer: z.string(),
  payerIban: z.string(),
  /** Each of them must occur in the entry's text; empty if the counterparty alone decides. */
  words: z.string(),
  reason: z.string(),
  /** Number of entries it put aside, including the one it was created from, and the day of the newest. */
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
  summary: "Rules that put bank entries aside",
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
  summary: "End a rule; entries it put aside stay so",
  params: idParams,
  response: bankRule,
  refusals: ["INVALID_TRANSITION"],
});
