import { groupInFours } from "@tonneline/contract/fours";
import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Order } from "@tonneline/contract/orders";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { joinList } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { useUsername } from "../../lib/session.ts";
import { usePageTitle } from "../../ui/pageTitle.ts";
import { code, Facts } from "../../ui/Facts.tsx";
import { deliveriesOf, expectedOf } from "../orders/amounts.ts";
import { Forward } from "../orders/Forward.tsx";
import { OrderItems } from "../orders/OrderItems.tsx";
import styles from "./OrderPlaced.module.css";
import page from "./cart.module.css";
import { NextSteps } from "./NextSteps.tsx";
import "../../locales/en/reports.ts";

/** Replaces the checkout once the order exists. */
export function OrderPlaced({ order }: { order: Order }) {
  const { t } = useTranslation();
  const title = useRef<HTMLHeadingElement>(null);
  const mailed = new Set([order.invoiceEmail, useUsername()]);
  const name = t("cart.placed.title", { id: order.id });
  usePageTitle(name);
  useEffect(() => {
    title.current?.focus();
    window.scrollTo(0, 0);
  }, []);
  return (
    <div className={styles.placed}>
      <div className={styles.tile} aria-hidden>
        <IconCheck size={24} stroke={2} />
      </div>
      <h1 ref={title} tabIndex={-1}>
        {name}
      </h1>
      <p>{t("cart.placed.text", { emails: joinList([...mailed]) })}</p>
      <OrderItems order={order} caption={t("cart.placed.caption")} />
      <InvoiceReferences order={order} />
      <NextSteps
        credits={order.totalCredits}
        expected={expectedOf(order)}
        deliveries={deliveriesOf(order)}
        hasReports={order.items.some(({ productType }) => productType === "DUE_DILIGENCE_REPORT")}
      />
      <div className={styles.placedActions}>
        <Button
          renderRoot={(props) => (
            <Link {...props} to={paths.order} params={{ id: String(order.id) }} />
          )}
        >
          {t("cart.placed.view")}
        </Button>
        <Forward order={order} />
        <Link to={paths.spot} className={page.back}>
          {t("cart.placed.back")}
        </Link>
      </div>
    </div>
  );
}

/** The references to quote with the payment, as printed on the invoice. */
function InvoiceReferences({ order }: { order: Order }) {
  const { t } = useTranslation();
  return (
    <div className={styles.references}>
      <Facts
        facts={[
          [t("cart.placed.reference"), code(groupInFours(order.transactionId))],
          [t("cart.review.purchaseOrderNumber"), order.purchaseOrderNumber],
          [t("cart.review.costCentre"), order.costCentre],
        ]}
      />
    </div>
  );
}
