import { useTranslation } from "react-i18next";
import type { TableSearch } from "../../lib/tableSearch.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";
import { LinkedPill } from "../../ui/table/FilterPill.tsx";
import { useStatement } from "./bank.queries.ts";

interface Props {
  search: TableSearch;
  onChange: ChangeTable;
}

/** Says whose entries these are, when the list of statements led here. */
export function StatementPill(props: Props) {
  const { t } = useTranslation();
  const value = useStatement(props.search.filters.statement);
  return <LinkedPill name="statement" label={t("bank.statement")} value={value} {...props} />;
}

/** Says that these entries were put aside by one rule, when the list of rules led here. */
export function RulePill(props: Props) {
  const { t } = useTranslation();
  return <LinkedPill name="rule" label={t("bank.rule")} value={undefined} {...props} />;
}
