import type { Order } from "@tonneline/contract/orders";
import { useTranslation } from "react-i18next";
import { euros } from "../../lib/format.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Panel } from "../../ui/Panel.tsx";
import styles from "./orders.module.css";
import { groupedReference } from "./progress.ts";

/** What to pay and what to quote, while the order awaits payment. */
export function PaymentPanel({ order }: { order: Order }) {
  const { t } = useTranslation();
  return (
    <Panel title={t("orders.one.payment.title")} className={styles.pay}>
      <div className={styles.unit}>{t("orders.one.payment.amount")}</div>
      <div className={styles.payField}>
        <span className={styles.amount}>{euros(order.totalPriceGross)}</span>
        <CopyButton
          label={t("orders.one.payment.copyAmount")}
          done={t("orders.one.payment.copied")}
          value={order.totalPriceGross.toFixed(2)}
        />
      </div>
      <div className={styles.unit}>{t("orders.one.payment.reference")}</div>
      <div className={styles.payField}>
        <span className={styles.reference}>{groupedReference(order.transactionId)}</span>
        <CopyButton
          label={t("orders.one.payment.copyReference")}
          done={t("orders.one.payment.copied")}
          value={order.transactionId}
        />
      </div>
      <p>{t("orders.one.payment.account", { email: order.invoiceEmail })}</p>
      <p className={styles.soft}>{t("orders.one.payment.exactly")}</p>
    </Panel>
  );
}
