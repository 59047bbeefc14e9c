import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { en } from "../locales/en.ts";

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
  resources: { en: { translation: en } },
  initAsync: false,
  interpolation: { escapeValue: false },
  saveMissing: true,
  missingKeyHandler: (_languages, _namespace, key) => console.warn(`Missing text: ${key}`),
  parseMissingKeyHandler: () => "",
});
