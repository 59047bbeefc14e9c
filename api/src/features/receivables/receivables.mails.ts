import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";
import { withoutAddresses, type MailContent } from "../../core/mailText.ts";

const money = new Intl.NumberFormat("en-IE", { style: "currency", currency: "EUR" });
const longDay = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const dayText = (day: string) => longDay.format(new Date(day));

export interface ReminderFacts {
  orderId: number;
  level: 1 | 2 | 3;
  companyName: string;
  invoiceNumber: string;
  dueOn: string;
  daysLate: number;
  openCents: number;
  feeCents: number;
  interestCents: number;
  payBy: string;
  reference: string;
  iban: string;
}

const subjects = {
  1: (invoice: string) => `Reminder: invoice ${invoice} is open`,
  2: (invoice: string) => `Second reminder: invoice ${invoice} is overdue`,
  3: (invoice: string) => `Formal notice: invoice ${invoice} is overdue`,
} as const;

/** A reminder in words; its tone is that of its level. */
export function reminderMail(facts: ReminderFacts): MailContent {
  const { level, invoiceNumber, dueOn, feeCents, interestCents, openCents, payBy } = facts;
  const euros = (cents: number) => money.format(cents / 100);
  const total = openCents + feeCents + interestCents;
  const company = withoutAddresses(facts.companyName);
  const due = facts.daysLate > 0 ? `was due on ${dayText(dueOn)}` : `is due on ${dayText(dueOn)}`;
  const openings = {
    1: `Invoice ${invoiceNumber} for ${company} ${due}. It may have slipped your attention: ${euros(openCents)} of it are open.`,
    2: `Invoice ${invoiceNumber} for ${company} ${due}, and our first reminder is without an answer. ${euros(openCents)} of it are open.`,
    3: `Invoice ${invoiceNumber} for ${company} ${due}. Our reminders are without an answer; with this notice we ask you formally to pay.`,
  };
  return {
    subject: subjects[level](invoiceNumber),
    paragraphs: [
      openings[level],
      `Please transfer ${euros(total)} by ${dayText(payBy)} to ${facts.iban}, with the reference ${facts.reference}.`,
      "If something is wrong with the invoice, answer this mail and the reminders stop. If you have paid meanwhile, please take no notice.",
    ],
    lines: [
      `Open amount: ${euros(openCents)}`,
      ...(interestCents > 0
        ? [`Interest for ${facts.daysLate} days: ${euros(interestCents)}`]
        : []),
      ...(feeCents > 0 ? [`Lump sum for late payment: ${euros(feeCents)}`] : []),
    ],
    action: { label: "View the order", path: `/user/settings/orders/${facts.orderId}` },
  };
}

/** Sends a reminder, with the invoice. */
export async function mailReminder(
  tx: Tx,
  facts: ReminderFacts,
  to: readonly string[],
  fileId: number | null,
): Promise<void> {
  const content = reminderMail(facts);
  const attachments = fileId === null ? [] : [fileId];
  await writeMails(
    tx,
    to.map((address) => ({
      to: address,
      ...content,
      attachments,
      permission: "orders:read" as const,
      about: { type: "order", id: facts.orderId } as const,
    })),
  );
}
