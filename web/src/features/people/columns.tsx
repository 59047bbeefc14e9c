import type { ManagedUser } from "@tonneline/contract/people";
import type { TFunction } from "i18next";
import { shortDay, utc, whole } from "../../lib/format.ts";
import { NoValue } from "../../ui/NoValue.tsx";
import type { Column } from "../../ui/table/DataTable.tsx";
import { LongText } from "../../ui/table/LongText.tsx";
import { RecordLink } from "../../ui/table/RecordLink.tsx";
import type { TableSearch } from "../../lib/tableSearch.ts";
import { Timestamp } from "../../ui/Timestamp.tsx";
import { CompanyLink } from "../company/CompanyLink.tsx";
import { users } from "./people.queries.ts";
import { StandingBadge } from "./StandingBadge.tsx";

/** Returns first and last name, joined. */
export function fullName({ firstName, lastName }: Pick<ManagedUser, "firstName" | "lastName">) {
  return `${firstName} ${lastName}`;
}

/** Returns the columns of the operators' list of users. */
export function userColumns(t: TFunction, search: TableSearch): Column<ManagedUser>[] {
  return [
    {
      name: "name",
      phone: "name",
      label: t("people.users.column.name"),
      sort: "name",
      fixed: true,
      cell: (user) => (
        <LongText text={fullName(user)}>
          <RecordLink spec={users.spec} search={search} id={user.id}>
            {fullName(user)}
          </RecordLink>
        </LongText>
      ),
    },
    {
      name: "email",
      phone: "detail",
      label: t("people.users.column.email"),
      sort: "username",
      cell: ({ username }) => <LongText text={username} />,
    },
    {
      name: "company",
      label: t("people.users.column.company"),
      sort: "company",
      cell: ({ companyId, companyName }) => (
        <LongText text={companyName}>
          <CompanyLink id={companyId} name={companyName} />
        </LongText>
      ),
    },
    {
      name: "role",
      label: t("people.users.column.role"),
      sort: "role",
      cell: ({ role }) => <LongText text={role.name} />,
    },
    {
      name: "standing",
      phone: "state",
      label: t("people.users.column.standing"),
      sort: "standing",
      cell: ({ standing }) => <StandingBadge standing={standing} dense />,
    },
    {
      name: "partner",
      wide: true,
      label: t("people.users.column.partner"),
      sort: "partner",
      cell: ({ referalPartnerName }) =>
        referalPartnerName ? <LongText text={referalPartnerName} /> : <NoValue />,
    },
    ...activityColumns(t),
  ];
}

/** The columns of purchases and last activity. */
function activityColumns(t: TFunction): Column<ManagedUser>[] {
  return [
    {
      name: "bought",
      wide: true,
      label: t("people.users.column.bought"),
      sort: "totalPurchasedVolume",
      num: true,
      cell: ({ totalPurchasedVolume }) => whole(totalPurchasedVolume),
    },
    {
      name: "lastPurchase",
      label: t("people.users.column.lastPurchase"),
      sort: "lastPurchaseAt",
      latestFirst: true,
      cell: ({ lastPurchaseAt }) => (lastPurchaseAt ? shortDay(lastPurchaseAt) : <NoValue />),
    },
    {
      name: "lastLogin",
      wide: true,
      label: t("people.users.column.lastLogin"),
      sort: "lastLoginAt",
      latestFirst: true,
      cell: ({ lastLoginAt }) => (lastLoginAt ? <Timestamp at={lastLoginAt} /> : <NoValue />),
    },
    {
      name: "registered",
      label: t("people.users.column.registered"),
      sort: "registeredAt",
      latestFirst: true,
      cell: ({ registeredAt }) => <span title={utc(registeredAt)}>{shortDay(registeredAt)}</span>,
    },
  ];
}
