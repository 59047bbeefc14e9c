import type { SettingsSections } from "@tonneline/contract/settings";
import { daysAfter } from "../../core/days.ts";
import { cents } from "../../core/money.ts";

type Terms = SettingsSections["reminders"];
export type Level = 1 | 2 | 3;

/** What a reminder asks for, in cents. */
export interface ReminderSums {
  feeCents: number;
  interestCents: number;
}

/** Days after an invoice was due at which each level goes out. */
export const daysOf = ({ level1Days, level2Days, level3Days }: Terms): Record<Level, number> => ({
  1: level1Days,
  2: level2Days,
  3: level3Days,
});

/** From when a buyer is late, and what they were given since; days are ISO. */
export interface Waiting {
  dueOn: string;
  /** Until when the last reminder asks to pay. */
  payBy: string | null;
  /** When the bank took its payment back, of which the buyer was told. */
  reopenedOn: string | null;
}

/**
 * The level after the last one that was sent (0: none), and the day on which it goes out; undefined after the third. None goes
 * out while a buyer still has the days to pay that the reminder before gave, or the news that the order is open again.
 */
export function nextReminder(
  last: number,
  { dueOn, payBy, reopenedOn }: Waiting,
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
 * Lump sum and interest that the third level asks for beside what is open, as far as the settings have them: simple interest
 * on the open cents, by days of a year of 365, rounded half up (Directive 2011/7/EU, Art. 2 (5) and 6).
 */
export function sumsOf(
  level: Level,
  openCents: number,
  daysLate: number,
  { fee, interestPercent }: Terms,
): ReminderSums {
  if (level < 3) return { feeCents: 0, interestCents: 0 };
  // In hundredths of a percent, so that everything is whole until it is divided.
  const hundredths = BigInt(Math.round((interestPercent ?? 0) * 100));
  const parts = BigInt(openCents) * hundredths * BigInt(Math.max(0, daysLate));
  const whole = 365n * 10_000n;
  return {
    feeCents: cents(fee ?? 0),
    interestCents: Number((parts + whole / 2n) / whole),
  };
}

/** Why a level cannot be sent now, in words; undefined when it can. */
export function faultOf(
  level: Level,
  order: { openCents: number; last: number; daysLate: number; stop: string | null },
): string | undefined {
  if (order.openCents === 0) return "Nothing of it is open.";
  if (order.stop !== null) return `Its reminders are stopped: ${order.stop}`;
  if (level <= order.last) return `Level ${order.last} was sent already.`;
  if (level > 1 && order.daysLate < 1)
    return "It is not overdue: only a friendly reminder can be sent.";
  return undefined;
}
