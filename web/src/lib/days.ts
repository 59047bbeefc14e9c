import { today } from "./format.ts";
import { serverNow } from "./session.ts";

const dayMs = 86_400_000;

/** The point in time that stands for a day of the seller's: now when it is today, else one within that day. */
export function instantOfDay(day: string, now = new Date(serverNow())): string {
  if (day === today(now)) return now.toISOString();
  // Noon in London is still that day from Alaska to Vladivostok, and its midnight in the rest of the east.
  const noon = new Date(`${day}T12:00:00Z`);
  return (today(noon) === day ? noon : new Date(`${day}T00:00:00Z`)).toISOString();
}

/** For how many of the seller's days something has waited since a point in time, as the overview counts them. */
export function ageInDays(iso: string, now = serverNow()): number {
  return Math.max(0, daysBetween(today(new Date(iso)), today(new Date(now))));
}

/** Whole days from one calendar day to another, negative when that lies before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/** The first day (ISO) after a calendar day that is no Saturday or Sunday; of holidays it knows nothing. */
export function nextWorkingDay(day: string): string {
  const next = new Date(Date.parse(day) + dayMs);
  const iso = next.toISOString().slice(0, 10);
  return [0, 6].includes(next.getUTCDay()) ? nextWorkingDay(iso) : iso;
}
