import type { ProjectSummary } from "@tonneline/contract/catalogue";
import { useTranslation } from "react-i18next";
import { countryName } from "./useNames.ts";

/**
 * Returns a function giving a project's location in one short line: "Kenya", "Kenya +2", or "International" without a
 * country.
 */
export function useLocationText(): (project: Pick<ProjectSummary, "countries">) => string {
  const { t } = useTranslation();
  return ({ countries: [first, ...rest] }) => {
    if (first === undefined) return t("catalogue.card.everywhere");
    const country = countryName(first);
    return rest.length === 0
      ? country
      : t("catalogue.card.countries", { country, more: rest.length });
  };
}
