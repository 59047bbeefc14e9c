import { hasUnprintable } from "@tonneline/contract/characters";
import { useTranslation } from "react-i18next";
import "../locales/en/characters.ts";

/**
 * Returns a function giving the hint for text that invoices or certificates will print, if their fonts lack some of its
 * characters; undefined otherwise.
 */
export function useUnprintable() {
  const { t } = useTranslation();
  return (text: string | undefined) =>
    hasUnprintable(text ?? "") ? t("characters.unprintable") : undefined;
}
