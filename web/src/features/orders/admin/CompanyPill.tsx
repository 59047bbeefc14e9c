import { useTranslation } from "react-i18next";
import { filteredBy, type TableSearch } from "../../../lib/tableSearch.ts";
import { useUser } from "../../../lib/session.ts";
import type { ChangeTable } from "../../../lib/useTableSearch.ts";
import { FilterPill } from "../../../ui/table/FilterPill.tsx";
import { useCompanyName } from "./choices.queries.ts";

/** Says whose orders these are, when a link from a company led here; it has no fields of its own. */
export function CompanyPill({ search, onChange }: { search: TableSearch; onChange: ChangeTable }) {
  const { t } = useTranslation();
  const mayRead = useUser()?.permissions.has("users:read") ?? false;
  const { company } = search.filters;
  const name = useCompanyName(mayRead ? company : undefined);
  if (!company) return null;
  return (
    <FilterPill
      label={t("management.orders.filter.company")}
      value={name ?? company}
      onClear={() => onChange(filteredBy(search, "company", ""))}
    >
      {name ?? company}
    </FilterPill>
  );
}
