import { MultiSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { countryChoices } from "../../../lib/countries.ts";
import { BuyerPill } from "./BuyerPill.tsx";
import { CompanyPill } from "../../company/admin/CompanyPill.tsx";
import { EuroRangePill } from "./EuroRangePill.tsx";
import { ProjectPill } from "./ProjectPill.tsx";
import { DayRangePill } from "../../../ui/table/DayRangePill.tsx";
import { FilterPill } from "../../../ui/table/FilterPill.tsx";
import { filteredBy, type TableSearch } from "../../../lib/tableSearch.ts";
import type { ChangeTable } from "../../../lib/useTableSearch.ts";

/** The filters of the list of orders. */
export function OrderPills({ search, onChange }: { search: TableSearch; onChange: ChangeTable }) {
  const { t } = useTranslation();
  const { country } = search.filters;
  const setCountry = (value: string) => onChange(filteredBy(search, "country", value));
  const chosen = country?.split(",") ?? [];
  return (
    <>
      <DayRangePill
        label={t("management.orders.filter.placed")}
        search={search}
        onChange={onChange}
      />
      <DayRangePill
        label={t("management.orders.column.paid")}
        names={["paidFrom", "paidTo"]}
        search={search}
        onChange={onChange}
      />
      <FilterPill
        label={t("management.orders.filter.country")}
        value={country?.replaceAll(",", ", ")}
        onClear={() => setCountry("")}
      >
        <MultiSelect
          size="sm"
          searchable
          label={t("management.orders.filter.country")}
          data={countryChoices}
          value={chosen}
          comboboxProps={{ withinPortal: false }}
          onChange={(codes) => setCountry(codes.join(","))}
        />
      </FilterPill>
      <EuroRangePill
        label={t("management.orders.filter.total")}
        search={search}
        onChange={onChange}
      />
      <ProjectPill search={search} onChange={onChange} />
      <CompanyPill search={search} onChange={onChange} />
      <BuyerPill search={search} onChange={onChange} />
    </>
  );
}
