import type { ManagedOrderSummary, OrderStatus } from "@tonneline/contract/orders";
import { countryNames, type CountryCode } from "@tonneline/contract/countries";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { ageInDays, daysBetween } from "../../../lib/days.ts";
import { euros, shortDay, today, whole } from "../../../lib/format.ts";
import { code } from "../../../ui/Facts.tsx";
import { NoValue } from "../../../ui/NoValue.tsx";
import type { Column } from "../../../ui/table/DataTable.tsx";
import { LongText } from "../../../ui/table/LongText.tsx";
import { OnPhone } from "../../../ui/table/OnPhone.tsx";
import { RecordLink } from "../../../ui/table/RecordLink.tsx";
import type { TableSearch } from "../../../lib/tableSearch.ts";
import { Timestamp } from "../../../ui/Timestamp.tsx";
import { CompanyLink } from "../../company/CompanyLink.tsx";
import { OrderStatusBadge } from "../OrderStatusBadge.tsx";
import { managedOrders } from "./admin.queries.ts";
import styles from "./admin.module.css";

/** Orders waiting longer than the first are highlighted, longer than the second in red. */
const slowAfterDays = 2;
const oldAfterDays = 5;

/** Returns the columns that a tab hides by default. */
export function usuallyHidden(tab: string): string[] {
  const waits = tab === "open" || tab === "AWAITING_APPROVAL" ? [] : ["waits"];
  const billed = tab === "AWAITING_APPROVAL" ? ["due", "invoice"] : [];
  const due = tab === "PAID" || tab === "REJECTED" || tab === "all" ? ["due"] : [];
  const paid = tab === "PAID" || tab === "all" ? [] : ["paid"];
  return ["net", ...waits, ...billed, ...due, ...paid];
}

/** Returns the columns of the operators' list of orders. */
export function orderColumns(t: TFunction, search: TableSearch): Column<ManagedOrderSummary>[] {
  return [...identityColumns(t, search), ...amountColumns(t), ...statusColumns(t)];
}

/** The columns that identify the order and its buyer. */
function identityColumns(t: TFunction, search: TableSearch): Column<ManagedOrderSummary>[] {
  // On a tablet, the days that an approval waits say more than its date.
  const showsWaiting = !usuallyHidden(search.tab).includes("waits");
  return [
    {
      name: "id",
      phone: "state",
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
      wide: showsWaiting,
      label: t("management.orders.column.placed"),
      sort: "createdAt",
      latestFirst: true,
      cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    },
    {
      name: "waits",
      label: t("management.orders.column.waits"),
      sort: "waiting",
      num: true,
      cell: ({ createdAt, status }) => <WaitingDays since={createdAt} status={status} />,
    },
    {
      name: "buyer",
      phone: "name",
      label: t("management.orders.column.buyer"),
      sort: "companyName",
      cell: ({ companyId, companyName, username }) => (
        <LongText text={`${companyName}, ${username}`}>
          <CompanyLink id={companyId} name={companyName} />
        </LongText>
      ),
    },
    {
      name: "country",
      wide: true,
      label: t("management.orders.column.country"),
      sort: "countryCode",
      cell: ({ countryCode }) => (
        <abbr className={styles.soft} title={countryNames[countryCode as CountryCode]}>
          {countryCode}
        </abbr>
      ),
    },
  ];
}

function amountColumns(t: TFunction): Column<ManagedOrderSummary>[] {
  return [
    {
      name: "tonnes",
      wide: true,
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
      wide: true,
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
      phone: "figure",
      label: t("management.orders.column.gross"),
      sort: "totalPriceGross",
      num: true,
      cell: ({ totalPriceGross }) => <b className={styles.strong}>{euros(totalPriceGross)}</b>,
    },
  ];
}

/** Status, invoice, due date and day of payment. */
function statusColumns(t: TFunction): Column<ManagedOrderSummary>[] {
  return [
    {
      name: "status",
      phone: "detail",
      label: t("management.orders.column.status"),
      sort: "status",
      cell: ({ status, overLimit, createdAt, dueOn }) => (
        <>
          <OrderStatusBadge status={status} dense />
          <OnPhone>
            {status === "AWAITING_APPROVAL" && <WaitingDays since={createdAt} status={status} />}
            {status === "AWAITING_PAYMENT" && dueOn && <Timing dueOn={dueOn} />}
          </OnPhone>
          {overLimit && (
            <span className={`${styles.soon} ${styles.above}`}>{t("companies.overLimit.tag")}</span>
          )}
        </>
      ),
    },
    {
      name: "invoice",
      wide: true,
      label: t("management.orders.column.invoice"),
      sort: "invoiceNumber",
      latestFirst: true,
      cell: ({ invoiceNumber }) => code(invoiceNumber) ?? <NoValue />,
    },
    {
      name: "due",
      label: t("management.orders.column.due"),
      sort: "dueOn",
      cell: ({ dueOn, status }) => {
        if (!dueOn) return <NoValue />;
        return status === "AWAITING_PAYMENT" ? <Due on={dueOn} /> : shortDay(dueOn);
      },
    },
    {
      name: "paid",
      label: t("management.orders.column.paid"),
      sort: "paidAt",
      latestFirst: true,
      cell: ({ paidAt }) => (paidAt ? shortDay(paidAt) : <NoValue />),
    },
  ];
}

function WaitingDays({ since, status }: { since: string; status: OrderStatus }) {
  const { t } = useTranslation();
  if (status !== "AWAITING_APPROVAL") return <NoValue />;
  const days = ageInDays(since);
  const tone = days > oldAfterDays ? styles.late : days > slowAfterDays ? styles.soon : undefined;
  return <span className={tone}>{t("management.orders.days", { count: days })}</span>;
}

/** The due date and its distance: highlighted if within three days, red if overdue. */
function Due({ on }: { on: string }) {
  return (
    <>
      {shortDay(on)}, <Timing dueOn={on} />
    </>
  );
}

function Timing({ dueOn }: { dueOn: string }) {
  const { t } = useTranslation();
  const late = daysBetween(dueOn, today());
  const timing = late > 0 ? "late" : late === 0 ? "today" : "ahead";
  const tone = late > 0 ? styles.late : late >= -3 ? styles.soon : styles.soft;
  return (
    <span className={tone}>{t(`management.orders.due.${timing}`, { count: Math.abs(late) })}</span>
  );
}
