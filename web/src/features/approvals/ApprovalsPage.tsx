import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useList } from "../../lib/lists.ts";
import { paths } from "../../lib/paths.ts";
import { filteredBy } from "../../lib/tableSearch.ts";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { useMayForCompany } from "../company/company.queries.ts";
import { NoAccessNotice } from "../company/NoAccessNotice.tsx";
import { MinePill } from "../company/MinePill.tsx";
import { requests } from "./approvals.queries.ts";
import { CartTabs } from "./CartTabs.tsx";
import { approvalColumns } from "./columns.tsx";
import "../../locales/en/approvals.ts";
import "../../locales/en/table.ts";

/** /cart/requests: requests to order, newest first; with ?waiting=me those that await the user's decision. */
export function ApprovalsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useList(requests);
  const { search, change } = list;
  const isWaiting = search.filters.waiting === "me";
  const texts = t("approvals.list", { returnObjects: true });
  if (useMayForCompany("orders") === false) return <NoAccessNotice isPage />;
  return (
    <ListScreen
      {...list.screen}
      name="requests"
      texts={
        isWaiting ? { ...texts, ...t("approvals.waitingList", { returnObjects: true }) } : texts
      }
      columns={approvalColumns(t)}
      above={<CartTabs here={isWaiting ? "waiting" : "requests"} />}
      {...(!isWaiting && {
        tabLabel: (tab: (typeof list.screen.tabs)[number]) =>
          t(tab === "all" ? "approvals.all" : `approvals.status.${tab}`),
        pills: (
          <MinePill
            on={search.filters.by === "me"}
            onChange={(on) => change(filteredBy(search, "by", on ? "me" : ""))}
          />
        ),
      })}
      onRow={({ id }) => void navigate({ to: paths.request, params: { id: String(id) } })}
    />
  );
}
