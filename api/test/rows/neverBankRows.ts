import type { Rules } from "./neverRows.ts";

const decided = "decided_at = now()";
const refused = "refused_reason = '', refused_at = now()";

/** Of the bank's tables. */
export const neverBankRows: Record<string, Rules> = {
  bank_rules: { never: ["payer = ''", "ended_by = 1", "ended_at = now()"] },
  bank_statements: {
    never: [
      "kind = 'camt.055'",
      "in_cents = -1, closing_cents = 7",
      "out_cents = -1, closing_cents = 14",
      "entry_count = -1",
      "to_on = '2026-01-01'",
      "closing_cents = 12",
      "opening_cents = 9",
    ],
    just: ["in_cents = 0, out_cents = 0, opening_cents = -5, closing_cents = -5, entry_count = 0"],
  },
  bank_entries: {
    never: [
      "status = 'OTHER'",
      "amount_cents = 0",
      "status = 'BOOKED'",
      decided,
      `status = 'IGNORED', ${decided}`,
      "reason = ''",
      `status = 'BOOKED', rule_id = 1, ${decided}`,
    ],
    just: [
      "amount_cents = -1",
      `status = 'BOOKED', ${decided}`,
      `status = 'IGNORED', reason = '', rule_id = 1, ${decided}`,
    ],
  },
  bank_refunds: {
    never: [
      "status = 'OTHER'",
      "amount_cents = 0",
      "status = 'SENT'",
      "file_id = 1",
      "status = 'DONE', file_id = 1",
      "done_on = now()",
      "status = 'DONE', file_id = 1, done_entry_id = 1",
      "done_entry_id = 1",
      "status = 'REFUSED', file_id = 1",
      `status = 'REFUSED', ${refused}`,
      `status = 'REFUSED', file_id = 1, refused_reason = ''`,
      "refused_at = now()",
      refused,
      "refused_by = 1",
      "back_entry_id = 1",
      `status = 'REFUSED', file_id = 1, done_on = now(), ${refused}`,
      `status = 'REFUSED', file_id = 1, done_entry_id = 1, back_entry_id = 1, ${refused}`,
    ],
    just: [
      "status = 'SENT', file_id = 1",
      "status = 'DONE', file_id = 1, done_on = now(), done_entry_id = 1",
      `status = 'REFUSED', file_id = 1, refused_by = 1, ${refused}`,
      `status = 'REFUSED', file_id = 1, done_on = now(), back_entry_id = 1, ${refused}`,
    ],
  },
};
