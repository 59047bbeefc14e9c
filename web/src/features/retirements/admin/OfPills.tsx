import type { ManagedRetirement } from "@tonneline/contract/managedRetirements";
import { useTranslation } from "react-i18next";
import type { TableSearch } from "../../../lib/tableSearch.ts";
import type { ChangeTable } from "../../../lib/useTableSearch.ts";
import { LinkedPill } from "../../../ui/table/FilterPill.tsx";
import { CompanyPill } from "../../company/admin/CompanyPill.tsx";

interface Props {
  search: TableSearch;
  /** Of those that were found: it has the names. */
  first: ManagedRetirement | undefined;
  onChange: ChangeTable;
}

/** Whose retirements these are: of a company that is looked for, of a project or registry when a link from there led here. */
export function OfPills({ first, ...list }: Props) {
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
