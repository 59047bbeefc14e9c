import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../../lib/session.ts";
import { FilterPill } from "../../../ui/table/FilterPill.tsx";
import { filteredBy, type TableSearch } from "../../../lib/tableSearch.ts";
import type { ChangeTable } from "../../../lib/useTableSearch.ts";
import { useProjectChoices } from "./choices.queries.ts";

interface Props {
  search: TableSearch;
  onChange: ChangeTable;
}

/** Orders with credits of one project, which is found by its name; for those who may read projects. */
export function ProjectPill(props: Props) {
  const mayRead = useUser()?.permissions.has("projects:read") ?? false;
  return mayRead ? <Pill {...props} /> : null;
}

function Pill({ search, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed, 200);
  const { project } = search.filters;
  const { choices, chosen } = useProjectChoices(q, project);
  const label = t("management.orders.filter.project");
  return (
    <FilterPill
      label={label}
      value={project && (chosen ?? project)}
      onClear={() => onChange(filteredBy(search, "project", ""))}
    >
      <Select
        size="sm"
        searchable
        label={label}
        placeholder={t("management.orders.filter.projectSearch")}
        nothingFoundMessage={t("management.orders.filter.projectNone")}
        data={choices}
        filter={({ options }) => options}
        value={project ?? null}
        comboboxProps={{ withinPortal: false }}
        onSearchChange={setTyped}
        onChange={(id) => onChange(filteredBy(search, "project", id ?? ""))}
      />
    </FilterPill>
  );
}
