import { isWebAddress } from "@tonneline/contract/shapes";
import { today } from "../../../lib/format.ts";

export interface Completion {
  serialNumberFrom: string;
  serialNumberTo: string;
  registryUrl: string;
  /** An ISO date. */
  retiredAt: string;
}
export type EntryErrors = Partial<Record<keyof Completion, "short" | "linkWrong" | "dateWrong">>;

/** Returns an empty entry for today, as most are entered on the day itself. */
export function newCompletion(): Completion {
  return { serialNumberFrom: "", serialNumberTo: "", registryUrl: "", retiredAt: today() };
}

/** Whether anything has been entered; the day is preset. */
export function hasInput({ serialNumberFrom, serialNumberTo, registryUrl }: Completion): boolean {
  return [serialNumberFrom, serialNumberTo, registryUrl].some((text) => text.trim() !== "");
}

/** The total tonnes of several retirements. */
export function tonnesOf(retirements: readonly { quantity: number }[]): number {
  return retirements.reduce((sum, { quantity }) => sum + quantity, 0);
}

/**
 * Returns the errors of an entry for credits of a year; only the server can check the numbers against registry and
 * quantity.
 */
export function entryErrors(entry: Completion, year: number, now?: Date): EntryErrors {
  const { serialNumberFrom, serialNumberTo, registryUrl, retiredAt } = entry;
  return {
    ...(serialNumberFrom.trim().length < 3 && { serialNumberFrom: "short" }),
    ...(serialNumberTo.trim().length < 3 && { serialNumberTo: "short" }),
    ...(!isWebAddress(registryUrl.trim()) && { registryUrl: "linkWrong" }),
    ...((retiredAt < `${year}-01-01` || retiredAt > today(now)) && { retiredAt: "dateWrong" }),
  };
}
