import type { CompanyRecord } from "@tonneline/contract/companies";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { whole } from "../../../lib/format.ts";
import { useList } from "../../../lib/lists.ts";
import { useUser } from "../../../lib/session.ts";
import { ListScreen } from "../../../ui/table/ListScreen.tsx";
import { companyColumns } from "./columns.tsx";
import { companies } from "./companies.queries.ts";
import { CompanyDialog, type CompanyStep } from "./CompanyDialog.tsx";
import { CompanyDrawer } from "./CompanyDrawer.tsx";
import "../../../locales/en/companies.ts";
import "../../../locales/en/company.ts";
import "../../../locales/en/orders.ts";
import "../../../locales/en/table.ts";

/** /management/companies: who buys, with their record, credit limit, block and merge. */
export function CompaniesPage() {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("users:write") ?? false;
  const list = useList(companies);
  const { search, data } = list;
  const [doing, setDoing] = useState<{ step: CompanyStep; company: CompanyRecord }>();
  return (
    <>
      <ListScreen
        {...list.screen}
        name="management-companies"
        texts={t("companies", { returnObjects: true })}
        columns={companyColumns(t, search)}
        usuallyHidden={["country"]}
        tabLabel={(tab) => t(tab === "all" ? "companies.all" : `companies.state.${tab}`)}
        total={
          data &&
          t("companies.total", { count: data.totalElements, number: whole(data.totalElements) })
        }
      />
      <CompanyDrawer
        id={search.open}
        canWrite={canWrite}
        onStep={(step, company) => setDoing({ step, company })}
        around={list.around}
        onClose={list.close}
      />
      {doing && (
        <CompanyDialog
          {...doing}
          onMerged={(id) => list.change({ ...search, open: String(id) })}
          onClose={() => setDoing(undefined)}
        />
      )}
    </>
  );
}
