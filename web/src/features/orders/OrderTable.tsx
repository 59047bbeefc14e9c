import { VisuallyHidden } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconFileDownload } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import type { OrderSummary } from "@tonneline/contract/orders";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { refusalText } from "../../lib/api.ts";
import { day, euros, today, whole } from "../../lib/format.ts";
import { DoneBy } from "../company/DoneBy.tsx";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { FirstOf } from "../../ui/FirstOf.tsx";
import { NoValue } from "../../ui/NoValue.tsx";
import styles from "./tables.module.css";
import { downloadFile } from "./orders.queries.ts";
import { sortedBy, type OrderSearch, type OrderSort } from "./orders.search.ts";
import { OrderStatusBadge } from "./OrderStatusBadge.tsx";
import type { ChangeOrderSearch } from "./useOrderSearch.ts";

const columns = [
  { name: "order", sort: "id" },
  { name: "placed", sort: "createdAt" },
  { name: "items" },
  { name: "tonnes", sort: "totalCredits", num: true },
  { name: "net", num: true },
  { name: "total", sort: "totalPriceGross", num: true },
  { name: "status", sort: "status" },
  { name: "invoice" },
] as const;

interface Props {
  orders: OrderSummary[];
  search: OrderSearch;
  onChange: ChangeOrderSearch;
  /** The rows belong to the previous search. */
  stale: boolean;
}

/** A table of orders, below 600 px as stacked rows. The whole row links to its order. */
export function OrderTable({ orders, search, onChange, stale }: Props) {
  const { t } = useTranslation();
  return (
    <table
      className={`${styles.table} ${styles.orders} ${styles.linked} ${stale ? styles.dim : ""}`}
      aria-busy={stale}
    >
      <VisuallyHidden component="caption">{t("orders.caption")}</VisuallyHidden>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.name} column={column} search={search} onChange={onChange} />
          ))}
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Row key={order.id} order={order} />
        ))}
      </tbody>
    </table>
  );
}

interface HeadProps {
  column: { name: (typeof columns)[number]["name"]; sort?: OrderSort; num?: boolean };
  search: OrderSearch;
  onChange: ChangeOrderSearch;
}

function Head({ column: { name, sort, num }, search, onChange }: HeadProps) {
  const { t } = useTranslation();
  const label = t(`orders.column.${name}`);
  const className = num ? styles.num : undefined;
  if (!sort) {
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    );
  }
  const sorted = search.sort === sort;
  const Icon = search.descending ? IconChevronDown : IconChevronUp;
  const order = search.descending ? "descending" : "ascending";
  return (
    <th scope="col" className={className} aria-sort={sorted ? order : undefined}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => onChange(sortedBy(search, sort))}
      >
        {label}
        {sorted && <Icon size={14} stroke={2} aria-hidden />}
      </button>
    </th>
  );
}

function Row({ order }: { order: OrderSummary }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const params = { id: String(order.id) };
  const [first = ""] = order.names;
  const more = order.items > 1 ? t("orders.more", { rest: order.items - 1 }) : "";
  return (
    <tr
      onClick={(event) => {
        // For the keyboard, the link in the first cell does this. The invoice handles its own clicks; a text
        // selection is not a click.
        if (event.target instanceof Element && event.target.closest("a, button")) return;
        if (window.getSelection()?.toString()) return;
        void navigate({ to: paths.order, params });
      }}
    >
      <th scope="row">
        <Link to={paths.order} params={params} className={styles.strong}>
          {order.id}
        </Link>
      </th>
      <td className={styles.nowrap}>{day(order.createdAt)}</td>
      <td>
        <div className={styles.names} title={`${first} ${more}`.trim()}>
          <FirstOf name={first} more={more} />
        </div>
        <div className={styles.soft}>
          <DoneBy userId={order.userId} />
        </div>
      </td>
      <td className={styles.num}>{whole(order.totalCredits)}</td>
      <td className={`${styles.num} ${styles.soft}`}>{euros(order.totalPriceNet)}</td>
      <td className={`${styles.num} ${styles.strong}`}>{euros(order.totalPriceGross)}</td>
      <td>
        <OrderStatusBadge status={order.status} />
        <StillOpen order={order} />
      </td>
      <td>
        {order.invoiceNumber ? (
          <Invoice orderId={order.id} number={order.invoiceNumber} />
        ) : (
          <NoValue />
        )}
      </td>
    </tr>
  );
}

/** The amount due of a partially paid or overdue order; otherwise the total already states it. */
function StillOpen({ order: { open, received, dueOn } }: { order: OrderSummary }) {
  const { t } = useTranslation();
  const late = open > 0 && dueOn !== null && dueOn < today();
  if (!late && (open === 0 || received === 0)) return null;
  const sum = euros(open);
  return (
    <div className={late ? styles.late : styles.unit}>
      {late ? t("orders.overdue", { sum, day: day(dueOn) }) : t("orders.open", { sum })}
    </div>
  );
}

/** The invoice number, linked to its file. */
function Invoice({ orderId, number }: { orderId: number; number: string }) {
  const { t } = useTranslation();
  return (
    <DownloadLink
      onDownload={() => downloadFile("buyer", "invoice", orderId, `Invoice ${number}.pdf`)}
      reasonOf={refusalText}
    >
      <IconFileDownload size={16} stroke={1.8} aria-hidden />
      <VisuallyHidden>{t("orders.column.invoice")}</VisuallyHidden>
      <span className={styles.mono} translate="no">
        {number}
      </span>
    </DownloadLink>
  );
}
