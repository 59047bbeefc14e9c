import type { RecordFact } from "@tonneline/contract/evidence";
import { day } from "../../lib/format.ts";

/**
 * What is known of a fact, as people read it. The day of a registration comes as the registry's file has it; what an
 * operator says of it is in their own words. Nothing where nothing is known.
 */
export function factText({ field, value = "" }: Pick<RecordFact, "field" | "value">): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
  return field === "registeredOn" && isDay ? day(value) : value;
}
