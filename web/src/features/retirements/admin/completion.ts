import { isWebAddress } from "@tonneline/contract/shapes";
import { today } from "../../../lib/format.ts";

export interface Completion {
  serialNumberFrom: string;
  serialNumberTo: string;
  registryUrl: string;
  /** An ISO date. */
  retiredAt: string;
}
export type Wrong = Partial<Record<keyof Completion, "short" | "linkWrong" | "dateWrong">>;

/** Nothing typed yet; most are entered on the day itself. */
export function newCompletion(): Completion {
  return { serialNumberFrom: "", serialNumberTo: "", registryUrl: "", retiredAt: today() };
}

/** Whether somebody has begun to fill it in; the day is there from the start. */
export function isBegun({ serialNumberFrom, serialNumberTo, registryUrl }: Completion): boolean {
  return [serialNumberFrom, serialNumberTo, registryUrl].some((text) => text.trim() !== "");
}

/** The tonnes of several retirements together. */
export function tonnesOf(retirements: readonly { quantity: number }[]): number {
  return retirements.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** What keeps the entry of credits of a year from being sent; whether the numbers fit the registry and the quantity is the server's to say. */
export function wrongIn(entry: Completion, year: number, now?: Date): Wrong {
  const { serialNumberFrom, serialNumberTo, registryUrl, retiredAt } = entry;
  return {
    ...(serialNumberFrom.trim().length < 3 && { serialNumberFrom: "short" }),
    ...(serialNumberTo.trim().length < 3 && { serialNumberTo: "short" }),
    ...(!isWebAddress(registryUrl.trim()) && { registryUrl: "linkWrong" }),
    ...((retiredAt < `${year}-01-01` || retiredAt > today(now)) && { retiredAt: "dateWrong" }),
  };
}
