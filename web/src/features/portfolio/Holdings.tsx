import type { Holding } from "@tonneline/contract/portfolio";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { failureOf } from "../../lib/failure.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import tableStyles from "../../ui/table/ListScreen.module.css";
import { TablePager } from "../../ui/table/TablePager.tsx";
import { TableSearchField } from "../../ui/table/TableSearchField.tsx";
import { TableSkeleton } from "../../ui/table/TableSkeleton.tsx";
import { filteredBy, untouched } from "../../lib/tableSearch.ts";
import { useTableSearch } from "../../lib/useTableSearch.ts";
import { holdingColumns } from "./columns.tsx";
import { holdingsSpec, queryOf } from "./holdings.ts";
import styles from "./portfolio.module.css";
import { useHoldings } from "./portfolio.queries.ts";

/** What is held of each vintage, to be searched, sorted, paged and retired. */
export function Holdings({ onRetire }: { onRetire: (holding: Holding) => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search, change] = useTableSearch(holdingsSpec);
  const { data, error, isPlaceholderData, refetch } = useHoldings(queryOf(search));
  return (
    <section aria-labelledby="portfolio-holdings" className={styles.holdings}>
      <div className={styles.holdingsHead}>
        <h2 id="portfolio-holdings">{t("portfolio.holdings.title")}</h2>
        <div className={styles.tools}>
          <TableSearchField
            label={t("portfolio.holdings.search")}
            search={search}
            onChange={change}
          />
          <SelectField
            size="sm"
            aria-label={t("portfolio.holdings.vintage")}
            value={search.filters.year ?? ""}
            data={[
              { value: "", label: t("portfolio.holdings.allVintages") },
              ...(data?.years ?? []).map((year) => ({ value: String(year), label: String(year) })),
            ]}
            onChange={({ currentTarget }) =>
              change(filteredBy(search, "year", currentTarget.value))
            }
          />
          <SelectField
            size="sm"
            aria-label={t("portfolio.holdings.creditType")}
            value={search.filters.creditType ?? ""}
            data={[
              { value: "", label: t("portfolio.holdings.allTypes") },
              { value: "EX_POST", label: t("portfolio.holdings.EX_POST") },
              { value: "EX_ANTE", label: t("portfolio.holdings.EX_ANTE") },
            ]}
            onChange={({ currentTarget }) =>
              change(filteredBy(search, "creditType", currentTarget.value))
            }
          />
        </div>
      </div>
      {!data && error && (
        <ErrorState
          title={t("portfolio.holdings.failed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <TableSkeleton label={t("portfolio.holdings.waiting")} />}
      {data && data.content.length === 0 && (
        <EmptyState
          title={t("portfolio.holdings.none")}
          text={t("portfolio.holdings.noneText")}
          action={{
            label: t("portfolio.holdings.showAll"),
            onClick: () => change(untouched(holdingsSpec)),
          }}
        />
      )}
      {data && data.content.length > 0 && (
        <div className={tableStyles.frame}>
          <DataTable
            roomy
            className={styles.table}
            caption={t("portfolio.holdings.caption")}
            columns={holdingColumns(t, onRetire)}
            rows={data.content}
            idOf={({ vintageId }) => vintageId}
            search={search}
            onChange={change}
            onRow={({ projectId }) =>
              void navigate({ to: paths.project, params: { id: String(projectId) } })
            }
            stale={isPlaceholderData}
          />
          <TablePager total={data.totalElements} search={search} onChange={change} />
        </div>
      )}
    </section>
  );
}
