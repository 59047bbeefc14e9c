import { IconCheck, IconClock, IconFileInvoice, IconFileMinus, IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { CompanyDocument } from "@tonneline/contract/documents";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { daysBetween } from "../../lib/days.ts";
import { day, euros, today } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { NoValue } from "../../ui/NoValue.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import type { Column } from "../../ui/table/DataTable.tsx";
import { LongText } from "../../ui/table/LongText.tsx";
import { downloadDocument } from "../orders/orders.queries.ts";
import styles from "./documents.module.css";

const looks = {
  OPEN: { tone: "act", icon: IconFileInvoice },
  OVERDUE: { tone: "wait", icon: IconClock },
  PAID: { tone: "done", icon: IconCheck },
  CANCELLED: { tone: "off", icon: IconX },
  CREDIT_NOTE: { tone: "flow", icon: IconFileMinus },
} as const;

/** Returns the columns of a company's documents. */
export function documentColumns(t: TFunction): Column<CompanyDocument>[] {
  return [
    {
      name: "number",
      label: t("documents.column.number"),
      sort: "number",
      latestFirst: true,
      fixed: true,
      phone: "name",
      cell: (row) => <Number document={row} />,
    },
    {
      name: "issued",
      label: t("documents.column.issued"),
      sort: "issuedOn",
      latestFirst: true,
      cell: ({ issuedOn }) => day(issuedOn),
    },
    {
      name: "order",
      label: t("documents.column.order"),
      sort: "orderId",
      latestFirst: true,
      phone: "state",
      cell: ({ orderId }) => <OrderLink id={orderId} />,
    },
    {
      name: "references",
      label: t("documents.column.references"),
      cell: ({ purchaseOrderNumber, costCentre }) => {
        const references = [purchaseOrderNumber, costCentre].filter(Boolean).join(", ");
        return references ? <LongText text={references} /> : <NoValue />;
      },
    },
    {
      name: "due",
      label: t("documents.column.due"),
      sort: "dueOn",
      cell: ({ dueOn, open }) => (dueOn && open > 0 ? <Due on={dueOn} /> : <NoValue />),
    },
    {
      name: "net",
      label: t("documents.column.net"),
      num: true,
      cell: ({ net }) => euros(net),
    },
    {
      name: "total",
      label: t("documents.column.total"),
      sort: "total",
      num: true,
      phone: "figure",
      cell: ({ total, open }) => (
        <>
          <b>{euros(total)}</b>
          {open > 0 && open !== total && (
            <span className={styles.left}>{t("documents.left", { sum: euros(open) })}</span>
          )}
        </>
      ),
    },
    {
      name: "open",
      label: t("documents.column.open"),
      sort: "open",
      num: true,
      cell: ({ open }) => (open > 0 ? euros(open) : <NoValue />),
    },
    {
      name: "state",
      label: t("documents.column.state"),
      fixed: true,
      phone: "detail",
      cell: (row) => <State document={row} />,
    },
  ];
}

/** The state; on a phone, which has no column for it, also the due date. */
function State({ document: { state, dueOn, open } }: { document: CompanyDocument }) {
  const { t } = useTranslation();
  return (
    <>
      <StatusBadge {...looks[state]} label={t(`documents.state.${state}`)} dense />
      {dueOn && open > 0 && (
        <span className={styles.unheaded}> {t("documents.due", { day: day(dueOn) })}</span>
      )}
    </>
  );
}

/** Links to the order; on a phone, no heading explains the number. */
function OrderLink({ id }: { id: number }) {
  const { t } = useTranslation();
  return (
    <Link to={paths.order} params={{ id: String(id) }}>
      <span className={styles.unheaded}>{t("documents.column.order")} </span>
      {id}
    </Link>
  );
}

/** The document's number, linked to its file, and a link to the XML; for a credit note also the credited invoice. */
function Number({ document }: { document: CompanyDocument }) {
  const { t } = useTranslation();
  const { id: documentId, orderId, kind, number, corrects, name } = document;
  const title = t(`documents.${kind}`, { number });
  const load = (as: "document" | "documentUbl", file: string) => ({
    onDownload: () => downloadDocument("buyer", as, { id: orderId, documentId }, file),
    reasonOf: refusalText,
  });
  return (
    <span className={styles.two}>
      {name === null ? (
        <span>
          {number} <small>{t("documents.inTheMaking")}</small>
        </span>
      ) : (
        <span className={styles.files}>
          <DownloadLink {...load("document", name)} label={t("documents.asPdf", { title })}>
            {number}
          </DownloadLink>
          <DownloadLink
            {...load("documentUbl", name.replace(/\.pdf$/, ".xml"))}
            label={t("documents.asXml", { title })}
          >
            XML
          </DownloadLink>
        </span>
      )}
      {corrects !== null && <small>{t(`documents.of.${kind}`, { number: corrects })}</small>}
    </span>
  );
}

function Due({ on }: { on: string }) {
  const { t } = useTranslation();
  const late = daysBetween(on, today());
  return (
    <span className={styles.two}>
      {day(on)}
      {late > 0 && <small className={styles.late}>{t("documents.late", { count: late })}</small>}
    </span>
  );
}
