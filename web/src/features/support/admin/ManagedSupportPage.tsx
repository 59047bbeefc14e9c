import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import type { SupportRequest } from "@tonneline/contract/support";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../../lib/failure.ts";
import { whole } from "../../../lib/format.ts";
import { facesOf } from "../../../lib/lists.ts";
import { useUser } from "../../../lib/session.ts";
import { ExportButton } from "../../../ui/ExportButton.tsx";
import { DayRangePill } from "../../../ui/table/DayRangePill.tsx";
import { ListScreen } from "../../../ui/table/ListScreen.tsx";
import { SelectionBar } from "../../../ui/table/SelectionBar.tsx";
import { statusTabs } from "../../../ui/table/statusTabs.ts";
import { useTableSearch } from "../../../ui/table/useTableSearch.ts";
import {
  exportRequests,
  queryOf,
  supportSpec,
  supportTabs,
  useSupportRequests,
} from "./admin.queries.ts";
import { supportColumns } from "./columns.tsx";
import { DoneDialog } from "./DoneDialog.tsx";
import { RequestDrawer } from "./RequestDrawer.tsx";

const nobody: ReadonlySet<number> = new Set();

/** /management/support-requests: what people wrote with the app's own form. */
export function ManagedSupportPage() {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("users:write") ?? false;
  const [search, change] = useTableSearch(supportSpec);
  const [selected, setSelected] = useState(nobody);
  const [marking, setMarking] = useState<readonly SupportRequest[]>();
  const page = useSupportRequests(queryOf(search));
  const { data } = page;
  const chosen = data?.content.filter(({ id }) => selected.has(id)) ?? [];
  const open = chosen.filter(({ status }) => status === "OPEN");

  return (
    <>
      <ListScreen
        name="management-support"
        texts={t("management.support", { returnObjects: true })}
        spec={supportSpec}
        search={search}
        onChange={change}
        columns={supportColumns(t, search)}
        idOf={({ id }) => id}
        {...facesOf(page)}
        tabs={{
          label: t("management.support.tabs"),
          tabs: statusTabs(supportTabs, data?.counts, (tab) =>
            t(tab === "all" ? "management.support.all" : `management.support.status.${tab}`),
          ),
        }}
        actions={
          <ExportButton
            size="sm"
            onExport={() => exportRequests(queryOf(search))}
            reasonOf={reasonOf}
          />
        }
        pills={
          <DayRangePill
            label={t("management.support.column.sent")}
            search={search}
            onChange={change}
          />
        }
        total={
          data &&
          t("management.support.total", {
            count: data.totalElements,
            number: whole(data.totalElements),
          })
        }
        selectLabel={canWrite ? ({ id }) => t("management.support.select", { id }) : undefined}
        selected={selected}
        onSelect={setSelected}
        selectionBar={
          chosen.length > 0 && (
            <SelectionBar
              count={chosen.length}
              sum={open.length === 0 && t("management.support.noneOpen")}
              onClear={() => setSelected(nobody)}
            >
              {open.length > 0 && (
                <Button
                  size="sm"
                  variant="white"
                  color="navy.9"
                  leftSection={<IconCheck size={16} aria-hidden />}
                  onClick={() => setMarking(open)}
                >
                  {t("management.support.markDone", { count: open.length })}
                </Button>
              )}
            </SelectionBar>
          )
        }
      />
      <RequestDrawer
        id={search.open}
        canWrite={canWrite}
        onClose={() => change({ ...search, open: "" })}
      />
      {marking && (
        <DoneDialog
          requests={marking}
          onClose={() => {
            setMarking(undefined);
            setSelected(nobody);
          }}
        />
      )}
    </>
  );
}
