import type { Facets } from "@tonneline/contract/catalogue";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { cleared } from "./catalogue.search.ts";
import type { ProjectSearch } from "./catalogue.search.ts";
import { activeFilters, without } from "./filters.ts";
import { focusNextItem, focusOutsideList } from "./focusNextItem.ts";
import styles from "./list.module.css";
import { useFilterName } from "./useNames.ts";
import type { ChangeSearch } from "./useProjectSearch.ts";

interface Props {
  search: ProjectSearch;
  change: ChangeSearch;
  all: Facets | undefined;
}

/** The active filters, each with a button that removes it. */
export function ActiveFilters({ search, change, all }: Props) {
  const { t } = useTranslation();
  const filterName = useFilterName(search, all);
  const active = activeFilters(search);
  if (active.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={t("catalogue.chips.label")}>
      {active.map((filter) => {
        const name = filterName(filter);
        const key = filter.kind === "list" ? `${filter.filter} ${filter.value}` : filter.kind;
        return (
          <li key={key} className={styles.chip}>
            {name}
            <button
              type="button"
              aria-label={t("catalogue.chips.remove", { filter: name })}
              onClick={({ currentTarget }) => {
                focusNextItem(currentTarget);
                change((present) => without(present, filter));
              }}
            >
              <IconX size={14} stroke={2} aria-hidden />
            </button>
          </li>
        );
      })}
      <li>
        <button
          type="button"
          className={styles.clear}
          onClick={() => {
            focusOutsideList();
            change(cleared);
          }}
        >
          {t("catalogue.chips.clear")}
        </button>
      </li>
    </ul>
  );
}
