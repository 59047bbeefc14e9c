import { useTranslation } from "react-i18next";
import { useUser } from "../../../lib/session.ts";
import type { TableSearch } from "../../../lib/tableSearch.ts";
import type { ChangeTable } from "../../../lib/useTableSearch.ts";
import { SearchPill } from "../../../ui/table/SearchPill.tsx";
import { useCompanyNames } from "./companies.queries.ts";
import "../../../locales/en/companies.ts";

/** Filters by one company, found by its name; requires permission to read companies. */
export function CompanyPill(props: { search: TableSearch; onChange: ChangeTable }) {
  const { t } = useTranslation();
  const mayRead = useUser()?.permissions.has("users:read") ?? false;
  return mayRead ? (
    <SearchPill
      name="company"
      label={t("companies.pill.label")}
      placeholder={t("companies.pill.search")}
      nothingFound={t("companies.pill.none")}
      useChoices={useCompanyNames}
      {...props}
    />
  ) : null;
}
