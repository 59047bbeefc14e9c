import { IconLock, IconReportSearch } from "@tabler/icons-react";
import type { Order } from "@tonneline/contract/orders";
import { useTranslation } from "react-i18next";
import { Panel } from "../../ui/Panel.tsx";
import { ReportDownload } from "../reports/ReportDownload.tsx";
import { Documents, hasDocuments } from "./Documents.tsx";
import styles from "./Files.module.css";
import tables from "./tables.module.css";

/**
 * The invoice and credit notes once issued, the accepted sales terms, and the reports that payment unlocks, unless
 * they were credited. Renders nothing if there are none.
 */
export function Files({ order }: { order: Order }) {
  const { t } = useTranslation();
  const reports = order.items.flatMap((item) =>
    item.productType === "DUE_DILIGENCE_REPORT" &&
    order.status !== "REJECTED" &&
    item.creditedQuantity < item.quantity
      ? [item.product]
      : [],
  );
  if (!hasDocuments(order) && reports.length === 0) return null;
  return (
    <Panel title={t("orders.one.files")}>
      <ul className={styles.files}>
        <Documents order={order} reader="buyer" />
        {reports.map(({ reportId, reportName }) =>
          order.status === "PAID" ? (
            <li key={reportId}>
              <IconReportSearch size={20} stroke={1.6} aria-hidden />
              <ReportDownload reportId={reportId} name={reportName} />
            </li>
          ) : (
            <li key={reportId} className={tables.muted}>
              <IconLock size={20} stroke={1.6} aria-hidden />
              <span>{reportName}</span>
              <span className={tables.unit}>{t("orders.one.afterPayment")}</span>
            </li>
          ),
        )}
      </ul>
    </Panel>
  );
}
