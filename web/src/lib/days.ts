import { today } from "./format.ts";
import { serverNow } from "./session.ts";

const dayMs = 86_400_000;

/** Returns an instant within a day of the seller's time zone: the current time if the day is today. */
export function instantOfDay(day: string, now = new Date(serverNow())): string {
  if (day === today(now)) return now.toISOString();
  // Noon UTC falls on that day from Alaska to Vladivostok; midnight UTC does in the rest of the east.
  const noon = new Date(`${day}T12:00:00Z`);
  return (today(noon) === day ? noon : new Date(`${day}T00:00:00Z`)).toISOString();
}

/** Returns how many of the seller's days have passed since an instant, as the overview counts them. */
export function ageInDays(iso: string, now = serverNow()): number {
  return Math.max(0, daysBetween(today(new Date(iso)), today(new Date(now))));
}

/** Returns the whole days from one calendar day to another; negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/** Returns the ISO day that is `days` from today. */
export function dayAhead(days: number): string {
  // Counted in calendar days: when summer time begins or ends, a day does not have 24 hours.
  return new Date(Date.parse(today()) + days * dayMs).toISOString().slice(0, 10);
}

/** Returns the first day (ISO) after a calendar day that is not a Saturday or Sunday; holidays are not considered. */
export function nextWorkingDay(day: string): string {
  const next = new Date(Date.parse(day) + dayMs);
  const iso = next.toISOString().slice(0, 10);
  return [0, 6].includes(next.getUTCDay()) ? nextWorkingDay(iso) : iso;
}
