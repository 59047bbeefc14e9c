import { useTranslation } from "react-i18next";
import type { TableSearch } from "../../lib/tableSearch.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";
import { LinkedPill } from "../../ui/table/FilterPill.tsx";
import { useStatement } from "./bank.queries.ts";

interface Props {
  search: TableSearch;
  onChange: ChangeTable;
}

/** Shows the statement by which a link from the list of statements has filtered the entries. */
export function StatementPill(props: Props) {
  const { t } = useTranslation();
  const value = useStatement(props.search.filters.statement);
  return <LinkedPill name="statement" label={t("bank.statement")} value={value} {...props} />;
}

/** Shows that a link from the list of rules has filtered the entries by the rule that set them aside. */
export function RulePill(props: Props) {
  const { t } = useTranslation();
  return <LinkedPill name="rule" label={t("bank.rule")} value={undefined} {...props} />;
}
