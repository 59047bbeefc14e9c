import { IconFileInvoice, IconFileMinus, IconFileText } from "@tabler/icons-react";
import type { Order, OrderDocument } from "@tonneline/contract/orders";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { day, euros } from "../../lib/format.ts";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import styles from "./tables.module.css";
import { downloadDocument, downloadFile, type Reader } from "./orders.queries.ts";

const icons = { INVOICE: IconFileInvoice, CREDIT_NOTE: IconFileMinus };

/** Whether `Documents` shows a row. */
export function hasDocuments(order: Order): boolean {
  return order.documents.length > 0 || order.salesTermsName !== null;
}

/** The invoices, credit notes and accepted sales terms as rows of a file list. */
export function Documents({ order, reader }: { order: Order; reader: Reader }) {
  return (
    <>
      {order.documents.map((document) => {
        const Icon = icons[document.kind];
        return (
          <li key={document.id}>
            <Icon size={20} stroke={1.6} aria-hidden />
            <Document orderId={order.id} document={document} reader={reader} />
          </li>
        );
      })}
      {order.salesTermsName !== null && (
        <li>
          <IconFileText size={20} stroke={1.6} aria-hidden />
          <SalesTerms order={order} name={order.salesTermsName} reader={reader} />
        </li>
      )}
    </>
  );
}

function SalesTerms({ order, name, reader }: { order: Order; name: string; reader: Reader }) {
  const { t } = useTranslation();
  return (
    <>
      <span>
        <DownloadLink
          onDownload={() => downloadFile(reader, "salesTerms", order.id, name)}
          reasonOf={refusalText}
        >
          {t("orders.one.salesTerms", { day: day(order.createdAt) })}
        </DownloadLink>
      </span>
      <span className={styles.unit}>PDF</span>
    </>
  );
}

/** A document as PDF, and as XML for accounting programs. */
function Document(props: { orderId: number; document: OrderDocument; reader: Reader }) {
  const { orderId, reader } = props;
  const { id: documentId, kind, number, name, total, reason } = props.document;
  const { t } = useTranslation();
  const title = t(`orders.one.${kind === "INVOICE" ? "invoice" : "creditNote"}`, { number });
  if (name === null) {
    return (
      <>
        <span>{title}</span>
        <span className={styles.unit}>{t("orders.one.inTheMaking")}</span>
      </>
    );
  }
  const load = (file: "document" | "documentUbl", as: string) => ({
    onDownload: () => downloadDocument(reader, file, { id: orderId, documentId }, as),
    reasonOf: refusalText,
  });
  return (
    <>
      <span>
        <DownloadLink {...load("document", name)}>{title}</DownloadLink>
        {reason !== null && (
          <span className={`${styles.unit} ${styles.note}`}>
            {t("orders.one.over", { sum: euros(total), reason })}
          </span>
        )}
      </span>
      <span className={styles.unit}>PDF</span>
      <DownloadLink
        {...load("documentUbl", name.replace(/\.pdf$/, ".xml"))}
        label={t("orders.one.asXml", { title })}
      >
        XML
      </DownloadLink>
    </>
  );
}
