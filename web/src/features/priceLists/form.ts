import type { RequestOf } from "@tonneline/contract/endpoint";
import { typedPercent } from "@tonneline/contract/percents";
import {
  createPriceList,
  type PriceList,
  type PriceListRule,
} from "@tonneline/contract/priceLists";
import { typedEuros } from "@tonneline/contract/typed";
import { yearIn } from "../projects/editor/numbers.ts";

export type PriceListBody = RequestOf<typeof createPriceList>["body"];

/** A named price as typed, with its vintage. */
export interface TypedPrice extends Omit<PriceList["prices"][number], "own"> {
  own: string;
}

/** The criteria that can narrow a rule, each holding the chosen ids or codes. */
export const narrowings = [
  "projectType",
  "registry",
  "developer",
  "country",
  "creditType",
  "project",
] as const;
export type Narrowing = (typeof narrowings)[number];

export type TypedRule = Record<Narrowing, string[]> & {
  percent: string;
  yearFrom: string;
  yearTo: string;
};

export interface PriceListTexts {
  name: string;
  validFrom: string;
  validUntil: string;
  companies: string[];
  rules: TypedRule[];
  prices: TypedPrice[];
}

const noNarrowing = Object.fromEntries(narrowings.map((each) => [each, [] as string[]])) as Record<
  Narrowing,
  string[]
>;
export const emptyRule: TypedRule = { ...noNarrowing, percent: "", yearFrom: "", yearTo: "" };

function ruleTexts(rule: PriceListRule): TypedRule {
  const chosen = narrowings.map((each) => [each, (rule[each] ?? []).map(String)]);
  return {
    ...emptyRule,
    ...(Object.fromEntries(chosen) as Record<Narrowing, string[]>),
    percent: String(rule.percent),
    yearFrom: String(rule.yearFrom ?? ""),
    yearTo: String(rule.yearTo ?? ""),
  };
}

/** Converts a list to the form's texts; a new one starts on the given day. */
export function textsOf(list: PriceList | undefined, today: string): PriceListTexts {
  return {
    name: list?.name ?? "",
    validFrom: list?.validFrom ?? today,
    validUntil: list?.validUntil ?? "",
    companies: (list?.companies ?? []).map(({ id }) => String(id)),
    rules: (list?.rules ?? []).map(ruleTexts),
    prices: (list?.prices ?? []).map(({ own, ...rest }) => ({ ...rest, own: own.toFixed(2) })),
  };
}

function ruleBody({ percent, yearFrom, yearTo, ...chosen }: TypedRule): PriceListRule {
  const codes = new Set<Narrowing>(["country", "creditType"]);
  const narrowed = narrowings
    .filter((each) => chosen[each].length > 0)
    .map((each) => [each, codes.has(each) ? chosen[each] : chosen[each].map(Number)]);
  return {
    ...(Object.fromEntries(narrowed) as object),
    // An invalid number becomes NaN, for the contract to refuse.
    percent: typedPercent(percent) ?? Number.NaN,
    yearFrom: yearIn(yearFrom) ?? undefined,
    yearTo: yearIn(yearTo) ?? undefined,
  };
}

/** Parses the form with the contract's schema. */
export function bodyOf(texts: PriceListTexts) {
  return createPriceList.body.safeParse({
    name: texts.name,
    validFrom: texts.validFrom,
    validUntil: texts.validUntil === "" ? null : texts.validUntil,
    companies: texts.companies.map(Number),
    rules: texts.rules.map(ruleBody),
    prices: texts.prices.map(({ id, own }) => ({
      vintageId: id,
      price: typedEuros(own) ?? Number.NaN,
    })),
  });
}
