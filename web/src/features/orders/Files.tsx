import { IconFileInvoice, IconFileMinus, IconLock, IconReportSearch } from "@tabler/icons-react";
import type { Order } from "@tonneline/contract/orders";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { ReportDownload } from "../reports/ReportDownload.tsx";
import { downloadFile, type OrderFile } from "./orders.queries.ts";
import styles from "./orders.module.css";

const documents = [
  { kind: "invoice", icon: IconFileInvoice },
  { kind: "creditNote", icon: IconFileMinus },
] as const;

/** Invoice and credit note once there are such, and the reports that payment unlocks. Nothing when there is none of it. */
export function Files({ order }: { order: Order }) {
  const { t } = useTranslation();
  const reports = order.items.flatMap((item) =>
    item.productType === "DUE_DILIGENCE_REPORT" && order.status !== "REJECTED"
      ? [item.product]
      : [],
  );
  const shown = documents.filter(({ kind }) => order[`${kind}Number`] !== null);
  if (shown.length === 0 && reports.length === 0) return null;
  return (
    <Panel title={t("orders.one.files")}>
      <ul className={styles.files}>
        {shown.map(({ kind, icon: Icon }) => (
          <li key={kind}>
            <Icon size={20} stroke={1.6} aria-hidden />
            <Document order={order} kind={kind} />
          </li>
        ))}
        {reports.map(({ reportId, reportName }) =>
          order.status === "PAID" ? (
            <li key={reportId}>
              <IconReportSearch size={20} stroke={1.6} aria-hidden />
              <ReportDownload reportId={reportId} name={reportName} />
            </li>
          ) : (
            <li key={reportId} className={styles.muted}>
              <IconLock size={20} stroke={1.6} aria-hidden />
              <span>{reportName}</span>
              <span className={styles.unit}>{t("orders.one.afterPayment")}</span>
            </li>
          ),
        )}
      </ul>
    </Panel>
  );
}

/** A document as PDF, and as XML for accounting programs. */
function Document({ order, kind }: { order: Order; kind: "invoice" | "creditNote" }) {
  const { t } = useTranslation();
  const name = order[`${kind}Name`];
  const title = t(`orders.one.${kind}`, { number: order[`${kind}Number`] ?? "" });
  if (name === null) {
    return (
      <>
        <span>{title}</span>
        <span className={styles.unit}>{t("orders.one.inTheMaking")}</span>
      </>
    );
  }
  const load = (file: OrderFile, as: string) => ({
    onDownload: () => downloadFile(file, order.id, as),
    reasonOf: refusalText,
  });
  return (
    <>
      <span>
        <DownloadLink {...load(kind, name)}>{title}</DownloadLink>
      </span>
      <span className={styles.unit}>PDF</span>
      <DownloadLink
        {...load(`${kind}Ubl`, name.replace(/\.pdf$/, ".xml"))}
        label={t("orders.one.asXml", { title })}
      >
        XML
      </DownloadLink>
    </>
  );
}
