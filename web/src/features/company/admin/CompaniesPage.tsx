import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useList } from "../../../lib/lists.ts";
import { paths } from "../../../lib/paths.ts";
import { ListScreen } from "../../../ui/table/ListScreen.tsx";
import { companyColumns } from "./columns.tsx";
import { companies } from "./companies.queries.ts";
import "../../../locales/en/companies.ts";
import "../../../locales/en/table.ts";

/** /management/companies: all buyers; a row opens the company's record. */
export function CompaniesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useList(companies);
  return (
    <ListScreen
      {...list.screen}
      name="management-companies"
      texts={t("companies", { returnObjects: true })}
      columns={companyColumns(t)}
      onRow={({ id }) => void navigate({ to: paths.managementCompany, params: { id: String(id) } })}
      hiddenByDefault={["country"]}
      tabLabel={(tab) => t(tab === "all" ? "companies.all" : `companies.state.${tab}`)}
      total={(counted) => t("companies.total", counted)}
    />
  );
}
