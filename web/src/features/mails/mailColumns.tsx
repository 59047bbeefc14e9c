import type { Mail } from "@tonneline/contract/mails";
import type { TFunction } from "i18next";
import type { Column } from "../../ui/table/DataTable.tsx";
import { LongText } from "../../ui/table/LongText.tsx";
import { RecordLink } from "../../ui/table/RecordLink.tsx";
import type { TableSearch } from "../../lib/tableSearch.ts";
import { Timestamp } from "../../ui/Timestamp.tsx";
import { mails } from "./mails.queries.ts";
import { MailStatusBadge } from "./MailStatusBadge.tsx";

/** The columns of the list of mails; next to an open mail there is room for only three. */
export function mailColumns(t: TFunction, search: TableSearch): Column<Mail>[] {
  const columns: Column<Mail>[] = [
    {
      name: "subject",
      phone: "name",
      label: t("mails.column.subject"),
      sort: "subject",
      fixed: true,
      cell: ({ id, subject }) => (
        <LongText text={subject}>
          <RecordLink spec={mails.spec} search={search} id={id}>
            {subject}
          </RecordLink>
        </LongText>
      ),
    },
    {
      name: "to",
      phone: "detail",
      label: t("mails.column.to"),
      sort: "to",
      cell: ({ to }) => <LongText text={to} />,
    },
    {
      name: "status",
      phone: "state",
      label: t("mails.column.status"),
      sort: "status",
      cell: ({ status }) => <MailStatusBadge status={status} dense />,
    },
    {
      name: "written",
      phone: "figure",
      label: t("mails.column.written"),
      sort: "createdAt",
      latestFirst: true,
      cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    },
  ];
  return search.open ? columns.slice(0, 3) : columns;
}
