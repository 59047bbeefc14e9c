// Counts and times in documents and mails, which are always in English.
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const longDay = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const mediumDay = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** "1,234". */
export function formatInteger(count: number): string {
  return whole.format(count);
}

/** "2 November 2026" from "2026-11-02". */
export function formatDay(day: string): string {
  return longDay.format(new Date(`${day}T00:00:00Z`));
}

/** "2 Nov 2026" from "2026-11-02", for the columns of a table. */
export function formatShortDay(day: string): string {
  return mediumDay.format(new Date(`${day}T00:00:00Z`));
}

/** "2 November 2026 at 09:30 (Europe/Berlin)", as `sellerMoment` writes it in SQL: the reader may be elsewhere. */
export function formatMoment(at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone,
  });
  return `${format.format(at)} (${timeZone.replaceAll("_", " ")})`;
}

/** The same for when something ends: midnight counts as the end of a day, "at 24:00". */
export function formatEnd(at: Date, timeZone: string): string {
  const before = formatMoment(new Date(at.getTime() - 60_000), timeZone);
  return before.includes(" at 23:59 ")
    ? before.replace("23:59", "24:00")
    : formatMoment(at, timeZone);
}

const formulaWithin = /(?<=[;\t\r\n]["'\s]*)[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/gu;

/**
 * Puts an apostrophe before each formula inside a text, for spreadsheets that separate cells by other signs than we do, as
 * German ones do by semicolons, and that ignore quotes within a cell. The start of the text is up to the writer.
 */
export const withoutFormulas = (text: string) => text.replaceAll(formulaWithin, "'$&");
