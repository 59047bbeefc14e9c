import { useTranslation } from "react-i18next";
import { useAdding, useList } from "../../lib/lists.ts";
import { useUser } from "../../lib/session.ts";
import { NewButton } from "../../ui/NewButton.tsx";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { CompanyPill } from "../company/admin/CompanyPill.tsx";
import { priceListColumns } from "./columns.tsx";
import { PriceListDrawer } from "./PriceListDrawer.tsx";
import { priceLists } from "./priceLists.queries.ts";
import "../../locales/en/companies.ts";
import "../../locales/en/priceLists.ts";
import "../../locales/en/table.ts";

/** /management/price-lists: special prices for companies, and their validity. */
export function PriceListsPage() {
  const { t } = useTranslation();
  const mine = useUser()?.permissions;
  const canWrite = mine?.has("projects:write") ?? false;
  // A new list is for companies, which are searched in their own list.
  const canAdd = canWrite && mine?.has("users:read");
  const list = useList(priceLists);
  const { search, change } = list;
  const adding = useAdding(list);
  return (
    <>
      <ListScreen
        {...list.screen}
        name="management-price-lists"
        texts={t("priceLists", { returnObjects: true })}
        columns={priceListColumns(t, search)}
        tabLabel={(tab) => t(`priceLists.state.${tab}`)}
        pills={<CompanyPill search={search} onChange={change} />}
        total={(counted) => t("priceLists.total", counted)}
        actions={canAdd && <NewButton label={t("priceLists.new")} onClick={adding.begin} />}
      />
      <PriceListDrawer {...adding.drawer} canWrite={canWrite} company={search.filters["company"]} />
    </>
  );
}
