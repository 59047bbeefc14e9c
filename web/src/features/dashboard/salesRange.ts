import { useNavigate, useRouterState } from "@tanstack/react-router";
import { comparisons, getSales, type Comparison } from "@tonneline/contract/dashboard";
import { today } from "../../lib/format.ts";

export const ranges = ["30d", "90d", "12m", "year"] as const;
type RangeName = (typeof ranges)[number] | "own";

/** The days of sales, both included, and what they are compared with. */
export interface SalesRange {
  name: RangeName;
  from: string;
  to: string;
  compare: Comparison;
}

/** Parses the range from the URL; invalid values count as absent. */
export function rangeOf(params: URLSearchParams, now?: Date): SalesRange {
  const value = params.get("compare");
  const compare = comparisons.find((each) => each === value) ?? "year";
  const [from, to] = [params.get("from") ?? "", params.get("to") ?? ""];
  if (getSales.query.safeParse({ from, to }).success) return { name: "own", from, to, compare };
  const name = ranges.find((each) => each === params.get("range")) ?? "12m";
  return { name, ...daysOf(name, today(now)), compare };
}

/** Returns the days of a named range that ends today; twelve months start on the first of the month eleven months ago. */
export function daysOf(name: (typeof ranges)[number], on: string): { from: string; to: string } {
  if (name === "year") return { from: `${on.slice(0, 4)}-01-01`, to: on };
  const date = new Date(`${on}T00:00:00Z`);
  if (name === "12m") date.setUTCMonth(date.getUTCMonth() - 11, 1);
  else date.setUTCDate(date.getUTCDate() - (name === "30d" ? 29 : 89));
  return { from: date.toISOString().slice(0, 10), to: on };
}

/** The range of the sales, stored in the URL. */
export function useSalesRange() {
  const text = useRouterState({ select: (state) => state.location.searchStr });
  const navigate = useNavigate();
  const range = rangeOf(new URLSearchParams(text));
  function change(next: Partial<SalesRange>) {
    const { name, from, to, compare } = { ...range, ...next };
    const search = {
      ...(name === "own" ? { from, to } : name !== "12m" && { range: name }),
      ...(compare !== "year" && { compare }),
    };
    void navigate({ to: ".", search, replace: true, resetScroll: false });
  }
  return [range, change] as const;
}

/** Returns a round number at or above the largest value, for the top of an axis. */
export function topOf(largest: number): number {
  if (largest <= 0) return 1;
  const unit = 10 ** Math.floor(Math.log10(largest));
  return [1, 2, 2.5, 5, 10].map((each) => each * unit).find((each) => each >= largest)!;
}
