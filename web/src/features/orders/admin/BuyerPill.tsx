import { useTranslation } from "react-i18next";
import { FilterPill } from "../../../ui/table/FilterPill.tsx";
import { filteredBy, type TableSearch } from "../../../lib/tableSearch.ts";
import type { ChangeTable } from "../../../lib/useTableSearch.ts";
import { useBuyerName } from "./choices.queries.ts";

/** Says whose orders these are, when a link from a person led here; it has no fields of its own. */
export function BuyerPill({ search, onChange }: { search: TableSearch; onChange: ChangeTable }) {
  const { t } = useTranslation();
  const { buyer } = search.filters;
  const name = useBuyerName(buyer);
  if (!buyer) return null;
  return (
    <FilterPill
      label={t("management.orders.filter.buyer")}
      value={name ?? buyer}
      onClear={() => onChange(filteredBy(search, "buyer", ""))}
    >
      {name ?? buyer}
    </FilterPill>
  );
}
