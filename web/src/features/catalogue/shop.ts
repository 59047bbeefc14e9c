import type { Vintage } from "@tonneline/contract/catalogue";
import { typedTonnes } from "@tonneline/contract/typed";

/** What the caller's cart has of one vintage. */
export interface InCart {
  credits: number;
  /** Whether these credits are reserved for the caller, and so not included in the vintage's available ones. */
  reserved: boolean;
}

export type Problem =
  | { kind: "notANumber" }
  /** `available`: tonnes that the caller can still have, including those reserved for them. */
  | { kind: "tooMany"; available: number };

export interface ShopLine {
  vintage: Vintage;
  inCart: number;
  /** The field's quantity, 0 if it is empty or not a number. */
  tonnes: number;
  problem?: Problem;
  /** Net, in cents; null without a price. */
  netCents: number | null;
  changed: boolean;
}

/** Whether the vintage is currently on sale at a fixed price. */
export function sellable(vintage: Vintage): boolean {
  return vintage.status.id === "ACTIVE" && vintage.price !== null;
}

/** Returns the tonnes that the caller can have of a vintage: those available, and those reserved for them. */
export function maxTonnes(vintage: Vintage, inCart: InCart | undefined): number {
  return vintage.availableCredits + (inCart?.reserved ? inCart.credits : 0);
}

/** Parses a field's text: 0 if it is empty, undefined if it is not a number. */
function numberOf(text: string): number | undefined {
  const quantity = typedTonnes(text);
  return quantity === null ? 0 : quantity;
}

/** Whether a field differs from the quantity accepted for its vintage; `accepted` is undefined if none was. */
export function differsFromAccepted(text: string, accepted: number | undefined): boolean {
  return accepted === undefined || numberOf(text) !== accepted;
}

/**
 * Returns one line per vintage, newest first. `typed` holds the edited fields; the others show what is in the cart.
 * `refused` holds what the server reported as available when it refused exactly that number.
 */
export function shopLines(
  vintages: readonly Vintage[],
  inCart: ReadonlyMap<number, InCart>,
  typed: ReadonlyMap<number, string>,
  refused: ReadonlyMap<number, { credits: number; available: number }>,
): ShopLine[] {
  const newestFirst = vintages.toSorted((a, b) => b.year - a.year || a.id - b.id);
  return newestFirst.map((vintage) => {
    const current = inCart.get(vintage.id);
    const text = typed.get(vintage.id);
    const number = text === undefined ? (current?.credits ?? 0) : numberOf(text);
    const tonnes = number ?? 0;
    const line: ShopLine = {
      vintage,
      inCart: current?.credits ?? 0,
      tonnes,
      netCents: vintage.price === null ? null : Math.round(vintage.price * 100) * tonnes,
      changed: number !== undefined && number !== (current?.credits ?? 0),
    };
    const refusal = refused.get(vintage.id);
    const available = refusal?.credits === tonnes ? refusal.available : maxTonnes(vintage, current);
    if (number === undefined) line.problem = { kind: "notANumber" };
    else if (line.changed && tonnes > available) line.problem = { kind: "tooMany", available };
    return line;
  });
}

/** Sums tonnes and net cents of all lines with an available quantity. */
export function shopSum(lines: readonly ShopLine[]): { tonnes: number; netCents: number } {
  const valid = lines.filter((line) => !line.problem);
  return {
    tonnes: valid.reduce((sum, line) => sum + line.tonnes, 0),
    netCents: valid.reduce((sum, line) => sum + (line.netCents ?? 0), 0),
  };
}

/** Formats years, merging consecutive ones into ranges: 2021, 2022, 2023, 2026 → "2021–2023, 2026". */
export function yearRanges(years: readonly number[]): string {
  const sorted = [...new Set(years)].toSorted((a, b) => a - b);
  const ranges: { from: number; to: number }[] = [];
  for (const year of sorted) {
    const last = ranges.at(-1);
    if (last && last.to === year - 1) last.to = year;
    else ranges.push({ from: year, to: year });
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
}

const dayMs = 86_400_000;

/**
 * Locates a day in a window of days, both ends included: the share that has passed (0 to 1), and whether the window is
 * coming, open or closed. Days are ISO dates, compared as such, so that no time zone shifts them.
 */
export function windowAt(window: { from: string; to: string }, today: string) {
  const passed = (Date.parse(today) - Date.parse(window.from)) / dayMs;
  const length = (Date.parse(window.to) - Date.parse(window.from)) / dayMs + 1;
  const share = length > 0 ? Math.min(1, Math.max(0, passed / length)) : 1;
  if (today < window.from) return { state: "coming" as const, share: 0 };
  if (today > window.to) return { state: "closed" as const, share: 1 };
  return { state: "open" as const, share };
}
