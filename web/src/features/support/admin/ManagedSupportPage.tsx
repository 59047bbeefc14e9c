import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { supportStatuses, type SupportRequest } from "@tonneline/contract/support";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, reasonOf } from "../../../lib/failure.ts";
import { whole } from "../../../lib/format.ts";
import { useUser } from "../../../lib/session.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { ExportButton } from "../../../ui/ExportButton.tsx";
import { ColumnMenu } from "../../../ui/table/ColumnMenu.tsx";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { SelectionBar } from "../../../ui/table/SelectionBar.tsx";
import styles from "../../../ui/table/table.module.css";
import { TablePager } from "../../../ui/table/TablePager.tsx";
import { TableSearchField } from "../../../ui/table/TableSearchField.tsx";
import { TableSkeleton } from "../../../ui/table/TableSkeleton.tsx";
import { TableTabs } from "../../../ui/table/TableTabs.tsx";
import { untouched } from "../../../ui/table/tableSearch.ts";
import { useHiddenColumns } from "../../../ui/table/useHiddenColumns.ts";
import { useTableSearch } from "../../../ui/table/useTableSearch.ts";
import { exportAll, queryOf, supportSpec, useSupportRequests } from "./admin.queries.ts";
import { supportColumns } from "./columns.tsx";
import { DoneDialog } from "./DoneDialog.tsx";
import { RequestDrawer } from "./RequestDrawer.tsx";

const nobody: ReadonlySet<number> = new Set();

/** /management/support-requests: what people wrote with the app's own form. */
export function ManagedSupportPage() {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("users:write") ?? false;
  const [search, change] = useTableSearch(supportSpec);
  const [hidden, setHidden] = useHiddenColumns("management-support");
  const [selected, setSelected] = useState(nobody);
  const [marking, setMarking] = useState<readonly SupportRequest[]>();
  const { data, error, isPlaceholderData, refetch } = useSupportRequests(queryOf(search));
  const columns = supportColumns(t, search);
  const open =
    data?.content.filter(({ id, status }) => selected.has(id) && status === "OPEN") ?? [];
  const all = data && data.counts.OPEN + data.counts.DONE;
  const tab = search.tab === "OPEN" || search.tab === "DONE" ? search.tab : undefined;

  return (
    <>
      <div className={styles.head}>
        <h1>{t("management.support.title")}</h1>
        <div className={styles.headActions}>
          <ExportButton size="sm" onExport={() => exportAll(queryOf(search))} reasonOf={reasonOf} />
          <ColumnMenu columns={columns} hidden={hidden} onChange={setHidden} />
        </div>
      </div>
      <TableTabs
        label={t("management.support.tabs")}
        chosen={search.tab}
        onChoose={(name) => change({ ...search, tab: name, page: 0 })}
        tabs={[
          ...supportStatuses.map((name) => ({
            name,
            label: t(`management.support.status.${name}`),
            count: data?.counts[name],
          })),
          { name: "all", label: t("management.support.all"), count: all },
        ]}
      />
      <div className={styles.filters}>
        <TableSearchField
          label={t("management.support.search")}
          search={search}
          onChange={change}
        />
        {data && (
          <span className={styles.total} role="status">
            {t("management.support.total", {
              count: data.totalElements,
              number: whole(data.totalElements),
            })}
          </span>
        )}
      </div>
      {!data && !error && <TableSkeleton label={t("management.support.loading")} />}
      {!data && error && (
        <ErrorState
          title={t("management.support.failed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data && data.content.length === 0 && (
        <EmptyState
          {...(search.q.trim() === "" && search.page === 0
            ? {
                title: t(`management.support.empty.${tab ?? "all"}`),
                text: t("management.support.empty.text"),
              }
            : {
                title: t("management.support.none.title"),
                text: t("management.support.none.text"),
                action: {
                  label: t("management.support.none.action"),
                  onClick: () => change(untouched(supportSpec)),
                },
              })}
        />
      )}
      {open.length > 0 && (
        <SelectionBar count={open.length} onClear={() => setSelected(nobody)}>
          <Button
            size="sm"
            variant="white"
            color="navy.9"
            leftSection={<IconCheck size={16} aria-hidden />}
            onClick={() => setMarking(open)}
          >
            {t("management.support.markDone", { count: open.length })}
          </Button>
        </SelectionBar>
      )}
      {data && data.content.length > 0 && (
        <div className={styles.frame}>
          <DataTable
            caption={t("management.support.caption")}
            columns={columns.filter(({ name, fixed }) => fixed || !hidden.includes(name))}
            rows={data.content}
            idOf={({ id }) => id}
            selectLabel={canWrite ? ({ id }) => t("management.support.select", { id }) : undefined}
            selected={selected}
            onSelect={setSelected}
            search={search}
            onChange={change}
            stale={isPlaceholderData}
          />
          <TablePager total={data.totalElements} search={search} onChange={change} />
        </div>
      )}
      <RequestDrawer
        id={search.open}
        canWrite={canWrite}
        onClose={() => change({ ...search, open: "" })}
      />
      {marking && (
        <DoneDialog
          requests={marking}
          onClose={() => {
            setMarking(undefined);
            setSelected(nobody);
          }}
        />
      )}
    </>
  );
}
