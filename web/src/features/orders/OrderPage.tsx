import { Button } from "@mantine/core";
import { IconChevronLeft, IconMessage2 } from "@tabler/icons-react";
import { Link, useParams } from "@tanstack/react-router";
import type { Order, OrderStatus } from "@tonneline/contract/orders";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { openDialog } from "../../lib/dialogs.ts";
import { failureOf, isNotFound } from "../../lib/failure.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { usePageTitle } from "../../ui/pageTitle.ts";
import { Panel } from "../../ui/Panel.tsx";
import { dateTime } from "../../lib/format.ts";
import { DoneBy } from "../company/DoneBy.tsx";
import { InvoiceTo } from "../company/InvoiceTo.tsx";
import { useMayForCompany } from "../company/company.queries.ts";
import { BuyAgain } from "./BuyAgain.tsx";
import { Files } from "./Files.tsx";
import { Forward } from "./Forward.tsx";
import type { ItemState } from "./ItemTable.tsx";
import { OrderItems } from "./OrderItems.tsx";
import styles from "./orders.module.css";
import { useOrder } from "./orders.queries.ts";
import { OrderSkeleton } from "./OrderSkeletons.tsx";
import { OrderStatusBadge } from "./OrderStatusBadge.tsx";
import { Outcome } from "./Outcome.tsx";
import { PaymentPanel } from "./PaymentPanel.tsx";
import { Progress } from "./Progress.tsx";
import "../../locales/en/cart.ts";
import "../../locales/en/orders.ts";
import "../../locales/en/reports.ts";

/** /user/settings/orders/{id}; an order that is not the buyer's is treated as not found. */
export function OrderPage() {
  const { t } = useTranslation();
  const { id } = useParams({ from: "/members/account/user/settings/orders/$id" });
  const { data: order, error, refetch } = useOrder(id);
  usePageTitle(t("orders.one.title", { id }));
  const mayBuy = useMayForCompany("buy");
  if (isNotFound(error)) return <Missing />;
  return (
    <>
      <Link to={paths.orders} activeOptions={{ exact: true }} className={styles.back}>
        <IconChevronLeft size={14} stroke={2} aria-hidden />
        {t("orders.one.all")}
      </Link>
      <div className={styles.head}>
        {order && <OrderStatusBadge status={order.status} />}
        {order && (
          <div className={styles.actions}>
            {mayBuy && <BuyAgain lines={linesOf(order)} isRejected={order.status === "REJECTED"} />}
            <Forward order={order} />
            <AskAboutOrder id={order.id} />
          </div>
        )}
      </div>
      {!order && !error && <OrderSkeleton />}
      {!order && error && (
        <ErrorState
          title={t("orders.oneFailed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {order && (
        <p className={styles.placed}>
          {t("orders.one.placed", { at: dateTime(order.createdAt) })}{" "}
          <DoneBy userId={order.userId} />
        </p>
      )}
      {order && <FullOrder order={order} />}
    </>
  );
}

/** Returns the order's vintages with their tonnes. */
function linesOf({ items }: Order) {
  return items.flatMap((item) =>
    item.productType === "VINTAGE_CREDITS"
      ? { vintageId: item.product.vintage.id, credits: item.quantity }
      : [],
  );
}

function AskAboutOrder({ id }: { id: number }) {
  const { t } = useTranslation();
  const header = t("orders.one.ask");
  return (
    <Button
      variant="default"
      leftSection={<IconMessage2 size={16} stroke={1.8} aria-hidden />}
      onClick={() =>
        openDialog({ type: "support", header, topic: t("orders.one.title", { id }), orderId: id })
      }
    >
      {header}
    </Button>
  );
}

function Missing() {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t("orders.one.missing")}
      text={t("orders.one.missingText")}
      action={{ label: t("orders.one.toOrders"), to: paths.orders }}
    />
  );
}

const itemStates: Record<OrderStatus, ItemState> = {
  AWAITING_APPROVAL: "open",
  AWAITING_PAYMENT: "open",
  PAID: "paid",
  REJECTED: "rejected",
};

function FullOrder({ order }: { order: Order }) {
  const { t } = useTranslation();
  const awaitsPayment = order.status === "AWAITING_PAYMENT";
  return (
    <>
      <Outcome order={order} />
      <div className={styles.layout}>
        <section aria-label={t("orders.one.caption", { id: order.id })}>
          <OrderItems
            order={order}
            caption={t("orders.one.caption", { id: order.id })}
            standing={itemStates[order.status]}
          />
          <div className={styles.panels}>
            <Panel title={t("orders.one.invoiceTo")}>
              <InvoiceTo {...order} />
            </Panel>
            <Files order={order} />
          </div>
        </section>
        <aside className={`${styles.side} ${awaitsPayment ? styles.payFirst : ""}`}>
          {awaitsPayment && <PaymentPanel order={order} />}
          <Panel title={t("orders.one.progress.title")}>
            <Progress order={order} />
          </Panel>
        </aside>
      </div>
    </>
  );
}
