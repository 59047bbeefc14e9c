/** The seller's time zone unless configured otherwise. */
export const defaultTimeZone = "Europe/Berlin";

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    const digits = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
    format = new Intl.DateTimeFormat("en", { ...digits, timeZone: zone });
    formats.set(zone, format);
  }
  return format;
}

/** Returns the calendar day (ISO) of an instant in a time zone. */
export function dayIn(zone: string, at: Date): string {
  const parts = formatOf(zone).formatToParts(at);
  const part = (type: "year" | "month" | "day") =>
    parts.find((each) => each.type === type)!.value.padStart(type === "year" ? 4 : 2, "0");
  return `${part("year")}-${part("month")}-${part("day")}`;
}

export const monthNames = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
] as const;

/** Formats an ISO day as 14 Mar 2026. */
export function formatDay(day: string): string {
  return `${Number(day.slice(8))} ${monthNames[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
}

// Plain offsets are excluded: they have no daylight saving time.
const zoneName = /^([A-Za-z]+(\/[A-Za-z0-9_+-]+){1,2}|UTC)$/;

/** Whether a name is an IANA time zone of the form area/location, or UTC. */
export function isTimeZone(name: string): boolean {
  if (!zoneName.test(name)) return false;
  try {
    return formatOf(name).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
