import type { ListedPriceList } from "@tonneline/contract/priceLists";
import type { TFunction } from "i18next";
import { shortDay, whole } from "../../lib/format.ts";
import type { TableSearch } from "../../lib/tableSearch.ts";
import type { Column } from "../../ui/table/DataTable.tsx";
import { LongText } from "../../ui/table/LongText.tsx";
import { RecordLink } from "../../ui/table/RecordLink.tsx";
import { priceLists } from "./priceLists.queries.ts";

/** The columns of the list of price lists. */
export function priceListColumns(t: TFunction, search: TableSearch): Column<ListedPriceList>[] {
  return [
    {
      name: "name",
      phone: "name",
      label: t("priceLists.column.name"),
      sort: "name",
      fixed: true,
      cell: ({ id, name }) => (
        <LongText text={name}>
          <RecordLink spec={priceLists.spec} search={search} id={id}>
            {name}
          </RecordLink>
        </LongText>
      ),
    },
    {
      name: "companies",
      phone: "detail",
      label: t("priceLists.column.companies"),
      cell: ({ companies }) => <LongText text={companies.map(({ name }) => name).join(", ")} />,
    },
    {
      name: "says",
      label: t("priceLists.column.says"),
      cell: ({ rules, prices }) =>
        [
          rules > 0 && t("priceLists.rules", { count: rules }),
          prices > 0 && t("priceLists.prices", { count: prices, number: whole(prices) }),
        ]
          .filter(Boolean)
          .join(", ") || t("priceLists.saysNothing"),
    },
    {
      name: "from",
      label: t("priceLists.column.from"),
      sort: "validFrom",
      latestFirst: true,
      cell: ({ validFrom }) => shortDay(validFrom),
    },
    {
      name: "until",
      label: t("priceLists.column.until"),
      sort: "validUntil",
      cell: ({ validUntil }) => (validUntil ? shortDay(validUntil) : t("priceLists.open")),
    },
    {
      name: "state",
      phone: "state",
      label: t("priceLists.column.state"),
      cell: ({ state }) => t(`priceLists.state.${state}`),
    },
    {
      name: "changed",
      label: t("priceLists.column.changed"),
      sort: "updatedAt",
      latestFirst: true,
      cell: ({ updatedAt }) => shortDay(updatedAt),
    },
  ];
}
