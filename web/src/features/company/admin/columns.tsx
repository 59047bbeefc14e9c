import type { ManagedCompany } from "@tonneline/contract/companies";
import { countryNames, type CountryCode } from "@tonneline/contract/countries";
import type { TFunction } from "i18next";
import { euros, shortDay, utc, whole } from "../../../lib/format.ts";
import { CompanyLink } from "../CompanyLink.tsx";
import { code } from "../../../ui/Facts.tsx";
import { NoValue } from "../../../ui/NoValue.tsx";
import type { Column } from "../../../ui/table/DataTable.tsx";
import { LongText } from "../../../ui/table/LongText.tsx";
import { CompanyState } from "./CompanyState.tsx";

/** Returns the columns of the operators' list of companies. */
export function companyColumns(t: TFunction): Column<ManagedCompany>[] {
  return [
    {
      name: "name",
      label: t("companies.column.name"),
      sort: "name",
      fixed: true,
      phone: "name",
      cell: ({ id, name }) => (
        <LongText text={name}>
          <CompanyLink id={id} name={name} strong />
        </LongText>
      ),
    },
    {
      name: "state",
      label: t("companies.column.state"),
      phone: "state",
      cell: ({ state }) => <CompanyState state={state} dense />,
    },
    {
      name: "vatNumber",
      label: t("companies.column.vatNumber"),
      cell: ({ vatNumber }) => code(vatNumber) || <NoValue />,
    },
    {
      name: "country",
      label: t("companies.column.country"),
      cell: ({ countryCode }) =>
        countryCode ? countryNames[countryCode as CountryCode] : <NoValue />,
    },
    {
      name: "owner",
      label: t("companies.column.owner"),
      phone: "detail",
      cell: ({ ownerName }) => (ownerName ? <LongText text={ownerName} /> : <NoValue />),
    },
    {
      name: "members",
      label: t("companies.column.members"),
      sort: "members",
      num: true,
      cell: ({ members }) => whole(members),
    },
    {
      name: "orders",
      label: t("companies.column.orders"),
      sort: "orders",
      num: true,
      cell: ({ orders }) => whole(orders),
    },
    {
      name: "open",
      label: t("companies.column.open"),
      sort: "open",
      num: true,
      cell: ({ open }) => euros(open),
    },
    {
      name: "paid",
      label: t("companies.column.paid"),
      sort: "paid",
      num: true,
      phone: "figure",
      cell: ({ paid }) => euros(paid),
    },
    {
      name: "since",
      label: t("companies.column.since"),
      sort: "createdAt",
      latestFirst: true,
      cell: ({ createdAt }) => <span title={utc(createdAt)}>{shortDay(createdAt)}</span>,
    },
  ];
}
