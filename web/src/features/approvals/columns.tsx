import { Link } from "@tanstack/react-router";
import type { ApprovalSummary } from "@tonneline/contract/approvals";
import type { TFunction } from "i18next";
import { dateTime, euros, whole } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import type { Column } from "../../ui/table/DataTable.tsx";
import { ApprovalStatusBadge } from "./ApprovalStatusBadge.tsx";

/** Returns the columns of the list. */
export function approvalColumns(t: TFunction): Column<ApprovalSummary>[] {
  return [
    {
      name: "id",
      phone: "name",
      fixed: true,
      label: t("approvals.column.request"),
      cell: ({ id }) => (
        <Link to={paths.request} params={{ id: String(id) }}>
          {t("approvals.one", { id })}
        </Link>
      ),
    },
    {
      name: "requester",
      phone: "detail",
      label: t("approvals.column.requester"),
      cell: ({ requester }) => requester.name,
    },
    {
      name: "createdAt",
      label: t("approvals.column.asked"),
      sort: "createdAt",
      latestFirst: true,
      cell: ({ createdAt }) => dateTime(createdAt),
    },
    {
      name: "tonnes",
      label: t("approvals.column.tonnes"),
      num: true,
      cell: ({ totalCredits }) => whole(totalCredits),
    },
    {
      name: "net",
      phone: "figure",
      label: t("approvals.column.net"),
      sort: "totalPriceNet",
      num: true,
      cell: ({ totalPriceNet }) => euros(totalPriceNet),
    },
    {
      name: "status",
      phone: "state",
      label: t("approvals.column.status"),
      cell: ({ status, mayDecide }) => <ApprovalStatusBadge status={status} forYou={mayDecide} />,
    },
    {
      name: "until",
      label: t("approvals.column.until"),
      sort: "expiresAt",
      cell: ({ status, expiresAt }) => status === "PENDING" && dateTime(expiresAt),
    },
  ];
}
