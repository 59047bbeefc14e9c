import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../../lib/session.ts";
import { filteredBy, type TableSearch } from "../../../lib/tableSearch.ts";
import type { ChangeTable } from "../../../lib/useTableSearch.ts";
import { FilterPill } from "../../../ui/table/FilterPill.tsx";
import { useCompanyNames } from "./companies.queries.ts";
import "../../../locales/en/companies.ts";

interface Props {
  search: TableSearch;
  onChange: ChangeTable;
}

/** What belongs to one company, which is found by its name; for those who may read companies. */
export function CompanyPill(props: Props) {
  const mayRead = useUser()?.permissions.has("users:read") ?? false;
  return mayRead ? <Pill {...props} /> : null;
}

function Pill({ search, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed, 200);
  const { company } = search.filters;
  const { choices, chosen } = useCompanyNames(q, company);
  const label = t("companies.pill.label");
  return (
    <FilterPill
      label={label}
      value={company && (chosen ?? company)}
      onClear={() => onChange(filteredBy(search, "company", ""))}
    >
      <Select
        size="sm"
        searchable
        label={label}
        placeholder={t("companies.pill.search")}
        nothingFoundMessage={t("companies.pill.none")}
        data={choices}
        filter={({ options }) => options}
        value={company ?? null}
        comboboxProps={{ withinPortal: false }}
        onSearchChange={setTyped}
        onChange={(id) => onChange(filteredBy(search, "company", id ?? ""))}
      />
    </FilterPill>
  );
}
