import { MultiSelect, TextInput } from "@mantine/core";
import { countryNames } from "@tonneline/contract/countries";
import { useTranslation } from "react-i18next";
import { day } from "../../../lib/format.ts";
import { ClearFilters, FilterPill, TogglePill } from "../../../ui/table/FilterPill.tsx";
import { filteredBy, type TableSearch } from "../../../ui/table/tableSearch.ts";
import type { ChangeTable } from "../../../ui/table/useTableSearch.ts";

const countries = Object.entries(countryNames)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label));

/** The filters of the list of orders: placed from and to, country, overdue. */
export function OrderPills({ search, onChange }: { search: TableSearch; onChange: ChangeTable }) {
  const { t } = useTranslation();
  const { country, from, to, overdue } = search.filters;
  const set = (name: string, value: string) => onChange(filteredBy(search, name, value));
  const chosen = country?.split(",") ?? [];
  const placed = from || to ? `${from ? day(from) : "…"} – ${to ? day(to) : "…"}` : undefined;
  return (
    <>
      <FilterPill
        label={t("management.orders.filter.placed")}
        value={placed}
        onClear={() => onChange(filteredBy(filteredBy(search, "from", ""), "to", ""))}
      >
        <TextInput
          type="date"
          size="sm"
          label={t("management.orders.filter.from")}
          value={from ?? ""}
          max={to}
          onChange={({ currentTarget }) => set("from", currentTarget.value)}
        />
        <TextInput
          type="date"
          size="sm"
          label={t("management.orders.filter.to")}
          value={to ?? ""}
          min={from}
          onChange={({ currentTarget }) => set("to", currentTarget.value)}
        />
      </FilterPill>
      <FilterPill
        label={t("management.orders.filter.country")}
        value={country?.replaceAll(",", ", ")}
        onClear={() => set("country", "")}
      >
        <MultiSelect
          size="sm"
          searchable
          label={t("management.orders.filter.country")}
          data={countries}
          value={chosen}
          comboboxProps={{ withinPortal: false }}
          onChange={(codes) => set("country", codes.join(","))}
        />
      </FilterPill>
      <TogglePill
        label={t("management.orders.overdue")}
        on={overdue === "true"}
        onChange={(on) => set("overdue", on ? "true" : "")}
      />
      <ClearFilters search={search} onChange={onChange} />
    </>
  );
}
