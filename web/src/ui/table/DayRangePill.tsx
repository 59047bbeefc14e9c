import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { day } from "../../lib/format.ts";
import { FilterPill } from "./FilterPill.tsx";
import { filteredBy, type TableSearch } from "../../lib/tableSearch.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";

interface Props {
  label: string;
  /** The list's two filters. */
  names?: readonly [from: string, to: string];
  search: TableSearch;
  onChange: ChangeTable;
}

const usualNames = ["from", "to"] as const;

/** A filter by day, from one to another: either may be left open. */
export function DayRangePill({ label, names = usualNames, search, onChange }: Props) {
  const { t } = useTranslation();
  const [from, to] = names.map((name) => search.filters[name]);
  const set = (name: string, value: string) => onChange(filteredBy(search, name, value));
  return (
    <FilterPill
      label={label}
      value={from || to ? `${from ? day(from) : "…"} – ${to ? day(to) : "…"}` : undefined}
      onClear={() => onChange(filteredBy(filteredBy(search, names[0], ""), names[1], ""))}
    >
      <TextInput
        type="date"
        size="sm"
        label={t("table.from")}
        value={from ?? ""}
        max={to}
        onChange={({ currentTarget }) => set(names[0], currentTarget.value)}
      />
      <TextInput
        type="date"
        size="sm"
        label={t("table.to")}
        value={to ?? ""}
        min={from}
        onChange={({ currentTarget }) => set(names[1], currentTarget.value)}
      />
    </FilterPill>
  );
}
