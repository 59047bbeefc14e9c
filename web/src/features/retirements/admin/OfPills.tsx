import type { ManagedRetirement } from "@tonneline/contract/managedRetirements";
import { useTranslation } from "react-i18next";
import { filteredBy, type TableSearch } from "../../../lib/tableSearch.ts";
import type { ChangeTable } from "../../../lib/useTableSearch.ts";
import { FilterPill } from "../../../ui/table/FilterPill.tsx";
import { CompanyPill } from "../../company/admin/CompanyPill.tsx";

interface Props {
  search: TableSearch;
  /** Of those that were found: it has the names. */
  first: ManagedRetirement | undefined;
  onChange: ChangeTable;
}

/** Whose retirements these are: of a company that is looked for, of a project or registry when a link from there led here. */
export function OfPills({ search, first, onChange }: Props) {
  const { t } = useTranslation();
  const names = {
    project: first?.projectName,
    registry: first?.registry.name,
  };
  const labels = {
    project: t("managedRetirements.column.project"),
    registry: t("managedRetirements.column.registry"),
  };
  const others = (["project", "registry"] as const).map((name) => {
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
  return (
    <>
      <CompanyPill search={search} onChange={onChange} />
      {others}
    </>
  );
}
