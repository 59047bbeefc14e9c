import { groupInFours } from "@tonneline/contract/fours";
import type { MailWords } from "@tonneline/contract/mailTexts";
import type { Executor, Tx } from "../../core/db.ts";
import { brandAndWording, writeMails } from "../../core/mail.ts";
import { withoutAddresses, type MailContent } from "../../core/mailText.ts";
import { coded, contentOf } from "../../core/mailTexts/texts.ts";
import { paragraphsOf } from "../../core/mailTexts/variables.rules.ts";
import { formatEuros } from "../../core/money.ts";
import { formatDay } from "../../core/formats.ts";

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

const codes = {
  1: "order.reminderFirst",
  2: "order.reminderSecond",
  3: "order.reminderThird",
} as const;

/** An operator's text for a single mail, without variables. */
export type WrittenWords = MailWords;

/** Returns the text of a reminder: that of its level, or the one written for this mail. */
export async function reminderMail(
  executor: Executor,
  facts: ReminderFacts,
  written?: WrittenWords,
): Promise<MailContent> {
  const { level, dueOn, feeCents, interestCents, openCents } = facts;
  const isLate = facts.daysLate > 0;
  const mail = coded(
    codes[level],
    {
      invoice: facts.invoiceNumber,
      company: withoutAddresses(facts.companyName),
      due: `${isLate ? "was" : "is"} due on ${formatDay(dueOn)}`,
      open: formatEuros(openCents),
      total: formatEuros(openCents + feeCents + interestCents),
      payBy: formatDay(facts.payBy),
      iban: groupInFours(facts.iban),
      reference: groupInFours(facts.reference),
    },
    {
      path: `/user/settings/orders/${facts.orderId}`,
      lines: [
        `Open amount: ${formatEuros(openCents)}`,
        ...(interestCents > 0
          ? [
              `Interest for ${facts.daysLate === 1 ? "1 day" : `${facts.daysLate} days`}: ${formatEuros(interestCents)}`,
            ]
          : []),
        ...(feeCents > 0 ? [`Lump sum for late payment: ${formatEuros(feeCents)}`] : []),
      ],
    },
  );
  const { brand, own } = await brandAndWording(executor, [mail.code]);
  const content = contentOf(mail, own[mail.code], brand);
  if (!written) return content;
  return { ...content, subject: written.subject, paragraphs: paragraphsOf(written.body) };
}

/** Sends a reminder, with the invoice attached. */
export async function mailReminder(
  tx: Tx,
  facts: ReminderFacts,
  { to, fileId, written }: { to: readonly string[]; fileId: number | null; written?: WrittenWords },
): Promise<void> {
  const content = await reminderMail(tx, facts, written);
  const attachments = fileId === null ? [] : [fileId];
  await writeMails(
    tx,
    to.map((address) => ({
      to: address,
      fromSeller: true,
      ...content,
      attachments,
      permission: "orders:read" as const,
      about: { type: "order", id: facts.orderId } as const,
    })),
  );
}
