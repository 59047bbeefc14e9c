import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { day } from "../../lib/format.ts";
import { FilterPill } from "./FilterPill.tsx";
import { filteredBy, type TableSearch } from "../../lib/tableSearch.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";

interface Props {
  label: string;
  search: TableSearch;
  onChange: ChangeTable;
}

/** A filter by day, the list's filters `from` and `to`: either may be left open. */
export function DayRangePill({ label, search, onChange }: Props) {
  const { t } = useTranslation();
  const { from, to } = search.filters;
  const set = (name: string, value: string) => onChange(filteredBy(search, name, value));
  return (
    <FilterPill
      label={label}
      value={from || to ? `${from ? day(from) : "…"} – ${to ? day(to) : "…"}` : undefined}
      onClear={() => onChange(filteredBy(filteredBy(search, "from", ""), "to", ""))}
    >
      <TextInput
        type="date"
        size="sm"
        label={t("table.from")}
        value={from ?? ""}
        max={to}
        onChange={({ currentTarget }) => set("from", currentTarget.value)}
      />
      <TextInput
        type="date"
        size="sm"
        label={t("table.to")}
        value={to ?? ""}
        min={from}
        onChange={({ currentTarget }) => set("to", currentTarget.value)}
      />
    </FilterPill>
  );
}
