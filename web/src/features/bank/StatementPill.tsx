import { useTranslation } from "react-i18next";
import { filteredBy, type TableSearch } from "../../lib/tableSearch.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";
import { FilterPill } from "../../ui/table/FilterPill.tsx";
import { useStatement } from "./bank.queries.ts";

/** Says whose entries these are, when the list of statements led here; it has no fields of its own. */
export function StatementPill(props: { search: TableSearch; onChange: ChangeTable }) {
  const { t } = useTranslation();
  const { search, onChange } = props;
  const { statement } = search.filters;
  const name = useStatement(statement) ?? statement;
  if (!statement) return null;
  return (
    <FilterPill
      label={t("bank.statement")}
      value={name}
      onClear={() => onChange(filteredBy(search, "statement", ""))}
    >
      {name}
    </FilterPill>
  );
}

/** Says that these entries were put aside by one rule, when the list of rules led here. */
export function RulePill(props: { search: TableSearch; onChange: ChangeTable }) {
  const { t } = useTranslation();
  const { search, onChange } = props;
  const { rule } = search.filters;
  if (!rule) return null;
  return (
    <FilterPill
      label={t("bank.rule")}
      value={rule}
      onClear={() => onChange(filteredBy(search, "rule", ""))}
    >
      {rule}
    </FilterPill>
  );
}
