import { today } from "../../../lib/format.ts";

export interface Completion {
  serialNumberFrom: string;
  serialNumberTo: string;
  registryUrl: string;
  /** An ISO date. */
  retiredAt: string;
}
export type Wrong = Partial<Record<keyof Completion, "short" | "linkWrong" | "dateWrong">>;

/** What keeps the entry from being sent; whether the numbers fit the registry and the quantity is the server's to say. */
export function wrongIn(entry: Completion, now = new Date()): Wrong {
  const { serialNumberFrom, serialNumberTo, registryUrl, retiredAt } = entry;
  return {
    ...(serialNumberFrom.trim().length < 3 && { serialNumberFrom: "short" }),
    ...(serialNumberTo.trim().length < 3 && { serialNumberTo: "short" }),
    ...(!isWebAddress(registryUrl) && { registryUrl: "linkWrong" }),
    ...((!retiredAt || retiredAt > today(now)) && { retiredAt: "dateWrong" }),
  };
}

function isWebAddress(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text.trim()).protocol);
  } catch {
    return false;
  }
}
