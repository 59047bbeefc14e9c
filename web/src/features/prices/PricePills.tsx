import { NumberInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { filteredBy, type TableSearch } from "../../lib/tableSearch.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";
import { FilterPill } from "../../ui/table/FilterPill.tsx";
import { ChoicePills, CountryPill } from "../projects/admin/ProjectPills.tsx";

/** The filters of the list of prices. */
export function PricePills(props: { search: TableSearch; onChange: ChangeTable }) {
  const { search, onChange } = props;
  const { t } = useTranslation();
  const { from = "", to = "" } = search.filters;
  const set = (name: "from" | "to") => (value: number | string) =>
    onChange(filteredBy(search, name, /^\d{4}$/.test(String(value)) ? String(value) : ""));
  return (
    <>
      <ChoicePills {...props} />
      <CountryPill {...props} />
      <FilterPill
        label={t("prices.years.label")}
        value={from || to ? `${from}–${to}` : undefined}
        onClear={() => onChange(filteredBy(filteredBy(search, "from", ""), "to", ""))}
      >
        <NumberInput
          size="sm"
          label={t("prices.years.from")}
          min={1990}
          max={2100}
          value={from}
          onChange={set("from")}
        />
        <NumberInput
          size="sm"
          label={t("prices.years.to")}
          min={1990}
          max={2100}
          value={to}
          onChange={set("to")}
        />
      </FilterPill>
    </>
  );
}
