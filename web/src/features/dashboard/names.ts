import { day, month } from "../../lib/format.ts";

/** Formats the day or month of a bar in full. */
export function barName(unit: "day" | "month", from: string): string {
  return unit === "day" ? day(from) : month(from.slice(0, 7));
}

/** Formats the label below a bar, where space is limited: years appear below their first month. */
export function shortName(unit: "day" | "month", from: string): string {
  const [date, name] = day(from).split(" ");
  if (unit === "day") return `${date} ${name}`;
  return from.slice(5, 7) === "01" ? `${name}\n${from.slice(0, 4)}` : name!;
}
