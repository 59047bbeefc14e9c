import type { RecordFact } from "@tonneline/contract/evidence";
import { day } from "../../lib/format.ts";

/**
 * Formats the value of a fact for display. The date of a registration comes as in the registry's file; operators use their
 * own words. Empty if nothing is known.
 */
export function factText({ field, value = "" }: Pick<RecordFact, "field" | "value">): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
  return field === "registeredOn" && isDay ? day(value) : value;
}
