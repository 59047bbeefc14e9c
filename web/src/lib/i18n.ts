import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import type { en } from "../locales/en.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: typeof en };
  }
}

/** English is the only language and the fallback. A missing text warns and shows nothing. */
export const i18n = i18next.createInstance();

void i18n.use(initReactI18next).init({
  lng: "en",
  fallbackLng: "en",
  resources: { en: { translation: {} } },
  initAsync: false,
  interpolation: { escapeValue: false },
  saveMissing: true,
  missingKeyHandler: (_languages, _namespace, key) => console.warn(`Missing text: ${key}`),
  parseMissingKeyHandler: () => "",
});

/** Adds the texts of a feature below its name. They come with the pages that import them, not with the first one. */
export function addTexts<Texts extends object>(feature: string, texts: Texts): Texts {
  i18n.addResourceBundle("en", "translation", { [feature]: texts });
  return texts;
}
