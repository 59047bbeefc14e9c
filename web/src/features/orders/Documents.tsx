import { IconFileInvoice, IconFileMinus, IconFileText } from "@tabler/icons-react";
import type { Order } from "@tonneline/contract/orders";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { day } from "../../lib/format.ts";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import styles from "./tables.module.css";
import { downloadFile, type OrderFile, type Reader } from "./orders.queries.ts";

const kinds = [
  { kind: "invoice", icon: IconFileInvoice },
  { kind: "creditNote", icon: IconFileMinus },
] as const;

/** The documents that an order has a number for. */
function documentsOf(order: Order) {
  return kinds.filter(({ kind }) => order[`${kind}Number`] !== null);
}

/** Whether `Documents` shows a row. */
export function hasDocuments(order: Order): boolean {
  return documentsOf(order).length > 0 || order.salesTermsName !== null;
}

/** Invoice, credit note and the accepted sales terms as rows of a list of files. */
export function Documents({ order, reader }: { order: Order; reader: Reader }) {
  return (
    <>
      {documentsOf(order).map(({ kind, icon: Icon }) => (
        <li key={kind}>
          <Icon size={20} stroke={1.6} aria-hidden />
          <Document order={order} kind={kind} reader={reader} />
        </li>
      ))}
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
function Document(props: { order: Order; kind: "invoice" | "creditNote"; reader: Reader }) {
  const { order, kind, reader } = props;
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
    onDownload: () => downloadFile(reader, file, order.id, as),
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
