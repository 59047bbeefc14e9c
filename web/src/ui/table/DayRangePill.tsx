import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { day } from "../../lib/format.ts";
import { FilterPill } from "./FilterPill.tsx";
import { filteredBy, type TableSearch } from "../../lib/tableSearch.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";

interface Props {
  label: string;
  /** The names of the two filters in the list's search. */
  names?: readonly [from: string, to: string];
  search: TableSearch;
  onChange: ChangeTable;
}

const usualNames = ["from", "to"] as const;

/** A date range filter; either end may be left open. */
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
      <Day
        label={t("table.from")}
        value={from ?? ""}
        max={to}
        onChange={(day) => set(names[0], day)}
      />
      <Day
        label={t("table.to")}
        value={to ?? ""}
        min={from}
        onChange={(day) => set(names[1], day)}
      />
    </FilterPill>
  );
}

// No list has earlier records. Typing 2026 passes through the years 2, 20 and 202.
const firstDay = "1900-01-01";

interface DayProps {
  label: string;
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string) => void;
}

/** A day takes effect once its year is complete; until then it stays as typed. */
function Day({ value, onChange, ...input }: DayProps) {
  const [typed, setTyped] = useState<string>();
  function type(day: string) {
    setTyped(day);
    if (day === "" || day >= firstDay) onChange(day);
  }
  return (
    <TextInput
      {...input}
      type="date"
      size="sm"
      value={typed ?? value}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={() => setTyped(undefined)}
    />
  );
}
