import type { PriceListRule } from "@tonneline/contract/priceLists";
import { eurosOrNone, vatCents } from "../../core/money.ts";

/** What one price list says of a vintage to a company that has it. */
export interface Terms {
  rules: readonly PriceListRule[];
  /** The price that it names, in cents; null when it names none. */
  cents: number | null;
}

/** The price lists of a company that hold on a day. */
export interface CompanyTerms {
  /** The same for companies that buy at the same prices. */
  key: string;
  lists: readonly {
    rules: readonly PriceListRule[];
    /** Cents by the vintage's id. */
    prices: Readonly<Record<string, number>>;
  }[];
}

/** What the lists of a company say of a vintage. */
export function termsOf({ lists }: CompanyTerms, vintageId: number): Terms[] {
  return lists.map(({ rules, prices }) => ({ rules, cents: prices[vintageId] ?? null }));
}

/** What rules look at. */
export interface PricedVintage {
  year: number;
  creditType: string;
  projectId: number;
  projectTypeId: number;
  registryId: number;
  developerId: number;
  countries: readonly string[];
  /** The list price in cents; null: on request. */
  listCents: number | null;
}

const isAmong = <T>(chosen: readonly T[] | undefined, ...of: readonly T[]) =>
  chosen === undefined || of.some((each) => chosen.includes(each));

/** Whether a rule is meant for a vintage: what it does not narrow, it takes. */
export function isMeant(rule: PriceListRule, vintage: PricedVintage): boolean {
  return (
    isAmong(rule.project, vintage.projectId) &&
    isAmong(rule.projectType, vintage.projectTypeId) &&
    isAmong(rule.registry, vintage.registryId) &&
    isAmong(rule.developer, vintage.developerId) &&
    isAmong<string>(rule.country, ...vintage.countries) &&
    isAmong<string>(rule.creditType, vintage.creditType) &&
    vintage.year >= (rule.yearFrom ?? vintage.year) &&
    vintage.year <= (rule.yearTo ?? vintage.year)
  );
}

/** A price in cents less so many percent, rounded half up, of which a cent is always left. */
export function lessPercent(priceCents: number, percent: number): number {
  return Math.max(1, vatCents(priceCents, 100 - percent));
}

/**
 * The price in cents at which a company buys: the lowest of the list price and of what its price lists say. Null, on
 * request, when there is no list price and no list names one.
 */
export function ownPrice(
  vintage: PricedVintage,
  terms: readonly Terms[] | null | undefined,
): number | null {
  const { listCents } = vintage;
  if (!terms) return listCents;
  const prices = terms.flatMap(({ rules, cents }) => {
    const named = cents === null ? [] : [cents];
    if (listCents === null) return named;
    const cut = rules.filter((rule) => isMeant(rule, vintage));
    return [...named, ...cut.map(({ percent }) => lessPercent(listCents, percent))];
  });
  const all = listCents === null ? prices : [listCents, ...prices];
  return all.length === 0 ? null : Math.min(...all);
}

/** A price as buyers read it, in euros; `listPrice` is there where it is their company's own. */
export function shownPrice(ownCents: number | null, listCents: number | null) {
  const price = eurosOrNone(ownCents);
  if (ownCents === listCents) return { price };
  return { price, listPrice: eurosOrNone(listCents) };
}
