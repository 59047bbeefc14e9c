import { maxPaymentEuros } from "@tonneline/contract/ceilings";
import { day } from "@tonneline/contract/shapes";
import { elementAt, textAt, type Element } from "./xml.ts";

/** A file that cannot be read; its message is shown to operators. */
export class Unreadable extends Error {}

/** Returns the signed cents of an element's `Amt`, negative if `CdtDbtInd` says debit. Fractions of a cent are refused. */
export function amountOf(element: Element): number {
  const sign = textAt(element, "CdtDbtInd");
  if (sign !== "CRDT" && sign !== "DBIT") {
    throw new Unreadable("An amount is marked neither as credit nor as debit (CdtDbtInd).");
  }
  const cents = centsOf(elementAt(element, "Amt"));
  return sign === "CRDT" ? cents : -cents;
}

/** Returns whether an amount is in euros, the default currency. */
export function inEuros(amount: Element): boolean {
  return (amount.attributes["Ccy"] ?? "EUR") === "EUR";
}

/** Returns the unsigned cents of an amount in euros. */
export function centsOf(amount: Element | undefined): number {
  if (amount && !inEuros(amount)) {
    throw new Unreadable(`An amount is in ${amount.attributes["Ccy"]}: only euros are accepted.`);
  }
  // Some banks pad amounts to 18 characters.
  const [, whole, fraction = ""] =
    /^(?=\.?\d)0*(\d{0,13})(?:\.(\d{0,2})0*)?$/.exec(amount?.text ?? "") ?? [];
  if (whole === undefined) throw new Unreadable("An entry has no amount that can be read.");
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  if (cents > maxPaymentEuros * 100)
    throw new Unreadable(`An amount of ${whole} euros is too large.`);
  return cents;
}

/** Returns the ISO day at the first of these paths that has one, as a date or the start of a timestamp. */
export function dayAt(element: Element, ...paths: readonly string[]): string | undefined {
  const text = textAt(element, ...paths).slice(0, 10);
  if (text === "") return undefined;
  if (!day.safeParse(text).success) throw new Unreadable(`“${text}” is not a date from 1900 on.`);
  return text;
}
