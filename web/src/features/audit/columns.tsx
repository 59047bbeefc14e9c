import type { AuditEntry } from "@tonneline/contract/audit";
import type { TFunction } from "i18next";
import type { TableSearch } from "../../lib/tableSearch.ts";
import { NoValue } from "../../ui/NoValue.tsx";
import type { Column } from "../../ui/table/DataTable.tsx";
import { LongText } from "../../ui/table/LongText.tsx";
import { RecordLink } from "../../ui/table/RecordLink.tsx";
import { Timestamp } from "../../ui/Timestamp.tsx";
import { Action } from "./Action.tsx";
import { auditLog } from "./audit.queries.ts";
import { thingOf } from "./AuditDrawer.tsx";

/** The columns of the log. */
export function auditColumns(t: TFunction, search: TableSearch): Column<AuditEntry>[] {
  return [
    {
      name: "at",
      phone: "figure",
      label: t("audit.column.at"),
      sort: "at",
      latestFirst: true,
      fixed: true,
      cell: ({ id, at }) => (
        <RecordLink spec={auditLog.spec} search={search} id={id}>
          <Timestamp at={at} />
        </RecordLink>
      ),
    },
    {
      name: "who",
      phone: "name",
      label: t("audit.column.who"),
      sort: "actor",
      cell: ({ actor }) => <LongText text={actor ?? t("audit.system")} />,
    },
    { name: "ip", label: t("audit.column.ip"), sort: "ip", cell: ({ ip }) => ip ?? <NoValue /> },
    {
      name: "action",
      phone: "state",
      label: t("audit.column.action"),
      sort: "action",
      cell: ({ action: done }) => <Action action={done} />,
    },
    {
      name: "thing",
      phone: "detail",
      label: t("audit.column.thing"),
      sort: "thing",
      cell: (entry) => {
        const thing = thingOf(entry);
        return thing ? <LongText text={thing} /> : <NoValue />;
      },
    },
  ];
}
