import type { PriceListRule } from "@tonneline/contract/priceLists";
import { eurosOrNone, vatCents } from "../../core/money.ts";

/** What one of a company's price lists says about a vintage. */
export interface Terms {
  rules: readonly PriceListRule[];
  /** The list's explicit price in cents; null if it has none. */
  cents: number | null;
}

/** A company's price lists that are valid on a day. */
export interface CompanyTerms {
  /** Equal for companies that buy at the same prices. */
  key: string;
  lists: readonly {
    rules: readonly PriceListRule[];
    /** Cents by vintage id. */
    prices: Readonly<Record<string, number>>;
  }[];
}

/** Returns what a company's lists say about a vintage. */
export function termsOf({ lists }: CompanyTerms, vintageId: number): Terms[] {
  return lists.map(({ rules, prices }) => ({ rules, cents: prices[vintageId] ?? null }));
}

/** The facts that rules match on. */
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

/** Whether a rule applies to a vintage: criteria that it leaves out match everything. */
export function matchesRule(rule: PriceListRule, vintage: PricedVintage): boolean {
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

/** Reduces a price in cents by a percentage, rounded half up, to at least one cent. */
export function lessPercent(priceCents: number, percent: number): number {
  return Math.max(1, vatCents(priceCents, 100 - percent));
}

/**
 * Returns a company's purchase price in cents: the lowest of the list price and the prices by its
 * price lists. Null (on request) if there is neither a list price nor an explicit price in a list.
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
    const cut = rules.filter((rule) => matchesRule(rule, vintage));
    return [...named, ...cut.map(({ percent }) => lessPercent(listCents, percent))];
  });
  const all = listCents === null ? prices : [listCents, ...prices];
  return all.length === 0 ? null : Math.min(...all);
}

/** A price as shown to buyers, in euros; `listPrice` is present if the price is the company's own. */
export function shownPrice(ownCents: number | null, listCents: number | null) {
  const price = eurosOrNone(ownCents);
  if (ownCents === listCents) return { price };
  return { price, listPrice: eurosOrNone(listCents) };
}
