import type { ManagedOrderSummary } from "@tonneline/contract/orders";
import { countryNames, type CountryCode } from "@tonneline/contract/countries";
import type { TFunction } from "i18next";
import { euros, shortDay, today, whole } from "../../../lib/format.ts";
import { code } from "../../../ui/Facts.tsx";
import { Nothing } from "../../../ui/Nothing.tsx";
import type { Column } from "../../../ui/table/DataTable.tsx";
import { LongText } from "../../../ui/table/LongText.tsx";
import { RecordLink } from "../../../ui/table/RecordLink.tsx";
import type { TableSearch } from "../../../lib/tableSearch.ts";
import { When } from "../../../ui/When.tsx";
import { OrderStatusBadge } from "../OrderStatusBadge.tsx";
import { managedOrders } from "./admin.queries.ts";
import styles from "./admin.module.css";

/** The columns of the operators' list of orders. */
export function orderColumns(t: TFunction, search: TableSearch): Column<ManagedOrderSummary>[] {
  return [
    {
      name: "id",
      label: t("management.orders.column.id"),
      sort: "id",
      latestFirst: true,
      fixed: true,
      cell: ({ id }) => (
        <RecordLink spec={managedOrders.spec} search={search} id={id}>
          {id}
        </RecordLink>
      ),
    },
    {
      name: "placed",
      label: t("management.orders.column.placed"),
      sort: "createdAt",
      latestFirst: true,
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    {
      name: "buyer",
      label: t("management.orders.column.buyer"),
      sort: "companyName",
      cell: ({ companyName, username }) => (
        <LongText text={`${companyName}, ${username}`}>{companyName}</LongText>
      ),
    },
    {
      name: "country",
      label: t("management.orders.column.country"),
      sort: "countryCode",
      cell: ({ countryCode }) => (
        <abbr className={styles.soft} title={countryNames[countryCode as CountryCode]}>
          {countryCode}
        </abbr>
      ),
    },
    {
      name: "tonnes",
      label: t("management.orders.column.tonnes"),
      sort: "totalCredits",
      num: true,
      cell: ({ totalCredits }) => whole(totalCredits),
    },
    {
      name: "net",
      label: t("management.orders.column.net"),
      sort: "totalPriceNet",
      num: true,
      cell: ({ totalPriceNet }) => euros(totalPriceNet),
    },
    {
      name: "vat",
      label: t("management.orders.column.vat"),
      sort: "vatAmount",
      num: true,
      cell: ({ vatCategory, vatAmount }) =>
        vatCategory === "S" ? (
          euros(vatAmount)
        ) : (
          <span className={styles.soft}>
            {t(
              vatCategory === "AE" ? "management.orders.reverseCharge" : "management.orders.noVat",
            )}
          </span>
        ),
    },
    {
      name: "gross",
      label: t("management.orders.column.gross"),
      sort: "totalPriceGross",
      num: true,
      cell: ({ totalPriceGross }) => <b className={styles.strong}>{euros(totalPriceGross)}</b>,
    },
    {
      name: "status",
      label: t("management.orders.column.status"),
      sort: "status",
      cell: ({ status }) => <OrderStatusBadge status={status} dense />,
    },
    {
      name: "invoice",
      label: t("management.orders.column.invoice"),
      sort: "invoiceNumber",
      latestFirst: true,
      cell: ({ invoiceNumber }) => code(invoiceNumber) ?? <Nothing />,
    },
    {
      name: "due",
      label: t("management.orders.column.due"),
      sort: "dueOn",
      cell: ({ dueOn, status }) => {
        if (!dueOn) return <Nothing />;
        const late = status === "AWAITING_PAYMENT" && dueOn < today();
        return (
          <span className={late ? styles.late : undefined}>
            {shortDay(dueOn)}
            {late && ` · ${t("management.orders.overdue")}`}
          </span>
        );
      },
    },
    {
      name: "paid",
      label: t("management.orders.column.paid"),
      sort: "paidAt",
      latestFirst: true,
      cell: ({ paidAt }) => (paidAt ? shortDay(paidAt) : <Nothing />),
    },
  ];
}
