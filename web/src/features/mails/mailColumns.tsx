import type { Mail } from "@tonneline/contract/mails";
import type { TFunction } from "i18next";
import { dateTime, utc } from "../../lib/format.ts";
import type { Column } from "../../ui/table/DataTable.tsx";
import { RecordLink } from "../../ui/table/RecordLink.tsx";
import type { TableSearch } from "../../ui/table/tableSearch.ts";
import { mailsSpec } from "./mails.queries.ts";
import styles from "./mails.module.css";
import { MailStatusBadge } from "./MailStatusBadge.tsx";

/** The columns of the list of mails. */
export function mailColumns(t: TFunction, search: TableSearch): Column<Mail>[] {
  return [
    {
      name: "subject",
      label: t("mails.column.subject"),
      sort: "subject",
      fixed: true,
      cell: ({ id, subject }) => (
        <div className={styles.subject} title={subject}>
          <RecordLink spec={mailsSpec} search={search} id={id}>
            {subject}
          </RecordLink>
        </div>
      ),
    },
    {
      name: "to",
      label: t("mails.column.to"),
      sort: "to",
      cell: ({ to }) => (
        <div className={styles.to} title={to}>
          {to}
        </div>
      ),
    },
    {
      name: "status",
      label: t("mails.column.status"),
      sort: "status",
      cell: ({ status }) => <MailStatusBadge status={status} dense />,
    },
    {
      name: "written",
      label: t("mails.column.written"),
      sort: "createdAt",
      latestFirst: true,
      cell: ({ createdAt }) => <span title={utc(createdAt)}>{dateTime(createdAt)}</span>,
    },
  ];
}
