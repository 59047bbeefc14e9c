import type { OrderDecision } from "@tonneline/contract/orders";
import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../../lib/failure.ts";
import { euros, whole } from "../../../lib/format.ts";
import { facesOf } from "../../../lib/lists.ts";
import { useUser } from "../../../lib/session.ts";
import { ExportButton } from "../../../ui/ExportButton.tsx";
import { ListScreen } from "../../../ui/table/ListScreen.tsx";
import { SelectionBar } from "../../../ui/table/SelectionBar.tsx";
import { statusTabs } from "../../../ui/table/statusTabs.ts";
import { useTableSearch } from "../../../ui/table/useTableSearch.ts";
import { exportOrders, useManagedOrders } from "./admin.queries.ts";
import { orderTabs, ordersSpec, queryOf } from "./admin.search.ts";
import { orderColumns } from "./columns.tsx";
import { DecisionDialog } from "./DecisionDialog.tsx";
import { decidable, ownWaiting, sumOf, type Decidable } from "./decisions.ts";
import { OrderDrawer } from "./OrderDrawer.tsx";
import { OrderPills } from "./OrderPills.tsx";

const decisions: OrderDecision[] = ["approve", "pay", "reject"];
const nobody: ReadonlySet<number> = new Set();

/** /management/orders: everybody's orders, to be approved, marked paid or rejected. */
export function ManagedOrdersPage() {
  const { t } = useTranslation();
  const user = useUser();
  const canWrite = user?.permissions.has("orders:write") ?? false;
  const operator = user?.username ?? "";
  const [search, change] = useTableSearch(ordersSpec);
  const [selected, setSelected] = useState(nobody);
  const [deciding, setDeciding] = useState<{
    decision: OrderDecision;
    orders: readonly Decidable[];
  }>();
  const page = useManagedOrders(queryOf(search));
  const { data } = page;
  const chosen = data?.content.filter(({ id }) => selected.has(id)) ?? [];
  const own = ownWaiting(chosen, operator).length;

  return (
    <>
      <ListScreen
        name="management-orders"
        texts={t("management.orders", { returnObjects: true })}
        spec={ordersSpec}
        search={search}
        onChange={change}
        columns={orderColumns(t, search)}
        usuallyHidden={["due"]}
        idOf={({ id }) => id}
        {...facesOf(page)}
        tabs={{
          label: t("management.orders.tabs"),
          tabs: statusTabs(orderTabs, data?.counts, (tab) =>
            t(tab === "all" ? "management.orders.all" : `orders.status.${tab}`),
          ),
        }}
        actions={
          <ExportButton
            size="sm"
            onExport={() => exportOrders(queryOf(search))}
            reasonOf={reasonOf}
          />
        }
        pills={<OrderPills search={search} onChange={change} />}
        total={
          data &&
          t("management.orders.total", {
            count: data.totalElements,
            number: whole(data.totalElements),
            sum: euros(data.totalGross),
          })
        }
        selectLabel={canWrite ? ({ id }) => t("management.orders.select", { id }) : undefined}
        selected={selected}
        onSelect={setSelected}
        selectionBar={
          chosen.length > 0 && (
            <SelectionBar
              count={chosen.length}
              sum={[
                t("management.orders.includingVat", { sum: euros(sumOf(chosen)) }),
                own > 0 && t("management.orders.ownChosen", { count: own }),
              ]
                .filter(Boolean)
                .join(" · ")}
              onClear={() => setSelected(nobody)}
            >
              {decisions.map((decision) => {
                const orders = decidable(chosen, decision, operator);
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
          )
        }
      />
      <OrderDrawer
        id={search.open}
        canWrite={canWrite}
        operator={operator}
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
