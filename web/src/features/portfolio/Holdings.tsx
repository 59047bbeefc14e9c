import type { Holding } from "@tonneline/contract/portfolio";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../../app/paths.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import tableStyles from "../../ui/table/table.module.css";
import { TablePager } from "../../ui/table/TablePager.tsx";
import { TableSearchField } from "../../ui/table/TableSearchField.tsx";
import { filteredBy, untouched } from "../../ui/table/tableSearch.ts";
import { useTableSearch } from "../../ui/table/useTableSearch.ts";
import { holdingColumns } from "./columns.tsx";
import { foundHoldings, holdingsSpec, pageOfHoldings } from "./holdings.ts";
import styles from "./portfolio.module.css";

interface Props {
  holdings: readonly Holding[];
  onRetire: (holding: Holding) => void;
}

/** What is held of each vintage, to be searched, sorted, paged and retired. */
export function Holdings({ holdings, onRetire }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search, change] = useTableSearch(holdingsSpec);
  const years = [...new Set(holdings.map(({ year }) => year))].toSorted((a, b) => b - a);
  const found = foundHoldings(holdings, search);
  const last = Math.max(0, Math.ceil(found.length / search.size) - 1);
  const shown = { ...search, page: Math.min(search.page, last) };
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
              ...years.map((year) => ({ value: String(year), label: String(year) })),
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
      {found.length === 0 ? (
        <EmptyState
          title={t("portfolio.holdings.none")}
          text={t("portfolio.holdings.noneText")}
          action={{
            label: t("portfolio.holdings.showAll"),
            onClick: () => change(untouched(holdingsSpec)),
          }}
        />
      ) : (
        <div className={tableStyles.frame}>
          <DataTable
            roomy
            className={styles.table}
            caption={t("portfolio.holdings.caption")}
            columns={holdingColumns(t, onRetire)}
            rows={pageOfHoldings(found, shown)}
            idOf={({ vintageId }) => vintageId}
            search={search}
            onChange={change}
            onRow={({ projectId }) =>
              void navigate({ to: paths.project, params: { id: String(projectId) } })
            }
            stale={false}
          />
          <TablePager total={found.length} search={shown} onChange={change} />
        </div>
      )}
    </section>
  );
}
