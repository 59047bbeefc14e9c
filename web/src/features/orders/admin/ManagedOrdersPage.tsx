import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { orderStatuses } from "@tonneline/contract/orders";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, reasonOf } from "../../../lib/failure.ts";
import { euros, whole } from "../../../lib/format.ts";
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
import { formatTable, untouched } from "../../../ui/table/tableSearch.ts";
import { useHiddenColumns } from "../../../ui/table/useHiddenColumns.ts";
import { useTableSearch } from "../../../ui/table/useTableSearch.ts";
import { exportAll, useManagedOrders } from "./admin.queries.ts";
import { ordersSpec, queryOf } from "./admin.search.ts";
import { orderColumns } from "./columns.tsx";
import { DecisionDialog } from "./DecisionDialog.tsx";
import { decidable, sumOf, type Decidable, type Decision } from "./decisions.ts";
import { OrderDrawer } from "./OrderDrawer.tsx";
import { OrderPills } from "./OrderPills.tsx";

const decisions: Decision[] = ["approve", "pay", "reject"];
const nobody: ReadonlySet<number> = new Set();

/** /management/orders: everybody's orders, to be approved, marked paid or rejected. */
export function ManagedOrdersPage() {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("orders:write") ?? false;
  const [search, change] = useTableSearch(ordersSpec);
  const [hidden, setHidden] = useHiddenColumns("management-orders", ["due"]);
  const [selected, setSelected] = useState(nobody);
  const [deciding, setDeciding] = useState<{ decision: Decision; orders: readonly Decidable[] }>();
  const { data, error, isPlaceholderData, refetch } = useManagedOrders(queryOf(search));
  const columns = orderColumns(t, search);
  const plain = Object.keys(formatTable(ordersSpec, { ...search, open: "" })).length === 0;
  const chosen = data?.content.filter(({ id }) => selected.has(id)) ?? [];
  const all = data && Object.values(data.counts).reduce((sum, count) => sum + count, 0);

  return (
    <>
      <div className={styles.head}>
        <h1>{t("management.orders.title")}</h1>
        <div className={styles.headActions}>
          <ExportButton size="sm" onExport={() => exportAll(queryOf(search))} reasonOf={reasonOf} />
          <ColumnMenu columns={columns} hidden={hidden} onChange={setHidden} />
        </div>
      </div>
      <TableTabs
        label={t("management.orders.tabs")}
        chosen={search.tab}
        onChoose={(tab) => change({ ...search, tab, page: 0 })}
        tabs={[
          { name: "all", label: t("management.orders.all"), count: all },
          ...orderStatuses.map((name) => ({
            name,
            label: t(`orders.status.${name}`),
            count: data?.counts[name],
          })),
        ]}
      />
      <div className={styles.filters}>
        <TableSearchField label={t("management.orders.search")} search={search} onChange={change} />
        <OrderPills search={search} onChange={change} />
        {data && (
          <span className={styles.total} role="status">
            {t("management.orders.total", {
              count: data.totalElements,
              number: whole(data.totalElements),
              sum: euros(data.totalGross),
            })}
          </span>
        )}
      </div>
      {!data && !error && <TableSkeleton label={t("management.orders.loading")} />}
      {!data && error && (
        <ErrorState
          title={t("management.orders.failed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data && data.content.length === 0 && (
        <EmptyState
          {...(plain
            ? { title: t("management.orders.empty.title"), text: t("management.orders.empty.text") }
            : {
                title: t("management.orders.none.title"),
                text: t("management.orders.none.text"),
                action: {
                  label: t("management.orders.none.action"),
                  onClick: () => change(untouched(ordersSpec)),
                },
              })}
        />
      )}
      {chosen.length > 0 && (
        <SelectionBar
          count={chosen.length}
          sum={t("management.orders.includingVat", { sum: euros(sumOf(chosen)) })}
          onClear={() => setSelected(nobody)}
        >
          {decisions.map((decision) => {
            const orders = decidable(chosen, decision);
            if (orders.length === 0) return null;
            return (
              <Button
                key={decision}
                size="sm"
                variant={decision === "reject" ? "outline" : "white"}
                color={decision === "reject" ? "white" : "navy.9"}
                leftSection={decision !== "reject" && <IconCheck size={16} aria-hidden />}
                onClick={() => setDeciding({ decision, orders })}
              >
                {t(`management.orders.${decision}`, { count: orders.length })}
              </Button>
            );
          })}
        </SelectionBar>
      )}
      {data && data.content.length > 0 && (
        <div className={styles.frame}>
          <DataTable
            caption={t("management.orders.caption")}
            columns={columns.filter(({ name, fixed }) => fixed || !hidden.includes(name))}
            rows={data.content}
            idOf={({ id }) => id}
            selectLabel={canWrite ? ({ id }) => t("management.orders.select", { id }) : undefined}
            selected={selected}
            onSelect={setSelected}
            search={search}
            onChange={change}
            stale={isPlaceholderData}
          />
          <TablePager total={data.totalElements} search={search} onChange={change} />
        </div>
      )}
      <OrderDrawer
        id={search.open}
        canWrite={canWrite}
        onDecide={(decision, order) => setDeciding({ decision, orders: [order] })}
        onClose={() => change({ ...search, open: "" })}
      />
      {deciding && (
        <DecisionDialog
          {...deciding}
          onClose={() => {
            setDeciding(undefined);
            setSelected(nobody);
          }}
        />
      )}
    </>
  );
}
