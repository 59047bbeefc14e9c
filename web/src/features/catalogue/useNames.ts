import { codeNames } from "@tonneline/contract/codes";
import type { Facets } from "@tonneline/contract/catalogue";
import { countryNames } from "@tonneline/contract/countries";
import { useTranslation } from "react-i18next";
import type { ListFilter } from "./catalogue.search.ts";
import { nameOf, type ActiveFilter } from "./filters.ts";
import type { ProjectSearch } from "./catalogue.search.ts";
import { euros } from "../../lib/format.ts";

/** Returns a country's name; the code itself if the list lacks it. */
export function countryName(code: string): string {
  return Object.hasOwn(countryNames, code) ? countryNames[code as keyof typeof countryNames] : code;
}

/** Returns a function giving the name of a Sustainable Development Goal, 1 to 17. */
export function useGoalName(): (goal: number) => string {
  const { t } = useTranslation();
  return (goal) => t(`catalogue.sdg.${goal as 1}`);
}

/** Returns a function giving the display name of a list filter's choice. */
export function useChoiceName(all: Facets | undefined) {
  const { t } = useTranslation();
  const goalName = useGoalName();
  return (filter: ListFilter, id: string | number): string => {
    if (filter === "country") return countryName(String(id));
    if (filter === "continent") return String(id);
    if (filter === "sdg")
      return t("catalogue.chips.sdg", { number: id, name: goalName(Number(id)) });
    if (filter === "label") return t(`catalogue.labels.${id as "CCP"}`);
    if (filter === "creditType") return t(`catalogue.creditTypeLong.${id as "EX_POST"}`);
    if (filter === "projectType" || filter === "registry" || filter === "developer")
      return (
        nameOf(filter, Number(id), all) ??
        t("catalogue.chips.unknown", { filter: t(`catalogue.filters.${filter}`), id })
      );
    return codeNames[id as keyof typeof codeNames];
  };
}

/** Returns a function giving the label of an active filter's chip. */
export function useFilterName(search: ProjectSearch, all: Facets | undefined) {
  const { t } = useTranslation();
  const choiceName = useChoiceName(all);
  return (active: ActiveFilter): string => {
    const { priceFrom, priceTo, vintageFrom, vintageTo } = search;
    if (active.kind === "list")
      return active.filter === "creditType"
        ? codeNames[active.value as keyof typeof codeNames]
        : choiceName(active.filter, active.value);
    if (active.kind === "q") return t("catalogue.chips.search", { text: search.q });
    if (active.kind === "availableOnly") return t("catalogue.chips.availableOnly");
    if (active.kind === "known")
      return t("catalogue.chips.known", { count: search.knownFrom ?? 0 });
    if (active.kind === "price") {
      if (priceFrom !== undefined && priceTo !== undefined)
        return t("catalogue.chips.priceBetween", { from: euros(priceFrom), to: euros(priceTo) });
      return priceFrom === undefined
        ? t("catalogue.chips.priceTo", { price: euros(priceTo ?? 0) })
        : t("catalogue.chips.priceFrom", { price: euros(priceFrom) });
    }
    if (vintageFrom !== undefined && vintageTo !== undefined)
      return t("catalogue.chips.vintageBetween", { years: `${vintageFrom}–${vintageTo}` });
    return vintageFrom === undefined
      ? t("catalogue.chips.vintageTo", { year: vintageTo })
      : t("catalogue.chips.vintageFrom", { year: vintageFrom });
  };
}
