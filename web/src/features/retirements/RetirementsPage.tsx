import { listMyRetirements, retirementStatuses } from "@tonneline/contract/retirements";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { downloadCsv, refusalText } from "../../lib/api.ts";
import { failureOf } from "../../lib/failure.ts";
import { today, whole } from "../../lib/format.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { ExportButton } from "../../ui/ExportButton.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { TogglePill } from "../../ui/table/FilterPill.tsx";
import tableStyles from "../../ui/table/ListScreen.module.css";
import { TablePager } from "../../ui/table/TablePager.tsx";
import { TableSearchField } from "../../ui/table/TableSearchField.tsx";
import { TableSkeleton } from "../../ui/table/TableSkeleton.tsx";
import { untouched } from "../../lib/tableSearch.ts";
import { useTableSearch } from "../../lib/useTableSearch.ts";
import { retirementColumns } from "./columns.tsx";
import styles from "./retirements.module.css";
import { queryOf, retirementsSpec, useRetirements } from "./retirements.queries.ts";
import { RetirementPanel } from "./RetirementPanel.tsx";
import "../../locales/en/management.ts";
import "../../locales/en/portfolio.ts";
import "../../locales/en/retirements.ts";
import "../../locales/en/table.ts";

/** /user/settings/retirements: what the buyer asked to be retired, the newest first. */
export function RetirementsPage() {
  const { t } = useTranslation();
  const [search, change] = useTableSearch(retirementsSpec);
  const { data, error, isPlaceholderData, refetch } = useRetirements(queryOf(search));
  const all = data && Object.values(data.counts).reduce((sum, count) => sum + count, 0);

  if (!data && error) {
    return (
      <ErrorState
        title={t("retirements.failed")}
        {...failureOf(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (all === 0 && search.q === "" && !isPlaceholderData) {
    return (
      <EmptyState
        title={t("retirements.empty.title")}
        text={t("retirements.empty.text")}
        action={{ label: t("retirements.empty.action"), to: paths.portfolio }}
      />
    );
  }
  const tabs = [
    { name: "all", label: t("retirements.all"), count: all },
    ...retirementStatuses.map((name) => ({
      name,
      label: t(`management.retirements.status.${name}`),
      count: data?.counts[name],
    })),
  ];
  const exportAll = () =>
    downloadCsv(listMyRetirements, { query: queryOf(search) }, `retirements-${today()}.csv`);
  return (
    <>
      <div className={styles.bar}>
        <div className={styles.pills} role="group" aria-label={t("retirements.filter")}>
          {tabs.map(({ name, label, count }) => (
            <TogglePill
              key={name}
              label={count === undefined ? label : `${label} ${whole(count)}`}
              on={search.tab === name}
              onChange={() => change({ ...search, tab: name, page: 0 })}
            />
          ))}
        </div>
        <div className={styles.pills}>
          <TableSearchField label={t("retirements.search")} search={search} onChange={change} />
          <ExportButton size="sm" onExport={exportAll} reasonOf={refusalText} />
        </div>
      </div>
      {!data && <TableSkeleton label={t("retirements.waiting")} />}
      {data && data.content.length === 0 && (
        <EmptyState
          title={t("retirements.none.title")}
          text={t("retirements.none.text")}
          action={{
            label: t("retirements.none.action"),
            onClick: () => change(untouched(retirementsSpec)),
          }}
        />
      )}
      {data && data.content.length > 0 && (
        <div className={tableStyles.frame}>
          <DataTable
            roomy
            className={styles.table}
            caption={t("retirements.caption")}
            columns={retirementColumns(t, search)}
            rows={data.content}
            idOf={({ id }) => id}
            search={search}
            onChange={change}
            stale={isPlaceholderData}
          />
          <TablePager total={data.totalElements} search={search} onChange={change} />
        </div>
      )}
      <RetirementPanel id={search.open} onClose={() => change({ ...search, open: "" })} />
    </>
  );
}
