import { useTranslation } from "react-i18next";
import { whole } from "../../lib/format.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useTotals } from "./totals.queries.ts";
import "../../locales/en/catalogue.ts";
import { cleared } from "./catalogue.search.ts";
import { activeFilters, withoutAll } from "./filters.ts";
import styles from "./list.module.css";
import type { ListParts } from "./ProjectListPage.tsx";
import { useFilterName } from "./useNames.ts";

/** Nothing found: what to take away to find something, the filter that costs most first. */
export function NoHits({ category, search, change, all }: ListParts) {
  const { t } = useTranslation();
  const filterName = useFilterName(search, all.data);
  const active = activeFilters(search);
  // One try for each filter, however many values are chosen in it.
  const filters = active.filter(
    (filter, index) =>
      active.findIndex((other) =>
        filter.kind === "list" && other.kind === "list"
          ? other.filter === filter.filter
          : other.kind === filter.kind,
      ) === index,
  );
  const tries = filters.map((filter) => withoutAll(search, filter));
  const totals = useTotals(category, tries);
  const best = totals.reduce<number>(
    (found, total, index) => ((total ?? 0) > (totals[found] ?? 0) ? index : found),
    0,
  );
  const filter = filters[best];
  const next = tries[best];
  const total = totals[best] ?? 0;

  if (active.length === 0) return <EmptyState title={t("catalogue.list.emptyCategory")} />;
  return (
    <EmptyState
      title={t("catalogue.list.empty")}
      text={
        filter &&
        next &&
        total > 0 &&
        active.length > 1 && (
          <button type="button" className={styles.link} onClick={() => change(next)}>
            {t("catalogue.list.nearest", {
              count: total,
              total: whole(total),
              filter:
                filter.kind === "list" && search[filter.filter].length > 1
                  ? t(`catalogue.filters.${filter.filter}`)
                  : // A search is in quotes already.
                    filterName(filter).replace(/^“(.*)”$/, "$1"),
            })}
          </button>
        )
      }
      action={{ label: t("catalogue.list.clear"), onClick: () => change(cleared) }}
    />
  );
}
