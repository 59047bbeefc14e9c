import type { OrderDecision } from "@tonneline/contract/orders";
import { IconCheck } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { euros } from "../../../lib/format.ts";
import { useList } from "../../../lib/lists.ts";
import { useUser } from "../../../lib/session.ts";
import { sumEuros } from "../../../lib/sumEuros.ts";
import { ListScreen } from "../../../ui/table/ListScreen.tsx";
import { managedOrders } from "./admin.queries.ts";
import { orderColumns, usuallyHidden } from "./columns.tsx";
import { DecisionDialog } from "./DecisionDialog.tsx";
import { decidable, ownWaiting, type Decidable, decisionKeys } from "./decisions.ts";
import { OrderDrawer } from "./OrderDrawer.tsx";
import { OrderPills } from "./OrderPills.tsx";
import "../../../locales/en/cart.ts";
import "../../../locales/en/companies.ts";
import "../../../locales/en/corrections.ts";
import "../../../locales/en/management.ts";
import "../../../locales/en/orders.ts";
import "../../../locales/en/table.ts";

const decisions: OrderDecision[] = ["approve", "pay", "reject"];

/** /management/orders: all orders, to be approved, marked paid or rejected. */
export function ManagedOrdersPage() {
  const { t } = useTranslation();
  const user = useUser();
  const canWrite = user?.permissions.has("orders:write") ?? false;
  const operator = user?.username ?? "";
  const list = useList(managedOrders);
  const { search, data, chosen } = list;
  const columns = useMemo(() => orderColumns(t, search), [t, search]);
  const [deciding, setDeciding] = useState<{
    decision: OrderDecision;
    orders: readonly Decidable[];
  }>();
  const own = ownWaiting(chosen, operator).length;
  const sums = [
    t("management.orders.includingVat", {
      sum: euros(sumEuros(chosen.map((order) => order.totalPriceGross))),
    }),
    own > 0 && t("management.orders.ownChosen", { count: own }),
  ];
  const possible = decisions
    .map((decision) => ({ decision, orders: decidable(chosen, decision, operator) }))
    .filter(({ orders }) => orders.length > 0);

  return (
    <>
      <ListScreen
        {...list.screen}
        name={`management-orders-${search.tab}`}
        texts={t("management.orders", { returnObjects: true })}
        columns={columns}
        hiddenByDefault={usuallyHidden(search.tab)}
        tabLabel={(tab) =>
          tab === "all" || tab === "DUE" || tab === "OVERDUE"
            ? t(`management.orders.${tab}`)
            : t(`orders.status.${tab}`)
        }
        pills={<OrderPills search={search} onChange={list.change} />}
        total={
          data &&
          ((counted) => t("management.orders.total", { ...counted, sum: euros(data.totalGross) }))
        }
        selection={
          canWrite && {
            label: ({ id }) => t("management.orders.select", { id }),
            sum: sums.filter(Boolean).join(" · "),
            actions: possible.map((each) => ({
              label: t(`management.orders.${each.decision}`, { count: each.orders.length }),
              shortcut: decisionKeys[each.decision],
              icon: each.decision === "reject" ? undefined : IconCheck,
              danger: each.decision === "reject",
              onClick: () => setDeciding(each),
            })),
          }
        }
      />
      <OrderDrawer
        id={search.open}
        canWrite={canWrite}
        operator={operator}
        onDecide={(decision, order) => setDeciding({ decision, orders: [order] })}
        around={list.neighbours}
        onClose={list.close}
      />
      {deciding && (
        <DecisionDialog
          {...deciding}
          onClose={(acted) => {
            setDeciding(undefined);
            if (acted) list.clear();
          }}
        />
      )}
    </>
  );
}
