import { retirementStatuses, type ManagedRetirement } from "@tonneline/contract/retirements";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, reasonOf } from "../../../lib/failure.ts";
import { tonnes, whole } from "../../../lib/format.ts";
import { useUser } from "../../../lib/session.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { ExportButton } from "../../../ui/ExportButton.tsx";
import { ColumnMenu } from "../../../ui/table/ColumnMenu.tsx";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import styles from "../../../ui/table/table.module.css";
import { TablePager } from "../../../ui/table/TablePager.tsx";
import { TableSearchField } from "../../../ui/table/TableSearchField.tsx";
import { TableSkeleton } from "../../../ui/table/TableSkeleton.tsx";
import { TableTabs } from "../../../ui/table/TableTabs.tsx";
import { formatTable, untouched } from "../../../ui/table/tableSearch.ts";
import { useHiddenColumns } from "../../../ui/table/useHiddenColumns.ts";
import { useTableSearch } from "../../../ui/table/useTableSearch.ts";
import { exportAll, queryOf, retirementsSpec, useManagedRetirements } from "./admin.queries.ts";
import { retirementColumns } from "./columns.tsx";
import { CompleteDialog } from "./CompleteDialog.tsx";
import { DeclineDialog } from "./DeclineDialog.tsx";
import { RetirementDrawer, type Step } from "./RetirementDrawer.tsx";

const nobody: ReadonlySet<number> = new Set();

/** /management/retirements: what buyers asked to be retired, to be completed or declined. */
export function ManagedRetirementsPage() {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("retirements:write") ?? false;
  const [search, change] = useTableSearch(retirementsSpec);
  const [hidden, setHidden] = useHiddenColumns("management-retirements", ["registry"]);
  const [step, setStep] = useState<{ step: Step; retirement: ManagedRetirement }>();
  const { data, error, isPlaceholderData, refetch } = useManagedRetirements(queryOf(search));
  const columns = retirementColumns(t, search);
  const plain = Object.keys(formatTable(retirementsSpec, { ...search, open: "" })).length === 0;
  const all = data && Object.values(data.counts).reduce((sum, count) => sum + count, 0);
  const Dialog = step?.step === "decline" ? DeclineDialog : CompleteDialog;

  return (
    <>
      <div className={styles.head}>
        <h1>{t("management.retirements.title")}</h1>
        <div className={styles.headActions}>
          <ExportButton size="sm" onExport={() => exportAll(queryOf(search))} reasonOf={reasonOf} />
          <ColumnMenu columns={columns} hidden={hidden} onChange={setHidden} />
        </div>
      </div>
      <TableTabs
        label={t("management.retirements.tabs")}
        chosen={search.tab}
        onChoose={(tab) => change({ ...search, tab, page: 0 })}
        tabs={[
          { name: "all", label: t("management.retirements.all"), count: all },
          ...retirementStatuses.map((name) => ({
            name,
            label: t(`management.retirements.status.${name}`),
            count: data?.counts[name],
          })),
        ]}
      />
      <div className={styles.filters}>
        <TableSearchField
          label={t("management.retirements.search")}
          search={search}
          onChange={change}
        />
        {data && (
          <span className={styles.total} role="status">
            {t("management.retirements.total", {
              count: data.totalElements,
              number: whole(data.totalElements),
              sum: tonnes(data.totalQuantity),
            })}
          </span>
        )}
      </div>
      {!data && !error && <TableSkeleton label={t("management.retirements.loading")} />}
      {!data && error && (
        <ErrorState
          title={t("management.retirements.failed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data && data.content.length === 0 && (
        <EmptyState
          {...(plain
            ? {
                title: t("management.retirements.empty.title"),
                text: t("management.retirements.empty.text"),
              }
            : {
                title: t("management.retirements.none.title"),
                text: t("management.retirements.none.text"),
                action: {
                  label: t("management.retirements.none.action"),
                  onClick: () => change(untouched(retirementsSpec)),
                },
              })}
        />
      )}
      {data && data.content.length > 0 && (
        <div className={styles.frame}>
          <DataTable
            caption={t("management.retirements.caption")}
            columns={columns.filter(({ name, fixed }) => fixed || !hidden.includes(name))}
            rows={data.content}
            idOf={({ id }) => id}
            selected={nobody}
            onSelect={() => {}}
            search={search}
            onChange={change}
            stale={isPlaceholderData}
          />
          <TablePager total={data.totalElements} search={search} onChange={change} />
        </div>
      )}
      <RetirementDrawer
        id={search.open}
        canWrite={canWrite}
        onStep={(next, retirement) => setStep({ step: next, retirement })}
        onClose={() => change({ ...search, open: "" })}
      />
      {step && <Dialog retirement={step.retirement} onClose={() => setStep(undefined)} />}
    </>
  );
}
