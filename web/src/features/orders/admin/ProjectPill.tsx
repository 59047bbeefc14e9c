import { useTranslation } from "react-i18next";
import { useUser } from "../../../lib/session.ts";
import type { TableSearch } from "../../../lib/tableSearch.ts";
import type { ChangeTable } from "../../../lib/useTableSearch.ts";
import { SearchPill } from "../../../ui/table/SearchPill.tsx";
import { useProjectChoices } from "./choices.queries.ts";

/** Filters orders by a project whose credits they contain, found by name; requires permission to read projects. */
export function ProjectPill(props: { search: TableSearch; onChange: ChangeTable }) {
  const { t } = useTranslation();
  const mayRead = useUser()?.permissions.has("projects:read") ?? false;
  return mayRead ? (
    <SearchPill
      name="project"
      label={t("management.orders.filter.project")}
      placeholder={t("management.orders.filter.projectSearch")}
      nothingFound={t("management.orders.filter.projectNone")}
      useChoices={useProjectChoices}
      {...props}
    />
  ) : null;
}
