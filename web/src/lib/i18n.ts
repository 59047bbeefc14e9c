import type { TFunction } from "i18next";
import type { en } from "../locales/en.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: typeof en };
  }
}

const resources: Record<string, object> = {};
const plurals = new Intl.PluralRules("en");
const numbers = new Intl.NumberFormat("en");

/** Adds the texts of a feature below its name. They come with the pages that import them, not with the first one. */
export function addTexts<Texts extends object>(feature: string, texts: Texts): Texts {
  resources[feature] = texts;
  return texts;
}

function lookUp(key: string): string | undefined {
  let found: unknown = resources;
  for (const part of key.split(".")) found = (found as Record<string, unknown> | undefined)?.[part];
  return typeof found === "string" ? found : undefined;
}

/** The text of a key: with a `count` that of its plural, where it has one. */
function textOf(key: string, count: unknown): string | undefined {
  if (typeof count !== "number") return lookUp(key);
  const none = count === 0 ? lookUp(`${key}_zero`) : undefined;
  return none ?? lookUp(`${key}_${plurals.select(count)}`) ?? lookUp(key);
}

/** `t` for keys made at run time: `{{name}}` becomes the value as it is, `{{count, number}}` as a number is written. */
export function translate(key: string, values: Record<string, unknown> = {}): string {
  const text = textOf(key, values.count);
  if (text === undefined) {
    console.warn(`Missing text: ${key}`);
    return "";
  }
  return text.replace(/\{\{(\w+)(, number)?\}\}/g, (_all, name: string, isNumber?: string) => {
    const value = values[name] ?? "";
    return isNumber ? numbers.format(Number(value)) : String(value);
  });
}

/**
 * English is the only language and the fallback. A missing text warns and shows nothing. Keys and their variables are
 * checked by the types of i18next, whose conventions for plurals and variables these are; see decision 0049.
 */
export const i18n = {
  // Only the types know the brand that their function carries.
  t: translate as unknown as TFunction,
  exists: (key: string) => lookUp(key) !== undefined,
};
