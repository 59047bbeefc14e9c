import { hasUnprintable } from "@tonneline/contract/characters";
import { useTranslation } from "react-i18next";
import "../locales/en/characters.ts";

/** What to say beside a text that invoices or certificates will carry: that they lack some of its letters; undefined for most. */
export function useUnprintable() {
  const { t } = useTranslation();
  return (text: string | undefined) =>
    hasUnprintable(text ?? "") ? t("characters.unprintable") : undefined;
}
