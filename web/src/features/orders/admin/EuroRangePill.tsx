import { TextInput } from "@mantine/core";
import { typedEuros } from "@tonneline/contract/typed";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { euros } from "../../../lib/format.ts";
import { FilterPill } from "../../../ui/table/FilterPill.tsx";
import { filteredBy, type TableSearch } from "../../../lib/tableSearch.ts";
import type { ChangeTable } from "../../../lib/useTableSearch.ts";

interface Props {
  label: string;
  search: TableSearch;
  onChange: ChangeTable;
}

/** A filter by amount, as the filters `totalFrom` and `totalTo`; either end may be left open. */
export function EuroRangePill({ label, search, onChange }: Props) {
  const { t } = useTranslation();
  const { totalFrom, totalTo } = search.filters;
  const from = totalFrom && euros(Number(totalFrom));
  const to = totalTo && euros(Number(totalTo));
  const text =
    from && to
      ? t("management.orders.filter.between", { from, to })
      : from
        ? t("management.orders.filter.atLeast", { from })
        : to && t("management.orders.filter.atMost", { to });
  const set = (name: string, value: string) =>
    onChange(filteredBy(search, name, value), { replace: true });
  return (
    <FilterPill
      label={label}
      value={text}
      onClear={() => onChange(filteredBy(filteredBy(search, "totalFrom", ""), "totalTo", ""))}
    >
      <Amount
        label={t("management.orders.filter.totalFrom")}
        value={totalFrom}
        onChange={(value) => set("totalFrom", value)}
      />
      <Amount
        label={t("management.orders.filter.totalTo")}
        value={totalTo}
        onChange={(value) => set("totalTo", value)}
      />
    </FilterPill>
  );
}

// The API accepts up to twelve digits.
const tooMuch = 1_000_000_000_000;

/** An amount takes effect on blur or Enter: half a number finds nothing useful. */
function Amount(props: {
  label: string;
  value: string | undefined;
  onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState(props.value ?? "");
  const amount = typedEuros(typed);
  const isAmount = amount === null || (amount !== undefined && amount < tooMuch);
  const say = () => {
    if (isAmount) props.onChange(String(amount ?? ""));
  };
  return (
    <TextInput
      size="sm"
      inputMode="decimal"
      label={props.label}
      value={typed}
      maxLength={20}
      error={!isAmount}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={say}
      onKeyDown={({ key }) => key === "Enter" && say()}
    />
  );
}
