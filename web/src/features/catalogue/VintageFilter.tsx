import { useTranslation } from "react-i18next";
import { SelectField } from "../../ui/SelectField.tsx";
import type { ProjectSearch } from "./catalogue.search.ts";
import styles from "./filters.module.css";
import type { ChangeSearch } from "./useProjectSearch.ts";

interface Props {
  search: ProjectSearch;
  change: ChangeSearch;
  years: { min: number; max: number };
}

/** Newest year first, as most buyers look for recent vintages; a year from the URL is offered even if no project has it. */
function yearsOf(min: number, max: number, chosen: number | undefined): number[] {
  const years = Array.from({ length: max - min + 1 }, (_, index) => max - index);
  if (chosen !== undefined && !years.includes(chosen)) years.push(chosen);
  return years.toSorted((a, b) => b - a);
}

/** First and last vintage year, among those of the category, newest first. If they cross, the one set last wins. */
export function VintageFilter({ search, change, years }: Props) {
  const { t } = useTranslation();
  const { vintageFrom, vintageTo } = search;

  function set(field: "vintageFrom" | "vintageTo", text: string) {
    change((present) => {
      const year = text === "" ? undefined : Number(text);
      const next: ProjectSearch = { ...present, [field]: year, pages: 1 };
      const { vintageFrom: from, vintageTo: to } = next;
      const other = field === "vintageFrom" ? "vintageTo" : "vintageFrom";
      if (from !== undefined && to !== undefined && from > to) next[other] = undefined;
      return next;
    });
  }

  return (
    <fieldset className={styles.group}>
      <legend>{t("catalogue.filters.vintage")}</legend>
      <div className={styles.range}>
        <SelectField
          classNames={{ wrapper: styles.small! }}
          aria-label={t("catalogue.filters.vintageFrom")}
          value={vintageFrom ?? ""}
          onChange={(event) => set("vintageFrom", event.currentTarget.value)}
          data={[
            { value: "", label: t("catalogue.filters.earliest") },
            ...yearsOf(years.min, years.max, vintageFrom).map(String),
          ]}
        />
        <span>{t("catalogue.filters.to")}</span>
        <SelectField
          classNames={{ wrapper: styles.small! }}
          aria-label={t("catalogue.filters.vintageTo")}
          value={vintageTo ?? ""}
          onChange={(event) => set("vintageTo", event.currentTarget.value)}
          data={[
            { value: "", label: t("catalogue.filters.latest") },
            ...yearsOf(years.min, years.max, vintageTo).map(String),
          ]}
        />
      </div>
    </fieldset>
  );
}
