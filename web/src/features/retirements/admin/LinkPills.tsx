import type { ManagedRetirement } from "@tonneline/contract/managedRetirements";
import { useTranslation } from "react-i18next";
import type { TableSearch } from "../../../lib/tableSearch.ts";
import type { ChangeTable } from "../../../lib/useTableSearch.ts";
import { LinkedPill } from "../../../ui/table/FilterPill.tsx";
import { CompanyPill } from "../../company/admin/CompanyPill.tsx";

interface Props {
  search: TableSearch;
  /** One of the matching retirements, which has the names. */
  first: ManagedRetirement | undefined;
  onChange: ChangeTable;
}

/** Filters by company, which can be searched, and by project or registry, when set by a link from there. */
export function LinkPills({ first, ...list }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <CompanyPill {...list} />
      <LinkedPill
        name="project"
        label={t("managedRetirements.column.project")}
        value={first?.projectName}
        {...list}
      />
      <LinkedPill
        name="registry"
        label={t("managedRetirements.column.registry")}
        value={first?.registry.name}
        {...list}
      />
    </>
  );
}
