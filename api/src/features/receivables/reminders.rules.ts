import type { SettingsSections } from "@tonneline/contract/settings";
import { daysAfter } from "../../core/days.ts";
import { cents } from "../../core/money.ts";

type Terms = SettingsSections["reminders"];
export type Level = 1 | 2 | 3;

/** The fee and interest of a reminder, in cents. */
export interface ReminderSums {
  feeCents: number;
  interestCents: number;
}

/** Returns the days after the due date at which each level is sent. */
export const daysOf = ({ level1Days, level2Days, level3Days }: Terms): Record<Level, number> => ({
  1: level1Days,
  2: level2Days,
  3: level3Days,
});

/** The due date and any extensions granted since; ISO days. */
export interface ReminderDates {
  dueOn: string;
  /** The payment deadline in the last reminder. */
  payBy: string | null;
  /** When the bank reversed the payment, of which the buyer was notified. */
  reopenedOn: string | null;
}

/**
 * Returns the level after the last one sent (0: none), and the day on which it is due; undefined after the third. None is sent
 * before the deadline of the previous reminder, or of the notice that the order was reopened, has passed.
 */
export function nextReminder(
  last: number,
  { dueOn, payBy, reopenedOn }: ReminderDates,
  terms: Terms,
): { level: Level; on: string } | undefined {
  if (last >= 3) return undefined;
  const level = (last + 1) as Level;
  const days = [
    daysAfter(dueOn, daysOf(terms)[level]),
    ...(payBy === null ? [] : [daysAfter(payBy, 1)]),
    ...(reopenedOn === null ? [] : [daysAfter(reopenedOn, terms.payWithinDays + 1)]),
  ];
  return { level, on: days.toSorted().at(-1)! };
}

/**
 * Returns the lump sum and interest that the third level adds to the open amount, as configured: simple interest on the open
 * cents, by days of a year of 365, rounded half up (Directive 2011/7/EU, Art. 2 (5) and 6).
 */
export function sumsOf(
  level: Level,
  openCents: number,
  daysLate: number,
  { fee, interestPercent }: Terms,
): ReminderSums {
  if (level < 3) return { feeCents: 0, interestCents: 0 };
  // In hundredths of a percent, to keep integers until the division.
  const hundredths = BigInt(Math.round((interestPercent ?? 0) * 100));
  const parts = BigInt(openCents) * hundredths * BigInt(Math.max(0, daysLate));
  const whole = 365n * 10_000n;
  return {
    feeCents: cents(fee ?? 0),
    interestCents: Number((parts + whole / 2n) / whole),
  };
}

/** Returns why a level cannot be sent now, in words; undefined if it can. */
export function refusalReason(
  level: Level,
  order: { openCents: number; last: number; daysLate: number; stop: string | null },
): string | undefined {
  if (order.openCents === 0) return "Nothing is left to pay.";
  if (order.stop !== null) return `Its reminders are stopped: ${order.stop}`;
  if (level <= order.last) return `Level ${order.last} has already been sent.`;
  if (level > 1 && order.daysLate < 1)
    return "It is not overdue: only a friendly reminder can be sent.";
  return undefined;
}
