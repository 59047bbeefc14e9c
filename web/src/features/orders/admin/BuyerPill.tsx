import { useTranslation } from "react-i18next";
import type { TableSearch } from "../../../lib/tableSearch.ts";
import type { ChangeTable } from "../../../lib/useTableSearch.ts";
import { LinkedPill } from "../../../ui/table/FilterPill.tsx";
import { useBuyerName } from "./choices.queries.ts";

/** Names the buyer to whom a link from a user's page has narrowed the list. */
export function BuyerPill(props: { search: TableSearch; onChange: ChangeTable }) {
  const { t } = useTranslation();
  const value = useBuyerName(props.search.filters.buyer);
  return (
    <LinkedPill name="buyer" label={t("management.orders.filter.buyer")} value={value} {...props} />
  );
}
