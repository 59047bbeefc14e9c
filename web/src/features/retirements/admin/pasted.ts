import type { Completion } from "./completion.ts";

/** The columns of the grid, in the order of a pasted line. */
export const columns = [
  "serialNumberFrom",
  "serialNumberTo",
  "registryUrl",
  "retiredAt",
] as const satisfies readonly (keyof Completion)[];
export type ColumnName = (typeof columns)[number];

/** Splits text copied from a spreadsheet into cells, without a header line; undefined for a single value. */
export function cellsOf(text: string): string[][] | undefined {
  const lines = text.replaceAll(/\r\n?/g, "\n").replace(/\n+$/, "").split("\n");
  if (lines.length === 1 && !text.includes("\t")) return undefined;
  const cells = lines.map((line) => line.split("\t").map((cell) => unquoted(cell.trim())));
  // Serial numbers, links and dates all contain digits.
  const hasHead = lines.length > 1 && lines[0] !== "" && !/\d/.test(lines[0]!);
  return hasHead ? cells.slice(1) : cells;
}

export interface Pasted {
  /** Keyed by retirement id. */
  entries: Map<number, Partial<Completion>>;
  /** The number of lines without a matching row. */
  left: number;
  /** Dates that are ambiguous or invalid. */
  unread: string[];
}

/**
 * Assigns cells to rows and columns, starting at `at`, line by line. If all lines start with the id of one of the
 * retirements, they go to those rows, in any order. An empty cell keeps the current value.
 */
export function assignCells(
  cells: readonly string[][],
  ids: readonly number[],
  at: { id: number; column: ColumnName },
): Pasted {
  const known = new Set(ids.map(String));
  const numbered = cells.every(([first = ""]) => known.has(first));
  const rows = numbered ? [] : ids.slice(ids.indexOf(at.id));
  const names = numbered ? columns : columns.slice(columns.indexOf(at.column));
  const pasted: Pasted = { entries: new Map(), left: 0, unread: [] };
  for (const [index, line] of cells.entries()) {
    const id = numbered ? Number(line[0]) : rows[index];
    const values = numbered ? line.slice(1) : line;
    if (values.every((value) => value === "")) continue;
    if (id === undefined) pasted.left++;
    else pasted.entries.set(id, entryOf(names, values, pasted.unread));
  }
  return pasted;
}

function entryOf(names: readonly ColumnName[], values: readonly string[], unread: string[]) {
  const entry: Partial<Completion> = {};
  for (const [index, name] of names.entries()) {
    const value = values[index] ?? "";
    if (value === "") continue;
    const read = name === "retiredAt" ? dayOf(value) : value;
    if (read === undefined) unread.push(value);
    // Cleared, so that nothing is sent with the previous day.
    entry[name] = read ?? "";
  }
  return entry;
}

// Spreadsheets quote cells that contain quotes or line breaks.
function unquoted(cell: string): string {
  return /^".*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Parses the many date formats of spreadsheets into an ISO date; undefined if day and month are ambiguous. */
export function dayOf(text: string): string | undefined {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d\d?)-(\d\d?)(?:[T ].*)?$/.exec(text) ?? [];
  if (isoYear) return iso(isoYear, Number(isoMonth), Number(isoDay));
  const [, dottedDay, dottedMonth, dottedYear] = /^(\d\d?)\.(\d\d?)\.(\d{4})$/.exec(text) ?? [];
  if (dottedYear) return iso(dottedYear, Number(dottedMonth), Number(dottedDay));
  const [, day, month, year] = /^(\d\d?)[ -]([a-z]{3})[a-z]*\.?[ -](\d{4})$/i.exec(text) ?? [];
  if (year) return iso(year, months.indexOf(month!.toLowerCase()) + 1, Number(day));
  const [, one, other, slashedYear] = /^(\d\d?)\/(\d\d?)\/(\d{4})$/.exec(text) ?? [];
  if (!slashedYear) return undefined;
  const [a, b] = [Number(one), Number(other)];
  if (a > 12) return iso(slashedYear, b, a);
  return b > 12 || a === b ? iso(slashedYear, a, b) : undefined;
}

function iso(year: string, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(Number(year), month - 1, day));
  // 31 February would become a day in March.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.toISOString().slice(0, 10);
}
