import { dayIn, formatDay, monthNames } from "@tonneline/contract/days";
import { numeral } from "./numerals.ts";
import { seller } from "./sellerZone.ts";
import { serverNow } from "./session.ts";

const nbsp = "\u00a0";

/** €31,707.55 · −€120.00 */
export function euros(amount: number): string {
  return `${amount < 0 ? "−" : ""}€${numeral(Math.abs(amount), { minDecimals: 2 })}`;
}

/** €28.40 / t */
export function perTonne(amount: number): string {
  return `${euros(amount)} /${nbsp}t`;
}

/** 42,150 */
export function whole(count: number): string {
  return numeral(count);
}

/** 42,150 t, with a no-break space */
export function tonnes(count: number): string {
  return `${whole(count)}${nbsp}t`;
}

/** 19% from 19 */
export function percent(value: number): string {
  return `${numeral(value, { maxDecimals: 2 })}%`;
}

/** 2021–2024, or 2021 alone */
export function years(from: number, to: number): string {
  return from === to ? String(from) : `${from}–${to}`;
}

/** 14 Mar 2026, from an ISO date, which is the same in every zone, or from an instant: the day in the seller's zone. */
export function day(iso: string): string {
  return formatDay(iso.length === 10 ? iso : dayIn(seller.zone, new Date(iso)));
}

/** 14 Mar, or 3 Nov 2025 outside the current year; from an ISO date or time */
export function shortDay(iso: string, now?: Date): string {
  return withoutYear(day(iso), today(now).slice(0, 4));
}

function withoutYear(full: string, year: string): string {
  return full.endsWith(` ${year}`) ? full.slice(0, -year.length - 1) : full;
}

/** Same as shortDay, but in the reader's time zone, for display next to a time. */
export function localShortDay(at: Date, now = new Date(serverNow())): string {
  return withoutYear(formatDay(localDay(at)), String(now.getFullYear()));
}

/** Mar 2026, from 2026-03 */
export function month(iso: string): string {
  return `${monthNames[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}`;
}

/** 14 Mar 2026, 14:32, local */
export function dateTime(iso: string): string {
  const date = new Date(iso);
  return `${formatDay(localDay(date))}, ${clock(date)}`;
}

/** 14 Mar 2026, 14:32:07, local: for events within the same minute */
export function dateTimeExact(iso: string): string {
  const date = new Date(iso);
  return `${formatDay(localDay(date))}, ${clockExact(date)}`;
}

/** 2026-03-14 13:32 UTC, for tooltips */
export function utc(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** Feeds: the time today, then Yesterday, then day and month, then with the year. */
export function feedTime(iso: string, now: Date): string {
  const date = new Date(iso);
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  if (date >= midnight) return clock(date);
  const yesterday = new Date(midnight);
  yesterday.setDate(yesterday.getDate() - 1);
  if (date >= yesterday) return "Yesterday";
  return localShortDay(date, now);
}

/** 14:32, local */
export function clock(date: Date): string {
  return `${String(date.getHours()).padStart(2, "0")}:${String(date.getMinutes()).padStart(2, "0")}`;
}

/** 14:32:07, local */
export function clockExact(date: Date): string {
  return `${clock(date)}:${String(date.getSeconds()).padStart(2, "0")}`;
}

/** 4.1 MB · 310 kB */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** €24.50 – €31.00, or a single amount if both are the same */
export function euroRange(from: number, to: number): string {
  return from === to ? euros(from) : `${euros(from)} – ${euros(to)}`;
}

/** 36% from 0.356: a fraction as a whole percentage. A non-zero share is never shown as 0%, an incomplete one never as 100%. */
export function share(part: number): string {
  if (part > 0 && part < 0.01) return "<1%";
  if (part < 1 && part > 0.99) return ">99%";
  return `${Math.round(part * 100)}%`;
}

/** "a", "a and b", "a, b and c". The browser's own `Intl.ListFormat` takes a tenth of a second to initialize on a phone. */
export function joinList(names: readonly string[], word: "and" | "or" = "and"): string {
  const last = names.length - 1;
  return last < 1 ? names.join("") : `${names.slice(0, last).join(", ")} ${word} ${names[last]}`;
}

/** Returns the seller's current day, or that of the given instant, as an ISO date. */
export function today(now = new Date(serverNow())): string {
  return dayIn(seller.zone, now);
}

function localDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
