import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { euros, whole } from "../../lib/format.ts";
import type { ProjectSearch } from "./catalogue.search.ts";
import { activeFilters } from "./filters.ts";
import { focusOutsideList } from "./focusNextItem.ts";
import listStyles from "./list.module.css";
import type { NearMiss } from "./near.ts";
import styles from "./near.module.css";
import type { ListParts } from "./ProjectListPage.tsx";
import type { useTotals } from "./totals.queries.ts";
import { useFilterName } from "./useNames.ts";
import "../../locales/en/finding.ts";

interface Row {
  /** The search from which one criterion was dropped. */
  of: ProjectSearch;
  miss: NearMiss;
  total: ReturnType<typeof useTotals>[number];
}

/** Lists what each search finds with one criterion less; a row's button runs that search. */
export function NearTable({ category, change, all, rows }: ListParts & { rows: Row[] }) {
  const { t } = useTranslation();
  const sold = category === "CREDIT_SALE";
  return (
    <table className={styles.table}>
      <caption>{t("finding.near.title")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("finding.near.without")}</th>
          <th scope="col" className={styles.wide}>
            {t("finding.near.left")}
          </th>
          <th scope="col" className={styles.num}>
            {t("finding.near.projects")}
          </th>
          {sold && (
            <>
              <th scope="col" className={`${styles.num} ${styles.wide}`}>
                {t("finding.near.tonnes")}
              </th>
              <th scope="col" className={styles.num}>
                {t("finding.near.price")}
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ of, miss, total }) => (
          <tr key={`${of.q} ${JSON.stringify(miss.without)}`}>
            <th scope="row">
              <button
                type="button"
                className={listStyles.link}
                onClick={() => {
                  focusOutsideList();
                  change(miss.search);
                }}
              >
                <Without {...{ of, miss, all }} />
              </button>
            </th>
            <td className={styles.wide}>
              <RemainingCount {...{ miss, all }} />
            </td>
            <td className={styles.num}>
              {total ? whole(total.projects) : <Skeleton height={14} />}
            </td>
            {sold && (
              <>
                <td className={`${styles.num} ${styles.wide}`}>{total && whole(total.tonnes)}</td>
                <td className={styles.num}>
                  {total && (total.priceFrom === null ? "–" : euros(total.priceFrom))}
                </td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Without({ of, miss, all }: Pick<ListParts, "all"> & Pick<Row, "of" | "miss">) {
  const { t } = useTranslation();
  const filterName = useFilterName(of, all.data);
  if (miss.without.kind === "word") return `“${miss.without.word}”`;
  const { filter } = miss.without;
  return filter.kind === "list" && of[filter.filter].length > 1
    ? t(`catalogue.filters.${filter.filter}`)
    : filterName(filter);
}

function RemainingCount({ miss, all }: Pick<ListParts, "all"> & { miss: NearMiss }) {
  const { t } = useTranslation();
  const filterName = useFilterName(miss.search, all.data);
  return activeFilters(miss.search).map(filterName).join(", ") || t("finding.near.everything");
}
