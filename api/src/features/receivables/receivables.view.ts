import type { Receivable, reminder } from "@tonneline/contract/receivables";
import type { SettingsSections } from "@tonneline/contract/settings";
import type { z } from "zod";
import { euros } from "../../core/money.ts";
import type { ReminderRow, ReceivableRow } from "./receivables.sql.ts";
import { nextReminder, type Level, type ReminderDates } from "./reminders.rules.ts";

/** Returns why reminders are stopped; null if they are not. A payment on the bank's list stops them without a name and day. */
export function stopView(row: ReceivableRow): Receivable["stop"] {
  const { stop_kind: kind, stop_until: until, stop_reason: reason } = row;
  if (kind === null) return null;
  return { kind, until, reason: reason ?? "", by: row.stop_by, since: row.stop_since };
}

/** Returns the dates that the next reminder depends on. */
export const reminderDatesOf = (row: ReceivableRow): ReminderDates => ({
  dueOn: row.due_on,
  payBy: row.pay_by,
  reopenedOn: row.reopened_on,
});

/**
 * Returns an unpaid invoice as in the operators' list, in euros; `next` is null while its reminders are stopped and after the
 * third.
 */
export function receivableView(
  row: ReceivableRow,
  terms: SettingsSections["reminders"],
): Receivable {
  const stop = stopView(row);
  return {
    id: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    invoiceNumber: row.invoice_number,
    invoiceEmail: row.invoice_email,
    dueOn: row.due_on,
    daysLate: row.days_late,
    bucket: row.bucket,
    total: euros(row.gross_cents),
    open: euros(row.open_cents),
    level: row.level,
    remindedOn: row.reminded_on,
    next: stop ? null : (nextReminder(row.level, reminderDatesOf(row), terms) ?? null),
    stop,
  };
}

/** Returns a reminder as sent, in euros: the total is what was open then, with fee and interest. */
export function reminderView(row: ReminderRow): z.output<typeof reminder> {
  return {
    id: row.id,
    level: row.level as Level,
    amount: euros(row.amount_cents),
    fee: euros(row.fee_cents),
    interest: euros(row.interest_cents),
    total: euros(row.amount_cents + row.fee_cents + row.interest_cents),
    payBy: row.pay_by,
    sentTo: row.sent_to,
    sentAt: row.created_at.toISOString(),
    sentBy: row.sent_by,
  };
}
