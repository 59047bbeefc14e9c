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

/** Adds the texts of a feature below its name. They come with the pages that import them, not with the first one. */
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

/** The text of a key: with a `count` that of its plural, where it has one. */
function textOf(key: string, count: unknown): string | undefined {
  if (typeof count !== "number") return lookUp(key);
  const none = count === 0 ? lookUp(`${key}_zero`) : undefined;
  return none ?? lookUp(`${key}_${plurals.select(count)}`) ?? lookUp(key);
}

function missing(key: string): string {
  console.warn(`Missing text: ${key}`);
  return "";
}

// With the full stop behind it: after "Quillon Software B.V." a sentence ends without another.
const variable = /\{\{(\w+)\}\}(\.?)/g;

/** `t` for keys made at run time: `{{name}}` becomes the value as it is, a `{{count}}` as numbers are written. */
export function translate(key: string, values: Record<string, unknown> = {}): string {
  const text = textOf(key, values.count);
  if (text === undefined) return missing(key);
  return text.replace(variable, (_all, name: string, stop: string) => {
    const value = values[name] ?? "";
    const isCount = name === "count" && typeof value === "number";
    const formatted = isCount ? numeral(value, { most: 3 }) : String(value);
    return formatted.endsWith(".") ? formatted : formatted + stop;
  });
}

/** A text, or with `returnObjects` all texts of a part as they stand. */
function say(key: string, values?: Record<string, unknown>): unknown {
  return values?.returnObjects ? (find(key) ?? missing(key)) : translate(key, values);
}

/**
 * English is the only language and the fallback. A missing text warns and shows nothing. Keys and their variables are
 * checked by the types of i18next, whose conventions for plurals and variables these are; see decision 0049.
 */
export const i18n = {
  // Only the types know the brand of their function.
  t: say as unknown as TFunction,
  exists: (key: string) => lookUp(key) !== undefined,
};
