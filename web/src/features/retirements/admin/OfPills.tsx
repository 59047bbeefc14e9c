import type { ManagedRetirement } from "@tonneline/contract/managedRetirements";
import { useTranslation } from "react-i18next";
import { filteredBy, type TableSearch } from "../../../lib/tableSearch.ts";
import type { ChangeTable } from "../../../lib/useTableSearch.ts";
import { FilterPill } from "../../../ui/table/FilterPill.tsx";

interface Props {
  search: TableSearch;
  /** Of those that were found: it has the names. */
  first: ManagedRetirement | undefined;
  onChange: ChangeTable;
}

/** Says whose retirements these are, when a link from a company, project or registry led here. */
export function OfPills({ search, first, onChange }: Props) {
  const { t } = useTranslation();
  const names = {
    company: first?.companyName ?? first?.username,
    project: first?.projectName,
    registry: first?.registry.name,
  };
  const labels = {
    company: t("managedRetirements.column.buyer"),
    project: t("managedRetirements.column.project"),
    registry: t("managedRetirements.column.registry"),
  };
  return (["company", "project", "registry"] as const).map((name) => {
    const id = search.filters[name];
    const value = id && (names[name] ?? id);
    return (
      value && (
        <FilterPill
          key={name}
          label={labels[name]}
          value={value}
          onClear={() => onChange(filteredBy(search, name, ""))}
        >
          {value}
        </FilterPill>
      )
    );
  });
}
