import type { TFunction } from "i18next";
import type { en } from "../locales/en.ts";
import { numeral } from "./numerals.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: typeof en };
  }
}

const resources: Record<string, object> = {};
const plurals = new Intl.PluralRules("en");

/** Adds the texts of a feature under its name. They load with the pages that import them, not with the first page. */
export function addTexts<Texts extends object>(feature: string, texts: Texts): Texts {
  resources[feature] = texts;
  return texts;
}

function find(key: string): unknown {
  let found: unknown = resources;
  for (const part of key.split(".")) found = (found as Record<string, unknown> | undefined)?.[part];
  return found;
}

function lookUp(key: string): string | undefined {
  const found = find(key);
  return typeof found === "string" ? found : undefined;
}

/** Returns the text of a key: with a `count`, its plural form if there is one. */
function textOf(key: string, count: unknown): string | undefined {
  if (typeof count !== "number") return lookUp(key);
  const none = count === 0 ? lookUp(`${key}_zero`) : undefined;
  return none ?? lookUp(`${key}_${plurals.select(count)}`) ?? lookUp(key);
}

function missing(key: string): string {
  console.warn(`Missing text: ${key}`);
  return "";
}

// Includes a full stop that follows: a value like "Quillon Software B.V." already ends the sentence.
const variable = /\{\{(\w+)\}\}(\.?)/g;

/** `t` for keys built at run time: `{{name}}` is replaced by the value as it is, `{{count}}` by the formatted number. */
export function translate(key: string, values: Record<string, unknown> = {}): string {
  const text = textOf(key, values.count);
  if (text === undefined) return missing(key);
  return text.replace(variable, (_all, name: string, stop: string) => {
    const value = values[name] ?? "";
    const isCount = name === "count" && typeof value === "number";
    const formatted = isCount ? numeral(value, { maxDecimals: 3 }) : String(value);
    return formatted.endsWith(".") ? formatted : formatted + stop;
  });
}

/** Returns a text, or with `returnObjects` a whole subtree of texts, unformatted. */
function translateOrSubtree(key: string, values?: Record<string, unknown>): unknown {
  return values?.returnObjects ? (find(key) ?? missing(key)) : translate(key, values);
}

/**
 * English is the only language and the fallback. A missing text logs a warning and renders nothing. Keys and their
 * variables are checked by the types of i18next, whose conventions for plurals and variables apply; see decision 0049.
 */
export const i18n = {
  // Only i18next's types know the brand of their function.
  t: translateOrSubtree as unknown as TFunction,
  exists: (key: string) => lookUp(key) !== undefined,
};
