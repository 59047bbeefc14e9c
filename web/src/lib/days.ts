import { today } from "./format.ts";

const dayMs = 86_400_000;

/** The point in time that stands for a day somebody names: now when it is today, else the end of that local day. */
export function instantOfDay(day: string, now = new Date()): string {
  return (day === today(now) ? now : new Date(`${day}T23:59:59`)).toISOString();
}

/** Whole days since a point in time. */
export function ageInDays(iso: string, now = Date.now()): number {
  return Math.max(0, Math.floor((now - Date.parse(iso)) / dayMs));
}
