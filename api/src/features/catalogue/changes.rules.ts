import { codeNames } from "@tonneline/contract/codes";
import { quarterText } from "@tonneline/contract/delivery";
import { formatEuros } from "../../core/money.ts";

/** The fields of a vintage that an operator can change. */
export interface VintageFacts {
  year: number;
  /** Null: price on request. */
  priceCents: number | null;
  claimType: string;
  impactType: string;
  creditType: string;
  status: string;
  methodology: string;
  periodStart: string | null;
  periodEnd: string | null;
  /** "2027-Q4"; null: not set. */
  expectedDelivery: string | null;
  deliveryState: string;
  deliveryNote: string;
}

function priceText(cents: number | null): string {
  return cents === null ? "on request" : formatEuros(cents);
}

function nameOf(code: string): string {
  return codeNames[code as keyof typeof codeNames].toLowerCase();
}

function periodText({ periodStart, periodEnd, year }: VintageFacts): string {
  if (periodStart === null && periodEnd === null) return `${year}`;
  return `${periodStart ?? "its start"} – ${periodEnd ?? "its end"}`;
}

/** When credits are expected and the state of that delivery: "Q4 2027, late: the audit took longer". */
export function deliveryText(facts: VintageFacts): string {
  const { expectedDelivery, deliveryState, deliveryNote } = facts;
  const when = expectedDelivery === null ? "not set" : quarterText(expectedDelivery);
  const how = deliveryState === "ON_SCHEDULE" ? "" : `, ${nameOf(deliveryState)}`;
  return `${when}${how}${deliveryNote === "" ? "" : `: ${deliveryNote}`}`;
}

/** SQL pattern that matches the history entries below that name prices. */
export const priceChanges = "Vintage %: price changed from %";

/** Returns the entries in the project's public history for a change of a vintage; none if nothing changed. */
export function vintageChangeTexts(before: VintageFacts, after: VintageFacts): string[] {
  const texts: string[] = [];
  const vintage = `Vintage ${after.year}`;
  if (before.year !== after.year) texts.push(`Vintage ${before.year} is now vintage ${after.year}`);
  if (before.priceCents !== after.priceCents) {
    const [from, to] = [before, after].map(({ priceCents }) => priceText(priceCents));
    texts.push(`${vintage}: price changed from ${from} to ${to}`);
  }
  const codes = { claimType: "claim", impactType: "impact", creditType: "credit type" } as const;
  for (const [field, label] of Object.entries(codes) as [keyof typeof codes, string][]) {
    if (before[field] === after[field]) continue;
    texts.push(
      `${vintage}: ${label} changed from ${nameOf(before[field])} to ${nameOf(after[field])}`,
    );
  }
  if (before.methodology !== after.methodology) {
    const [from, to] = [before, after].map(({ methodology }) => methodology || "none");
    texts.push(`${vintage}: methodology changed from ${from} to ${to}`);
  }
  if (before.periodStart !== after.periodStart || before.periodEnd !== after.periodEnd) {
    texts.push(`${vintage}: period changed from ${periodText(before)} to ${periodText(after)}`);
  }
  if (deliveryText(before) !== deliveryText(after)) {
    texts.push(
      `${vintage}: expected delivery changed from ${deliveryText(before)} to ${deliveryText(after)}`,
    );
  }
  if (before.status !== after.status) {
    texts.push(`${vintage}: ${after.status === "ACTIVE" ? "on sale again" : "taken off sale"}`);
  }
  return texts;
}

/** Returns the entry in the project's public history for a change of availability from one code to another. */
export function statusChangeText(from: string, to: string): string {
  return `Availability changed from ${nameOf(from)} to ${nameOf(to)}`;
}
