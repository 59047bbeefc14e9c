import { Link } from "@tanstack/react-router";
import type { CompanyRecord } from "@tonneline/contract/companies";
import { useTranslation } from "react-i18next";
import { shortDay } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import { Block } from "./Block.tsx";
import { useCompanyPriceLists } from "./companies.queries.ts";

/** A company's own prices, and a link to create another price list. */
export function PriceListsBlock({ company: { id } }: { company: CompanyRecord }) {
  const { t } = useTranslation();
  return (
    <Block
      title={t("companies.priceLists.title")}
      more={
        <Link to={paths.managementPriceLists} search={{ company: String(id), tab: "all" }}>
          {t("companies.priceLists.all")}
        </Link>
      }
      page={useCompanyPriceLists(id)}
      none={t("companies.priceLists.none")}
      failed={t("companies.priceLists.failed")}
      keyOf={(list) => list.id}
      columns={[
        {
          label: t("companies.priceLists.name"),
          wide: true,
          cell: (list) => (
            <Link
              to={paths.managementPriceLists}
              search={{ tab: "all", open: String(list.id), company: String(id) }}
            >
              {list.name}
            </Link>
          ),
        },
        {
          label: t("companies.priceLists.days"),
          cell: ({ validFrom, validUntil }) =>
            t(validUntil ? "companies.priceLists.span" : "companies.priceLists.since", {
              from: shortDay(validFrom),
              until: validUntil ? shortDay(validUntil) : "",
            }),
        },
        {
          label: t("companies.priceLists.state"),
          cell: ({ state }) => t(`companies.priceLists.states.${state}`),
        },
      ]}
    />
  );
}
