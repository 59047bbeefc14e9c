import { Link } from "@tanstack/react-router";
import type { CompanyRecord } from "@tonneline/contract/companies";
import type { ManagedOrderSummary } from "@tonneline/contract/orders";
import { useTranslation } from "react-i18next";
import { daysBetween } from "../../../lib/days.ts";
import { euros, shortDay, today, whole } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import { NoValue } from "../../../ui/NoValue.tsx";
import { StatusBadge } from "../../../ui/StatusBadge.tsx";
import { orderLooks } from "../../../ui/statusLooks.ts";
import { Block } from "./Block.tsx";
import { useCompanyOrders } from "./companies.queries.ts";
import styles from "./record.module.css";

/** A company's orders, open ones first. */
export function OrdersBlock({ company: { id } }: { company: CompanyRecord }) {
  const { t } = useTranslation();
  const page = useCompanyOrders(id);
  const { data } = page;
  const open = data ? data.counts.AWAITING_APPROVAL + data.counts.AWAITING_PAYMENT : 0;
  return (
    <Block
      title={t("companies.orders.title")}
      note={open > 0 && t("companies.orders.note", { open })}
      more={
        data &&
        data.totalElements > 0 && (
          <Link to={paths.managementOrders} search={{ company: String(id), tab: "all" }}>
            {t("companies.orders.all", { count: data.totalElements })}
          </Link>
        )
      }
      page={page}
      none={t("companies.orders.none")}
      failed={t("companies.orders.failed")}
      keyOf={(order) => order.id}
      columns={[
        {
          label: t("orders.column.order"),
          cell: (order) => (
            <Link
              to={paths.managementOrders}
              search={{ tab: "all", open: String(order.id), company: String(id) }}
            >
              {order.id}
            </Link>
          ),
        },
        { label: t("orders.column.placed"), cell: ({ createdAt }) => shortDay(createdAt) },
        {
          label: t("orders.column.tonnes"),
          num: true,
          cell: ({ totalCredits }) => whole(totalCredits),
        },
        {
          label: t("orders.column.total"),
          num: true,
          cell: ({ totalPriceGross }) => <b>{euros(totalPriceGross)}</b>,
        },
        {
          label: t("orders.column.status"),
          cell: ({ status }) => (
            <StatusBadge {...orderLooks[status]} label={t(`orders.status.${status}`)} dense />
          ),
        },
        { label: t("companies.orders.due"), wide: true, cell: (order) => <Due order={order} /> },
      ]}
    />
  );
}

function Due({ order: { status, dueOn, paidAt } }: { order: ManagedOrderSummary }) {
  const { t } = useTranslation();
  if (paidAt) return t("companies.orders.paidOn", { day: shortDay(paidAt) });
  if (!dueOn || status !== "AWAITING_PAYMENT") return <NoValue />;
  const late = daysBetween(dueOn, today());
  if (late <= 0) return shortDay(dueOn);
  return (
    <span className={styles.late}>
      {shortDay(dueOn)}, {t("management.orders.due.late", { count: late })}
    </span>
  );
}
