import type { SupportRequest } from "@tonneline/contract/support";
import type { TFunction } from "i18next";
import { NoValue } from "../../../ui/NoValue.tsx";
import type { Column } from "../../../ui/table/DataTable.tsx";
import { LongText } from "../../../ui/table/LongText.tsx";
import { RecordLink } from "../../../ui/table/RecordLink.tsx";
import type { TableSearch } from "../../../lib/tableSearch.ts";
import { Timestamp } from "../../../ui/Timestamp.tsx";
import styles from "./admin.module.css";
import { supportRequests } from "./admin.queries.ts";
import { SupportStatusBadge } from "./SupportStatusBadge.tsx";

/** Returns the columns that a tab hides by default. */
export const usuallyHidden = (tab: string) => (tab === "DONE" || tab === "all" ? [] : ["done"]);

/** Returns the columns of the operators' list of requests. */
export function supportColumns(t: TFunction, search: TableSearch): Column<SupportRequest>[] {
  return [
    {
      name: "id",
      label: t("management.support.column.id"),
      sort: "id",
      latestFirst: true,
      fixed: true,
      cell: ({ id }) => id,
    },
    {
      name: "sent",
      phone: "figure",
      label: t("management.support.column.sent"),
      sort: "createdAt",
      latestFirst: true,
      cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    },
    {
      name: "from",
      phone: "detail",
      label: t("management.support.column.from"),
      sort: "lastName",
      cell: ({ firstName, lastName }) => <LongText text={`${firstName} ${lastName}`} />,
    },
    {
      name: "email",
      wide: true,
      label: t("management.support.column.email"),
      sort: "email",
      cell: ({ email }) => <LongText text={email} />,
    },
    {
      name: "topic",
      phone: "name",
      label: t("management.support.column.topic"),
      sort: "topic",
      cell: ({ id, topic }) => (
        <RecordLink spec={supportRequests.spec} search={search} id={id}>
          <LongText text={topic} />
        </RecordLink>
      ),
    },
    {
      name: "message",
      label: t("management.support.column.message"),
      sort: "message",
      cell: ({ message }) => (
        <LongText text={message}>
          <span className={styles.message}>{message}</span>
        </LongText>
      ),
    },
    {
      name: "status",
      phone: "state",
      label: t("management.support.column.status"),
      sort: "status",
      cell: ({ status }) => <SupportStatusBadge status={status} dense />,
    },
    {
      name: "done",
      wide: true,
      label: t("management.support.column.done"),
      sort: "doneAt",
      latestFirst: true,
      cell: ({ doneAt }) => (doneAt ? <Timestamp at={doneAt} /> : <NoValue />),
    },
  ];
}
