import { IconCheck } from "@tabler/icons-react";
import type { SupportRequest } from "@tonneline/contract/support";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useList } from "../../../lib/lists.ts";
import { useUser } from "../../../lib/session.ts";
import { DayRangePill } from "../../../ui/table/DayRangePill.tsx";
import { ListScreen } from "../../../ui/table/ListScreen.tsx";
import { supportRequests } from "./admin.queries.ts";
import { supportColumns, usuallyHidden } from "./columns.tsx";
import { DoneDialog } from "./DoneDialog.tsx";
import { RequestDrawer } from "./RequestDrawer.tsx";
import "../../../locales/en/management.ts";
import "../../../locales/en/table.ts";

/** /management/support-requests: messages sent with the app's own form. */
export function ManagedSupportPage() {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("users:write") ?? false;
  const list = useList(supportRequests);
  const { search, chosen } = list;
  const columns = useMemo(() => supportColumns(t, search), [t, search]);
  const [marking, setMarking] = useState<readonly SupportRequest[]>();
  const open = chosen.filter(({ status }) => status !== "DONE");

  return (
    <>
      <ListScreen
        {...list.screen}
        name="management-support"
        texts={t("management.support", { returnObjects: true })}
        columns={columns}
        hiddenByDefault={usuallyHidden(search.tab)}
        tabLabel={(tab) =>
          t(tab === "all" ? "management.support.all" : `management.support.status.${tab}`)
        }
        pills={
          <DayRangePill
            label={t("management.support.column.sent")}
            search={search}
            onChange={list.change}
          />
        }
        total={(counted) => t("management.support.total", counted)}
        selection={
          canWrite && {
            label: ({ id }) => t("management.support.select", { id }),
            sum: open.length === 0 && t("management.support.noneOpen"),
            actions: [
              open.length > 0 && {
                label: t("management.support.markDone", { count: open.length }),
                icon: IconCheck,
                onClick: () => setMarking(open),
              },
            ],
          }
        }
      />
      <RequestDrawer
        id={search.open}
        canWrite={canWrite}
        around={list.neighbours}
        onClose={list.close}
      />
      {marking && (
        <DoneDialog
          requests={marking}
          onClose={(acted) => {
            setMarking(undefined);
            if (acted) list.clear();
          }}
        />
      )}
    </>
  );
}
