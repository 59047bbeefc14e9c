// How papers and mails write counts and times, in English whoever reads them.
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const longDay = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const mediumDay = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

const moment = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

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

/** "2 November 2026 at 09:30", in UTC, which the words around it say. */
export function formatMoment(at: Date): string {
  return moment.format(at);
}

/** "2 November 2026 at 09:30 (Europe/Berlin)"; midnight belongs to the day that it ends, "at 24:00". */
export function formatEnd(at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone,
  });
  const before = format.format(at.getTime() - 60_000);
  const words = before.endsWith("23:59") ? before.replace("23:59", "24:00") : format.format(at);
  return `${words} (${timeZone})`;
}

const formulaWithin = /(?<=[;\t\r\n]["'\s]*)[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/gu;

/**
 * A text with an apostrophe before each formula in it for spreadsheets that part cells by another sign than ours, as German
 * ones do by semicolons: they go by no quotes within a cell. Of what the text itself begins with the writer takes care.
 */
export const withoutFormulas = (text: string) => text.replaceAll(formulaWithin, "'$&");
