import { IconFileInvoice, IconLock } from "@tabler/icons-react";
import type { Order } from "@tonneline/contract/orders";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useInvoiceDownload } from "./orders.queries.ts";
import styles from "./orders.module.css";

/** The invoice once there is one, and the reports that payment unlocks. Nothing at all when there is neither. */
export function Files({ order }: { order: Order }) {
  const { t } = useTranslation();
  const waiting = order.status === "AWAITING_APPROVAL" || order.status === "AWAITING_PAYMENT";
  const reports = order.items.flatMap((item) =>
    item.productType === "DUE_DILIGENCE_REPORT" && waiting ? [item.product] : [],
  );
  if (!order.invoiceNumber && reports.length === 0) return null;
  return (
    <Panel title={t("orders.one.files")}>
      <ul className={styles.files}>
        {order.invoiceNumber && (
          <li>
            <IconFileInvoice size={20} stroke={1.6} aria-hidden />
            {order.invoiceName ? (
              <InvoiceDownload orderId={order.id} name={order.invoiceName} />
            ) : (
              <>
                <span>{t("orders.one.invoice", { number: order.invoiceNumber })}</span>
                <span className={styles.unit}>{t("orders.one.inTheMaking")}</span>
              </>
            )}
          </li>
        )}
        {reports.map(({ reportId, reportName }) => (
          <li key={reportId} className={styles.muted}>
            <IconLock size={20} stroke={1.6} aria-hidden />
            <span>{reportName}</span>
            <span className={styles.unit}>{t("orders.one.afterPayment")}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function InvoiceDownload({ orderId, name }: { orderId: number; name: string }) {
  const { t } = useTranslation();
  const invoice = useInvoiceDownload();
  const failed = (error: unknown) =>
    showToast({
      tone: "bad",
      text: t("orders.one.downloadFailed", { reason: refusalText(error) }),
    });
  return (
    <button
      type="button"
      className={styles.download}
      aria-busy={invoice.isPending}
      onClick={() => !invoice.isPending && invoice.mutate({ orderId, name }, { onError: failed })}
    >
      {name.replace(/\.pdf$/, "")}
    </button>
  );
}
